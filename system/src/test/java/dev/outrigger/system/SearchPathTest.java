package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPathTest {
    @TempDir
    Path folder;

    @Test
    void onlyAbsoluteEntriesCount() {
        assertThat(SearchPath.absolute(".::bin:/usr/bin:./x:/bin:")).isEqualTo("/usr/bin:/bin");
    }

    @Test
    void nothingLeftIsNotWhereOneStands() {
        assertThat(SearchPath.absolute(".")).isEqualTo("/usr/bin:/bin");
        assertThat(SearchPath.absolute("")).isEqualTo("/usr/bin:/bin");
        assertThat(SearchPath.outside(folder.toString(), List.of(folder))).isEqualTo("/usr/bin:/bin");
    }

    @Test
    void noEntryLeadsIntoAFolderThatIsAStrangers() throws Exception {
        var clone = folder.resolve("clone");
        Files.createDirectories(clone.resolve("bin"));
        var link = Files.createSymbolicLink(folder.resolve("link"), clone);
        var path = String.join(
                ":",
                clone.toString(),
                clone + "/bin",
                clone + "/not/there",
                clone + "/../clone/bin",
                link.toString(),
                link + "/bin",
                folder + "/clone-not",
                "/bin");

        assertThat(SearchPath.outside(path, List.of(clone))).isEqualTo(folder + "/clone-not:/bin");
        assertThat(SearchPath.outside(path, List.of(link)))
                .as("by any name of it")
                .isEqualTo(folder + "/clone-not:/bin");
    }
}
