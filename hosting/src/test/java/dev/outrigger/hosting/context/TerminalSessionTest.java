package dev.outrigger.hosting.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalSessionTest {
    private final TerminalSession ours =
            TerminalSession.ledBy(ProcessHandle.current().pid(), "/dev/pts/99").orElseThrow();

    @Test
    void isReadAsItWasWritten() {
        assertThat(TerminalSession.parse(ours.text())).contains(ours);
        assertThat(TerminalSession.parse("")).isEmpty();
        assertThat(TerminalSession.parse("/dev/pts/1")).isEmpty();
        assertThat(TerminalSession.parse("/dev/pts/1 x 2 boot")).isEmpty();
    }

    @Test
    void livesAsLongAsWhoLeadsIt() throws Exception {
        assertThat(ours.lives()).isTrue();
        var shell = new ProcessBuilder("cat").start();
        var theirs = TerminalSession.ledBy(shell.pid(), "/dev/pts/99").orElseThrow();
        assertThat(theirs.lives()).isTrue();
        shell.destroyForcibly().waitFor();
        assertThat(theirs.lives()).isFalse();
    }

    @Test
    void anotherProcessOfTheSameNumberIsAnother() {
        assertThat(new TerminalSession(ours.terminal(), ours.leader(), ours.began() + 1, ours.boot()).lives())
                .isFalse();
        assertThat(new TerminalSession(ours.terminal(), ours.leader(), ours.began(), "another boot").lives())
                .isFalse();
    }

    /// Nobody is known to lead it, as when the leader is of another container.
    @Test
    void withoutALeaderATerminalThatWasMadeAtAnotherTimeIsAnother() {
        assertThat(new TerminalSession("/dev/null", 0, 1, ours.boot()).lives()).isFalse();
        assertThat(new TerminalSession("/dev/pts/none", 0, 0, ours.boot()).lives())
                .isFalse();
    }
}
