package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which conversation a call goes on in: that of whoever sits at its terminal, on real terminals.
class ConversationInUseTest {
    /// `shells.py SCRIPT...`: a shell for each, one after the other, every one at the terminal of the same name.
    private static final String SHELLS = """
            import fcntl, os, sys, termios

            def terminal(wanted):
                others = []
                while True:
                    master, slave = os.openpty()
                    if wanted in (None, os.ttyname(slave)):
                        for other in others:
                            os.close(other)
                        return master, slave
                    others += [master, slave]
                    if len(others) > 200:
                        sys.exit("somebody else has taken " + wanted)

            name = None
            for script in sys.argv[1:]:
                master, slave = terminal(name)
                name = os.ttyname(slave)
                pid = os.fork()
                if pid == 0:
                    os.setsid()
                    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                    for descriptor in range(3):
                        os.dup2(slave, descriptor)
                    os.closerange(3, 256)
                    os.execvp("bash", ["bash", "-c", "tty; " + script])
                os.close(slave)
                while True:
                    try:
                        said = os.read(master, 65536)
                    except OSError:
                        break
                    if not said:
                        break
                    sys.stdout.buffer.write(said)
                os.waitpid(pid, 0)
                os.close(master)
            """;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspace() {
        jail = Jail.in(folder);
    }

    /// What was said at the terminal.
    private String shells(String... scripts) throws IOException {
        var shells = Files.writeString(folder.resolve("shells.py"), SHELLS);
        var words = new ArrayList<String>(List.of("python3", shells.toString()));
        for (var script : scripts) {
            words.add("'" + script.replace("'", "'\\''") + "'");
        }
        var result = jail.with("TERM", "dumb").sh(String.join(" ", words));
        assertThat(result.code()).as(result.err()).isZero();
        return result.out().replace("\r", "");
    }

    private List<Json.Obj> all() throws Exception {
        return ((Json.Arr) jail.jp("c", "ls", "--json").json())
                .items().stream().map(Json.Obj.class::cast).toList();
    }

    private String read(String file) throws IOException {
        return Files.readString(jail.workspace().resolve(file));
    }

    @Test
    void whatIsPipedInOrOutStaysAtTheTerminal() throws Exception {
        var said = shells("""
                $JP c new -t Taxes >id
                git --version | $JP query -m demo "/say one"
                $JP query -m demo "/say two" </dev/null | cat
                echo x | $JP query -m demo "/say three" 2>/dev/null | cat
                setsid -w $JP query -m demo "/say four"
                $JP query -m demo "/say five" </dev/tty >/dev/null 2>&1
                $JP c ls --json >list
                """);

        assertThat(said).contains("one", "two", "three", "four");
        assertThat(all()).hasSize(1);
        assertThat(all().getFirst().text("id")).contains(read("id").strip());
        assertThat(all().getFirst().get("events_count")).contains(Json.of(15L));
        assertThat(JsonText.text(JsonText.parse(read("list").strip()))).contains("\"in_use\":true");
    }

    @Test
    void anotherShellAtATerminalOfTheSameNameBeginsAnew() throws Exception {
        var said = shells("$JP c new -t Mine", "$JP c show; $JP query -m demo '/say hello'; $JP c ls --json >list");

        var terminals = said.lines().filter(line -> line.startsWith("/dev/")).toList();
        assertThat(terminals).hasSize(2);
        assertThat(terminals.getFirst()).isEqualTo(terminals.getLast());
        assertThat(said).contains("no conversation is in use at this terminal");
        assertThat(all()).hasSize(2);
        assertThat(remembered()).as("the first shell is forgotten").hasSize(1);
    }

    @Test
    void twoCallsOfOneShellAreAtTheSameTerminalWhateverIsBetweenThem() throws Exception {
        shells("$JP c new -t Mine >id; (bash -c \"$JP c show\" >shown)");

        assertThat(read("shown")).contains(read("id").strip());
    }

    private List<Path> remembered() throws IOException {
        try (var files = Files.walk(folder.resolve("data/jp/workspace"))) {
            return files.filter(file -> file.toString().contains("/current/")).toList();
        }
    }

    @Test
    void callsWithoutATerminalShareOne() {
        var id = jail.sh("setsid -w $JP c new </dev/null 2>&1 | cat").out().strip();

        assertThat(jail.sh("setsid -w $JP c show </dev/null 2>&1 | cat").out()).contains(id);
    }

    @Test
    void afterTheOneInUseWasDeletedANewOneBeginsAndThatIsSaid() throws Exception {
        var id = jail.jp("c", "new", "-t", "Taxes").out().strip();
        var gone = jail.jp("c", "rm", "--yes", id);
        assertThat(gone.err()).contains("deleted " + id, "in use", "the next query starts a new one");

        var first = jail.jp("query", "-m", "demo", "/say hello");
        assertThat(first.code()).isZero();
        assertThat(first.err()).contains("conversation " + id, "is gone: this is a new one");
        var second = jail.jp("query", "-m", "demo", "/say again");
        assertThat(second.err()).doesNotContain("is gone");

        assertThat(all()).hasSize(1);
        assertThat(all().getFirst().text("id")).isPresent().isNotEqualTo(Optional.of(id));
        assertThat(all().getFirst().get("in_use")).contains(Json.of(true));
    }
}
