package dev.outrigger.kaged.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HomeFoldersTest {
    private Path top = Path.of("/");
    private KagedHome home = new KagedHome(top, top);
    private int uid;

    @BeforeEach
    void aHomeThatOthersCanReach() throws Exception {
        top = mode(Files.createTempDirectory("kaged-premises").toRealPath(), "rwxr-xr-x");
        home = new KagedHome(top.resolve("home"), top.resolve("config"));
        uid = KagedHome.uid();
    }

    private static Path mode(Path folder, String mode) throws IOException {
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
    }

    private void refused(String why) {
        assertThatThrownBy(() -> HomeFolders.prepare(home, uid))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(why);
    }

    @Test
    void makesAHomeAndTakesItAgain() throws Exception {
        HomeFolders.prepare(home, uid);
        HomeFolders.prepare(home, uid);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.storage())))
                .isEqualTo("rwx------");
    }

    @Test
    void refusesLinksInsteadOfFolders() throws Exception {
        var elsewhere = Files.createDirectory(top.resolve("elsewhere"));
        Files.createSymbolicLink(home.root(), elsewhere);
        refused(home.root() + " is no folder, or a link");
        Files.delete(home.root());
        HomeFolders.prepare(home, uid);
        for (var folder : List.of(home.plugins(), home.data(), home.storage(), home.logs())) {
            Files.delete(folder);
            Files.createSymbolicLink(folder, elsewhere);
            refused(folder + " is no folder, or a link");
            Files.delete(folder);
        }
    }

    @Test
    void refusesAHomeThatOthersCanWriteAndLeavesItAsItIs() throws Exception {
        mode(Files.createDirectory(home.root()), "rwxrwxrwx");
        refused("others can write to " + home.root());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.root())))
                .isEqualTo("rwxrwxrwx");
    }

    @Test
    void refusesAHomeOfSomebodyElse() throws Exception {
        HomeFolders.prepare(home, uid);
        assertThatThrownBy(() -> HomeFolders.prepare(home, uid + 1))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("belongs to the user " + uid);
    }
}
