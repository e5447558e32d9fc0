package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Full disks, read-only ones, folders that cannot be used, readers that left: what was stored stays, and the rest is
/// told.
class NothingLostTest {
    /// Does what its first argument says, in Python.
    private static final String SAVER = Python.plugin("""
            conversation = None

            def outcome(answer):
                return answer.get("code", answer["type"])

            def push(size):
                event = {"type": "chat_response", "message": "x" * size}
                return outcome(ask(type="push_events", conversation=conversation, events=[event]))

            def stored():
                events = ask(type="read_events", conversation=conversation)["data"]
                return [len(event["message"]) for event in events]

            exec(args[0])
            leave()
            """);

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aPluginThatSaves() throws IOException {
        jail = Jail.in(folder)
                .plugin("saver", SAVER)
                .trusted("saver")
                .config("[plugins]\nshutdown_timeout_secs = 10\n");
        Files.createDirectory(folder.resolve("small"));
    }

    @Test
    void aPushOnAFullDiskIsRefusedAndWorksAgainWhenThereIsSpace() throws IOException {
        jail.with("SCRIPT", """
                conversation = ask(type="create_conversation")["conversation"]
                show([push(10), push(1_000_000), push(20), stored()])
                try:
                    with open("filler", "wb", 0) as filler:
                        while filler.write(bytes(4096)): pass
                except OSError: pass
                show([push(9000), outcome(ask(type="create_conversation")), stored()])
                os.remove("filler")
                show([push(9000), outcome(ask(type="create_conversation")), stored()])
                """);

        var result = jail.sh("""
                unshare -rm bash -euc '
                    mount -t tmpfs -o size=256k tmpfs ../small
                    cd ../small
                    $JP init >/dev/null
                    $JP saver "$SCRIPT"
                    $JP --format json conversation ls | jq -c "[.[].events_count] | sort"
                    $JP doctor >/dev/null
                '""");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.out()).isEqualTo("""
                ["pushed", "storage", "pushed", [10, 20]]
                ["storage", "storage", [10, 20]]
                ["pushed", "created", [10, 20, 9000]]
                [0,3]
                """);
    }

    @Test
    void aReadOnlyWorkspaceIsReadAndItsWritersAreTold() {
        var id = jail.jp("saver", """
                conversation = ask(type="create_conversation")["conversation"]
                push(10)
                say(type="print", text=conversation)
                """).out();
        jail.with("SCRIPT", """
                conversation = "%s"
                show(stored())
                show(len(ask(type="list_conversations")["data"]))
                show([outcome(ask(type="lock", conversation=conversation)), push(1), outcome(ask(type="create_conversation"))])
                """.formatted(id));

        var result = jail.sh("""
                unshare -rm bash -euc '
                    mount --bind . . && mount -o remount,bind,ro . && cd "$PWD"
                    $JP saver "$SCRIPT"
                '""");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.out()).isEqualTo("[10]\n1\n[\"storage\", \"not_locked\", \"storage\"]\n");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "XDG_STATE_HOME, full",
        "XDG_STATE_HOME, read-only",
        "XDG_STATE_HOME, a file",
        "XDG_DATA_HOME, full",
        "XDG_DATA_HOME, read-only",
        "XDG_DATA_HOME, a file"
    })
    void whatJpKeepsForItselfStopsNothing(String variable, String state) {
        jail.with("VARIABLE", variable).with("SCRIPT", "print('oh', file=sys.stderr, flush=True); show('ran')");
        var preparation = switch (state) {
            case "full" -> "mount -t tmpfs -o size=64k tmpfs ../small; head -c 1M /dev/zero > ../small/x || true";
            case "read-only" -> "mount -t tmpfs -o ro tmpfs ../small";
            default -> "rmdir ../small; touch ../small";
        };

        var result = jail.with("PREPARATION", preparation).sh("""
                unshare -rm bash -euc '
                    eval "$PREPARATION" 2>/dev/null
                    export $VARIABLE=$(realpath ../small)
                    $JP -vvvv saver "$SCRIPT"
                    $JP conversation new --title kept | wc -l
                    $JP conversation ls --format json | jq -r ".[].title"
                '""");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.out()).isEqualTo("\"ran\"\n1\nkept\n");
        assertThat(result.err()).contains("oh").doesNotContain("error:");
    }

    @Test
    void aTraceThatCannotBeWrittenIsToldAndThePluginRunsAllTheSame() {
        var result = jail.jp("--trace-plugin", "/dev/full", "saver", "show('ran')");

        assertThat(result.out()).isEqualTo("\"ran\"\n");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).startsWith("error: cannot write the trace to /dev/full: No space left on device\n");
    }

    /// A record of a run without its text is what another jp sees while it is being written, or on a full disk.
    @Test
    void anotherJpLeavesARunAloneWhoseRecordIsEmpty() throws Exception {
        var jp = jail.builder(jail.command("saver", "show(os.environ['JP_RUN']); sys.stdin.readline()"))
                .start();
        try (var out = jp.inputReader()) {
            var cookie = out.readLine().replace("\"", "");
            Files.writeString(jail.state().resolve("runs").resolve(cookie), "");

            assertThat(jail.jp("saver", "show('another')").code()).isEqualTo(0);

            assertThat(jp.isAlive()).isTrue();
            assertThat(jail.sh("kill -TERM " + jp.pid()).code()).isEqualTo(0);
            assertThat(jp.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(jp.exitValue()).as("of the plugin, which left in peace").isEqualTo(0);
        }
    }

    @Test
    void whoIsToldToLeaveBecauseTheReaderLeftMayStillSave() {
        var result = jail.with("SCRIPT", """
                conversation = ask(type="create_conversation")["conversation"]
                import select
                while not select.select([sys.stdin], [], [], 0)[0]:
                    say(type="print", text="line\\n")
                assert json.loads(sys.stdin.readline())["type"] == "shutdown"
                open("saved", "w").write(push(10))
                """).sh("$JP saver \"$SCRIPT\" | head -1; echo ${PIPESTATUS[0]}; cat saved");

        assertThat(result.out()).isEqualTo("line\n141\npushed");
        assertThat(result.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void whoIsToldToLeaveByASignalMayStillSave(String signal) throws Exception {
        var jp = jail.builder(jail.command("saver", """
                conversation = ask(type="create_conversation")["conversation"]
                open("there", "w").close()
                assert json.loads(sys.stdin.readline())["type"] == "shutdown"
                show(push(10))
                """)).start();
        try (var out = jp.inputReader()) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Files.exists(jail.workspace().resolve("there")));
            assertThat(jail.sh("kill -" + signal + " " + jp.pid()).code()).isEqualTo(0);

            assertThat(out.readLine()).isEqualTo("\"pushed\"");
            assertThat(jp.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(jp.exitValue()).isEqualTo(0);
        }
    }
}
