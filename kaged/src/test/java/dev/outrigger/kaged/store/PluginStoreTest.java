package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginStoreTest {
    private static final String MANIFEST = """
            name: demo
            version: "%s"
            kaged_api: 1
            description: A demo
            command: [./run.sh]
            capabilities: [%s]
            methods: [do.it]
            """;

    @TempDir
    private Path tmp;

    private Path source = Path.of("/");
    private KagedHome home = new KagedHome(Path.of("/"), Path.of("/"));
    private PluginStore store = new PluginStore(home);

    @BeforeEach
    void aPluginAndAHome() throws IOException {
        var real = tmp.toRealPath();
        home = new KagedHome(real.resolve("home"), real.resolve("config"));
        store = new PluginStore(home);
        source = Files.createDirectories(real.resolve("source"));
        write("1.0", "\"net:[]\", \"read:fs:/a\"");
        Files.writeString(source.resolve("run.sh"), "#!/bin/sh\n");
        mode(source.resolve("run.sh"), "rwxrwxrwx");
        Files.createDirectories(source.resolve("lib/deep"));
        Files.writeString(source.resolve("lib/deep/data"), "data");
        Files.createSymbolicLink(source.resolve("link"), Path.of("lib/deep/data"));
        Files.createDirectories(source.resolve(".git/objects"));
    }

    private void write(String version, String capabilities) throws IOException {
        Files.writeString(source.resolve("kaged-plugin.yaml"), MANIFEST.formatted(version, capabilities));
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    /// Names, kinds and contents of all there is.
    private static List<String> everything(Path top) throws IOException {
        var found = new ArrayList<String>();
        if (!Files.exists(top)) {
            return found;
        }
        try (var paths = Files.walk(top)) {
            for (var path : paths.sorted().toList()) {
                var name = top.relativize(path).toString();
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(name + " " + Files.readString(path));
                } else if (!name.equals(".lock")) {
                    found.add(name);
                }
            }
        }
        return found;
    }

    private void installs() throws StoreProblem {
        store.install(store.plan(source), true);
    }

    @Test
    void aPlanChangesNothingAndSaysEverything() throws Exception {
        var plan = store.plan(source);
        assertThat(home.root()).doesNotExist();
        assertThat(plan.survey().files()).isEqualTo(3);
        assertThat(plan.text())
                .contains("demo 1.0: A demo", "may: net:[], read:fs:/a", "(3 files, ", "to: " + home.plugin("demo"));
        assertThat(plan.json().text("target")).contains(home.plugin("demo").toString());
        assertThat(plan.difference().added()).containsExactly("net:[]", "read:fs:/a");
    }

    @Test
    void installsACopyAndNothingElse() throws Exception {
        var installed = store.install(store.plan(source), true);
        assertThat(installed.folder()).isEqualTo(home.plugin("demo"));
        assertThat(store.standing("demo")).isEqualTo(installed);
        assertThat(store.list()).containsExactly(installed);
        assertThat(everything(home.plugin("demo")))
                .contains("lib/deep/data data", "link", "run.sh #!/bin/sh\n")
                .noneMatch(each -> each.startsWith(".git"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(home.plugin("demo").resolve("run.sh"))))
                .isEqualTo("rwxr-xr-x");
        assertThat(Files.readSymbolicLink(home.plugin("demo").resolve("link"))).isEqualTo(Path.of("lib/deep/data"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.plugins())))
                .isEqualTo("rwx------");
        assertThat(Files.readString(home.localConfig())).isEqualTo("""
                [plugins.demo]
                installed = "1.0"
                local = true
                """);
        assertThat(everything(home.plugins())).noneMatch(each -> each.startsWith(".new") || each.startsWith(".old"));
    }

    @Test
    void anUpgradeShowsTheDifferenceAndReplacesAll() throws Exception {
        installs();
        write("2.0", "\"net:*\", \"read:fs:/a\"");
        Files.delete(source.resolve("link"));
        var plan = store.plan(source);
        assertThat(plan.text()).contains("replaces: 1.0").contains("+ net:*").contains("- net:[]");
        store.install(plan, false);
        assertThat(home.plugin("demo").resolve("link")).doesNotExist();
        var config = LocalConfig.read(home.localConfig()).plugin("demo");
        assertThat(config.installed()).isEqualTo("2.0");
        assertThat(config.local()).isFalse();
    }

    @Test
    void refusesAPlanThatIsNoLongerTrue() throws Exception {
        var plan = store.plan(source);
        Files.writeString(source.resolve("lib/deep/data"), "evil");
        assertThatThrownBy(() -> store.install(plan, true))
                .isInstanceOf(StoreProblem.class)
                .hasMessageContaining("changed meanwhile");
        assertThat(store.list()).isEmpty();
        assertThat(everything(home.plugins())).containsExactly("", ".lock ");
        assertThat(home.localConfig()).doesNotExist();

        var other = store.plan(source);
        store.install(other, true);
        assertThatThrownBy(() -> store.install(other, true)).hasMessageContaining("changed meanwhile");
    }

    /// The plan is of the bytes that lie there now; the consent was to others.
    @Test
    void refusesACopyThatIsNotWhatWasConsentedTo() throws Exception {
        var shown = ConsentDigest.of(
                source.toRealPath(), "./demo", "", store.plan(source).manifest().capabilityTexts());
        var origin = new LocalConfig.Origin("./demo", "", shown);
        Files.writeString(source.resolve("lib/deep/data"), "evil");
        var plan = store.plan(source);
        assertThatThrownBy(() -> store.install(plan, false, origin))
                .isInstanceOf(StoreProblem.class)
                .hasMessageContaining("is not what was consented to");
        assertThat(store.list()).isEmpty();
        assertThat(home.localConfig()).doesNotExist();

        var asItIs = ConsentDigest.of(
                source.toRealPath(), "./demo", "", plan.manifest().capabilityTexts());
        store.install(plan, false, new LocalConfig.Origin("./demo", "", asItIs));
        assertThat(store.list()).hasSize(1);
    }

    @Test
    void aFailedUpgradeLeavesTheOldVersion() throws Exception {
        installs();
        write("2.0", "");
        var plan = store.plan(source);
        var before = everything(home.plugins());
        // Not ours to change: `plugins` written as one inline table.
        Files.writeString(home.localConfig(), "plugins = { demo = { installed = \"1.0\", local = true } }\n");
        assertThatThrownBy(() -> store.install(plan, true)).hasMessageContaining("local.toml: plugins.demo");
        assertThat(everything(home.plugins())).isEqualTo(before);
        Files.writeString(home.localConfig(), "");
        Files.delete(home.localConfig());
        Files.createDirectories(home.localConfig().resolve("full"));
        assertThatThrownBy(() -> store.install(plan, true)).isInstanceOf(StoreProblem.class);
        assertThat(everything(home.plugins())).isEqualTo(before);
    }

    @Test
    void aConfigurationThatCannotBeWrittenUndoesTheInstall() throws Exception {
        Files.writeString(home.config(), "a file where the folder should be");
        assertThatThrownBy(this::installs).isInstanceOf(StoreProblem.class);
        assertThat(store.list()).isEmpty();
        assertThat(everything(home.plugins())).containsExactly("", ".lock ");
    }

    @Test
    void refusesWhatLeadsOut() throws Exception {
        for (var target : List.of("/etc/passwd", "../secret", "lib/../../secret", "nowhere", "link2")) {
            Files.writeString(source.resolveSibling("secret"), "secret");
            Files.createSymbolicLink(source.resolve("link2"), Path.of(target));
            assertThatThrownBy(() -> store.plan(source)).as(target).hasMessageContaining("link2 is a link that leads ");
            Files.delete(source.resolve("link2"));
        }
        Files.createSymbolicLink(source.resolve("here"), Path.of("."));
        Files.createSymbolicLink(source.resolve("there"), Path.of("here/../secret"));
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("there is a link that leads out");
        assertThat(home.root()).doesNotExist();
    }

    @Test
    void refusesWhatIsNoFile() throws Exception {
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(source.resolve("socket")));
            assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("socket is a device, a socket or a pipe");
        }
        Files.delete(source.resolve("socket"));
        assertThat(new ProcessBuilder("mkfifo", source.resolve("fifo").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("fifo is a device");
    }

    @Test
    void stripsWhatWouldGiveRights() throws Exception {
        chmod("4755", source.resolve("run.sh"));
        var plan = store.plan(source);
        assertThat(plan.text()).contains("without its set-user or set-group bit: run.sh");
        store.install(plan, true);
        assertThat(Files.getAttribute(home.plugin("demo").resolve("run.sh"), "unix:mode"))
                .isEqualTo(0100755);
        chmod("2755", home.plugin("demo").resolve("run.sh"));
        assertThat(store.standing("demo"))
                .isInstanceOfSatisfying(
                        StoreStanding.Broken.class,
                        it -> assertThat(it.problem()).contains("chmod ug-s"));
    }

    private static void chmod(String mode, Path file) throws Exception {
        assertThat(new ProcessBuilder("chmod", mode, file.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void refusesWhatIsTooLargeTooDeepOrTooMuch() throws Exception {
        try (var file = new java.io.RandomAccessFile(source.resolve("big").toFile(), "rw")) {
            file.setLength(PluginFolderWalk.MOST_BYTES + 1);
        }
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("more than 512 MiB");
        Files.delete(source.resolve("big"));
        Files.createDirectories(source.resolve("d/".repeat(PluginFolderWalk.MOST_DEPTH + 2)));
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("nested deeper than 32");
        TreeDeletion.delete(source.resolve("d"));
        for (int i = 0; i < PluginFolderWalk.MOST_ENTRIES; i++) {
            Files.createFile(source.resolve("lib/" + i));
        }
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("more than 10000 files");
    }

    @Test
    void aFolderCopiedByHandCountsAfterTheSameValidation() throws Exception {
        Files.createDirectories(home.plugins());
        Files.move(source, home.plugin("demo"));
        assertThat(store.standing("demo")).isInstanceOf(StoreStanding.Installed.class);
        Files.move(home.plugin("demo"), home.plugin("other"));
        Files.createSymbolicLink(home.plugin("linked"), Path.of("other"));
        Files.createDirectories(home.plugin("Bad Name"));
        Files.createDirectories(home.plugin("empty"));
        assertThat(store.list()).hasSize(4).allMatch(StoreStanding.Broken.class::isInstance);
        assertThat(store.list())
                .extracting(each -> ((StoreStanding.Broken) each).problem())
                .satisfiesExactly(
                        bad -> assertThat(bad).contains("no plugin has such a name"),
                        empty -> assertThat(empty).contains("kaged-plugin.yaml: there is no such file"),
                        linked -> assertThat(linked).contains("no link"),
                        other -> assertThat(other).contains("holds the plugin demo"));
        assertThat(store.standing("absent")).isEqualTo(new StoreStanding.Absent("absent"));
    }

    @Test
    void removesWithAndWithoutTheData() throws Exception {
        installs();
        Files.createDirectories(home.data("demo"));
        Files.writeString(home.data("demo").resolve("kept"), "x");
        Files.writeString(home.localConfig(), "config = { a = 1 }\n", java.nio.file.StandardOpenOption.APPEND);
        var plan = store.planRemoval("demo", false);
        assertThat(plan.folders()).containsExactly(home.plugin("demo"));
        store.remove(plan);
        assertThat(store.list()).isEmpty();
        assertThat(home.data("demo").resolve("kept")).exists();
        assertThat(LocalConfig.read(home.localConfig()).plugin("demo").config().fields())
                .containsKey("a");

        store.remove(store.planRemoval("demo", true));
        assertThat(home.data("demo")).doesNotExist();
        assertThat(LocalConfig.read(home.localConfig()).plugins()).isEmpty();
        assertThatThrownBy(() -> store.planRemoval("demo", true)).hasMessageContaining("there is no plugin demo");
        assertThatThrownBy(() -> store.planRemoval("../x", true)).hasMessageContaining("no plugin has the name");
    }

    @Test
    void tidiesUpAfterACrash() throws Exception {
        installs();
        Files.move(home.plugin("demo"), home.plugin(".old-demo"));
        Files.createDirectories(home.plugin(".new-123/half"));
        assertThat(store.list()).isEmpty();
        store.recover();
        assertThat(store.standing("demo")).isInstanceOf(StoreStanding.Installed.class);
        Files.createDirectories(home.plugin(".old-demo/x"));
        store.recover();
        assertThat(everything(home.plugins())).noneMatch(each -> each.startsWith(".new") || each.startsWith(".old"));
    }

    @Test
    void validatesAFolder() throws Exception {
        assertThat(FolderValidation.of(source)).isInstanceOf(FolderValidation.Valid.class);
        mode(source.resolve("run.sh"), "rw-r--r--");
        assertThat(FolderValidation.of(source).text()).contains("./run.sh is not executable: chmod +x it");
        Files.delete(source.resolve("run.sh"));
        assertThat(FolderValidation.of(source).text()).contains("./run.sh is not in the plugin's folder");
        Files.writeString(
                source.resolve("kaged-plugin.yaml"),
                MANIFEST.formatted("1", "").replace("[./run.sh]", "[/bin/sh, /opt/kaged/plugins/demo/run.sh]"));
        assertThat(FolderValidation.of(source).text())
                .contains("note: command names /opt/kaged/plugins/demo/run.sh, which is not");
        Files.writeString(source.resolve("kaged-plugin.yaml"), "name: demo\nnam: x\n");
        assertThat(FolderValidation.of(source))
                .isInstanceOfSatisfying(
                        FolderValidation.Invalid.class,
                        it -> assertThat(it.line()).isEqualTo(2));
        assertThat(FolderValidation.of(source).json().text("field")).contains("nam");
        assertThat(FolderValidation.of(source.resolve("nothing")).text()).startsWith("cannot look into ");
    }

    @Test
    void refusesToInstallTheStoreIntoItself() throws Exception {
        var inside = new PluginStore(new KagedHome(source.resolve("home"), home.config()));
        assertThatThrownBy(() -> inside.plan(source)).hasMessageContaining("one inside the other");
    }

    @Test
    void refusesALinkThatLeavesTheFolderAndComesBackByItsName() throws Exception {
        Files.createSymbolicLink(source.resolve("back"), Path.of("../source/run.sh"));
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("back is a link that leads out");
        Files.delete(source.resolve("back"));
        Files.createSymbolicLink(source.resolve("past"), Path.of(".git/objects"));
        assertThatThrownBy(() -> store.plan(source)).hasMessageContaining("past is a link into .git");
    }

    @Test
    void purgesWhatIsTooDeepForAPathAndClosed() throws Exception {
        installs();
        var secret = Files.writeString(tmp.resolve("secret"), "not the plugin's");
        var data = Files.createDirectories(home.data("demo"));
        var builder = new ProcessBuilder("python3", "-c", """
                import os, sys
                os.chdir(sys.argv[1])
                for i in range(3000):
                    os.mkdir("deep"); open("f", "w").close(); os.symlink(sys.argv[2], "l"); os.chdir("deep")
                os.chdir(sys.argv[1])
                os.makedirs("closed/inner/more"); os.chmod("closed/inner", 0); os.chmod("closed", 0)
                """, data.toString(), tmp.toString());
        assertThat(builder.inheritIO().start().waitFor()).isZero();
        store.remove(store.planRemoval("demo", true));
        try (var left = Files.list(home.data())) {
            assertThat(left).isEmpty();
        }
        assertThat(secret).exists();
    }

    @Test
    void finishesAPurgeThatWasCutShort() throws Exception {
        installs();
        Files.createDirectories(home.data().resolve(".new-gone-demo/half"));
        Files.createDirectories(home.data().resolve(".new-gone-other/half"));
        assertThat(store.recover()).isEmpty();
        assertThat(home.data()).isEmptyDirectory();
        store.remove(store.planRemoval("demo", true));
        Files.createDirectories(home.data().resolve(".new-gone-demo/half"));
        store.remove(store.planRemoval("demo", true));
        assertThat(home.data()).isEmptyDirectory();
    }

    @Test
    void aPluginThatComesAnewIsNotSwitchedOff() throws Exception {
        var off = home.disabled().resolve("demo");
        Files.createDirectories(home.disabled());
        Files.writeString(off, "by the operator");
        installs();
        assertThat(off).doesNotExist();
        Files.writeString(off, "by the operator");
        store.remove(store.planRemoval("demo", false));
        assertThat(off).doesNotExist();
    }

    @Test
    void theLockIsForNobodyElseAndIsNotAwaitedForEver() throws Exception {
        Files.createDirectories(home.plugins());
        var lock = home.plugins().resolve(".lock");
        Files.createFile(lock);
        mode(lock, "rw-r--r--");
        var holder = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_SH); print('held',"
                                + " flush=True); sys.stdin.read()",
                        lock.toString())
                .start();
        try (var said = holder.inputReader()) {
            assertThat(said.readLine()).isEqualTo("held");
            assertThatThrownBy(() -> StoreLock.take(home.plugins(), Duration.ofMillis(50)))
                    .isInstanceOf(StoreProblem.class)
                    .hasMessageContaining("holds the lock " + lock);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
                    .isEqualTo("rw-------");
        } finally {
            holder.destroyForcibly().waitFor();
        }
        installs();
        Files.delete(lock);
        store.recover();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
                .isEqualTo("rw-------");
    }
}
