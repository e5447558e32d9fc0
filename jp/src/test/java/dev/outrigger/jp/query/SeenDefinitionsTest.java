package dev.outrigger.jp.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenDefinitionsTest {
    private static final Tool FIRST = tool("first");
    private static final Tool SECOND = tool("second");

    @TempDir
    Path folder;

    private Path file;
    private SeenDefinitions seen;

    private static Tool tool(String definition) {
        return new FakeTool("read", "mcp.files", Tool.Consent.ASK, definition);
    }

    @BeforeEach
    void aFileThatIsNotThere() {
        file = folder.resolve("jp/unattended.json");
        seen = new SeenDefinitions(new PrivateJson(file));
    }

    @Test
    void whatWasSeenFirstCountsAndAnotherOnlyWhenItWasAccepted() throws Exception {
        assertThat(seen.objection(FIRST)).isEmpty();
        assertThat(seen.objection(SECOND))
                .get()
                .asString()
                .contains("mcp.files/read", "jp tool approvals --accept mcp.files/read");
        assertThat(seen.objection(FIRST)).isEmpty();

        seen.accept(SECOND);

        assertThat(seen.objection(SECOND)).isEmpty();
        assertThat(seen.objection(FIRST)).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatWasTakenBackIsNotSeenForTheFirstTimeAgain() throws Problem {
        assertThat(seen.objection(FIRST)).isEmpty();

        assertThat(seen.revoke(each -> each.tool().equals("mcp.files/read"))).isEqualTo(1);

        assertThat(seen.objection(FIRST)).isPresent();
        assertThat(seen.revoke(_ -> true)).isZero();
        seen.accept(FIRST);
        assertThat(seen.objection(FIRST)).isEmpty();
    }

    @Test
    void whatCannotBeUnderstoodPermitsNothing() throws Exception {
        Files.createDirectories(file.resolveSibling(""));
        for (var hostile : new String[] {
            "",
            "[]",
            "{\"tools\": 7}",
            "{\"tools\": [7]}",
            "{\"tools\": [{\"tool\": \"mcp.files/read\"}]}",
            "{\"tools\": [{\"tool\": \"x\", \"digests\": [], \"at\": \"now\"}]}",
            "x".repeat(2 << 20)
        }) {
            Files.writeString(file, hostile);

            assertThat(seen.objection(FIRST)).as(hostile).get().asString().contains("remove it to begin anew");
            assertThat(Files.readString(file)).isEqualTo(hostile);
        }
    }

    @Test
    void aNameThatIsNoWordIsQuotedWhereItMayBePasted() {
        assertThat(ShellWord.of("mcp.files/read_file")).isEqualTo("mcp.files/read_file");
        assertThat(ShellWord.of("mcp.files/a; rm -rf 'x'")).isEqualTo("'mcp.files/a; rm -rf '\\''x'\\'''");
        assertThat(ShellWord.of("a\n$(x)")).isEqualTo("'a\n$(x)'");
    }
}
