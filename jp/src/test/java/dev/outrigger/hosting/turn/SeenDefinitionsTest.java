package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.front.FakeTool;
import dev.outrigger.terminal.ShellWord;
import dev.outrigger.terminal.program.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
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

    private Optional<String> objection(Tool tool) {
        return Optional.ofNullable(seen.objections(List.of(tool)).get(tool.fullName()));
    }

    @BeforeEach
    void aFileThatIsNotThere() {
        file = folder.resolve("jp/unattended.json");
        seen = new SeenDefinitions(new PrivateJsonFile(file));
    }

    @Test
    void whatWasSeenFirstCountsAndAnotherOnlyWhenItWasAccepted() throws Exception {
        assertThat(objection(FIRST)).isEmpty();
        assertThat(objection(SECOND))
                .get()
                .asString()
                .contains("mcp.files/read", "jp tool approvals --accept mcp.files/read");
        assertThat(objection(FIRST)).isEmpty();

        seen.accept(SECOND);

        assertThat(objection(SECOND)).isEmpty();
        assertThat(objection(FIRST)).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatWasTakenBackIsNotSeenForTheFirstTimeAgain() throws Problem {
        assertThat(objection(FIRST)).isEmpty();

        assertThat(seen.revoke(each -> each.tool().equals("mcp.files/read"))).isEqualTo(1);

        assertThat(objection(FIRST)).isPresent();
        assertThat(seen.revoke(_ -> true)).isZero();
        seen.accept(FIRST);
        assertThat(objection(FIRST)).isEmpty();
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

            assertThat(objection(FIRST)).as(hostile).get().asString().contains("remove it to begin anew");
            assertThat(Files.readString(file)).isEqualTo(hostile);
        }
    }

    @Test
    void aNameThatIsNoWordIsQuotedWhereItMayBePasted() {
        assertThat(ShellWord.of("mcp.files/read_file")).isEqualTo("mcp.files/read_file");
        assertThat(ShellWord.of("mcp.files/a; rm -rf 'x'")).isEqualTo("'mcp.files/a; rm -rf '\\''x'\\'''");
        assertThat(ShellWord.of("a\n$(x)\u202e'\\")).isEqualTo("$'a\\U0000000a$(x)\\U0000202e\\'\\\\'");
    }
}
