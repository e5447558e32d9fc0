package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool;
import dev.outrigger.hosting.context.TerminalSession;
import dev.outrigger.jp.front.FakeTool;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.UserFolder;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RememberedApprovalsTest {
    private static final Tool WRITE = new FakeTool("write", "builtin");

    @TempDir
    Path folder;

    private UserFolder mine;
    private TerminalSession session;

    @BeforeEach
    void aSessionLedByThisProcess() throws Exception {
        Files.createDirectory(folder.resolve("workspace"));
        mine = Workspace.init(folder.resolve("workspace")).userFolder(UserPlaces.of(Map.of("HOME", folder.toString())));
        session = TerminalSession.ledBy(ProcessHandle.current().pid(), "/dev/pts/99")
                .orElseThrow();
    }

    private RememberedApprovals at(TerminalSession session) {
        return new RememberedApprovals(mine, session);
    }

    private Path file() {
        return mine.path().resolve("approvals.json");
    }

    @Test
    void countsForThisToolAtThisTerminalUntilItIsRevoked() throws Problem {
        at(session).grant(WRITE);
        at(session).grant(WRITE);

        assertThat(at(session).granted(WRITE)).isTrue();
        assertThat(at(session).all()).hasSize(1);
        assertThat(at(session).granted(new FakeTool("read", "builtin"))).isFalse();
        assertThat(at(session).granted(new FakeTool("write", "builtin", Tool.Consent.ASK, "changed")))
                .isFalse();
        assertThat(at(session).granted(new FakeTool("write", "mcp.x", Tool.Consent.ASK, "writebuiltin")))
                .isFalse();
        var elsewhere = TerminalSession.ledBy(session.leader(), "/dev/pts/98").orElseThrow();
        assertThat(at(elsewhere).granted(WRITE)).isFalse();
        assertThat(at(elsewhere).all()).as("but seen from there").hasSize(1);
        assertThat(at(elsewhere).revoke(each -> each.isCalled("write"))).isEqualTo(1);
        assertThat(at(session).granted(WRITE)).isFalse();
    }

    @Test
    void endsWithTheSession() throws Exception {
        var shell = new ProcessBuilder("sleep", "600").start();
        var there = TerminalSession.ledBy(shell.pid(), "/dev/pts/99").orElseThrow();
        at(there).grant(WRITE);
        assertThat(at(there).granted(WRITE)).isTrue();

        shell.destroyForcibly().waitFor();

        assertThat(at(there).granted(WRITE)).isFalse();
        at(session).grant(WRITE);
        assertThat(Files.readString(file())).as("the dead one is dropped").doesNotContain("" + shell.pid() + ",");
    }

    @Test
    void aProcessThatGotTheNumberOfTheLeaderIsNotTheLeader() throws Problem {
        at(new TerminalSession(session.terminal(), session.leader(), session.began() - 1, session.boot()))
                .grant(WRITE);

        assertThat(at(session).all()).isEmpty();
        at(new TerminalSession(session.terminal(), session.leader(), session.began(), "another boot"))
                .grant(WRITE);
        assertThat(at(session).all()).isEmpty();
    }

    @Test
    void withoutATerminalNothingIsGranted() throws Problem {
        var nobody = new RememberedApprovals(mine, null);

        nobody.grant(WRITE);

        assertThat(nobody.granted(WRITE)).isFalse();
        assertThat(file()).doesNotExist();
    }

    @Test
    void theFileIsForNobodyElse() throws Exception {
        at(session).grant(WRITE);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void whatCannotBeUnderstoodApprovesNothingAndIsReplaced() throws Exception {
        mine.claim();
        for (var hostile : new String[] {
            "",
            "[]",
            "{\"approvals\": 7}",
            "{\"approvals\": [7]}",
            "{\"approvals\": [{}, {\"tool\": \"write\", \"leader\": -1}]}",
            "{\"approvals\": [{\"tool\":\"write\",\"shown\":\"write\",\"digest\":\"\",\"terminal\":\"\\u0000\","
                    + "\"leader\":0,\"began\":0,\"boot\":\"\",\"at\":\"now\"}]}",
            "[".repeat(100_000),
            "x".repeat(2 << 20)
        }) {
            Files.writeString(file(), hostile);

            assertThat(at(session).granted(WRITE)).isFalse();
            assertThat(at(session).all()).isEmpty();
        }
        at(session).grant(WRITE);
        assertThat(at(session).granted(WRITE)).isTrue();
    }
}
