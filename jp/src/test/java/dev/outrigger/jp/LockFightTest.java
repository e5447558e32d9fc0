package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Everyone who wants to write a conversation meets at its lock: hosts with their plugins, and scripts with flock(1).
class LockFightTest {
    /// Somebody dies in one of eight, in each of the ways.
    private static final int TURNS = Boolean.getBoolean("outrigger.long") ? 24 : 8;

    /// Takes its turns, some of which end with its own death or with its host's. A turn adds one to the last number in
    /// the conversation, so that two holders at once would also be seen there.
    private static final String FIGHTER = Python.plugin("""
            conversation, who, wanted = args[0], args[1], int(args[2])
            with open("turns") as turns:
                taken = sum(line == f"begin {who}\\n" for line in turns)
            turns = open("turns", "a")

            def note(word):
                turns.write(f"{word} {who}\\n")
                turns.flush()

            while taken < wanted:
                answer = ask(type="lock", conversation=conversation)
                if answer["type"] == "error":
                    assert answer["code"] == "locked", answer
                    time.sleep(random.random() / 300)
                    continue
                note("begin")
                taken += 1
                numbers = [event["message"] for event in ask(type="read_events", conversation=conversation)["data"]]
                event = {"type": "chat_response", "message": str(len(numbers))}
                answer = ask(type="push_events", conversation=conversation, events=[event])
                assert answer["type"] == "pushed", answer
                if taken % 8 == 3:
                    note("die")
                    os.kill(os.getppid(), 9)
                    time.sleep(300)
                if taken % 8 == 7:
                    note("die")
                    os.kill(os.getpid(), 9)
                note("end")
                ask(type="unlock", conversation=conversation)
            leave()
            """);

    /// The same in the shell, which pushes nothing.
    private static final String SCRIPT = """
            for ((turn = 0; turn < $TURNS; turn++)); do
                export turn
                flock "$LOCK" bash -c '
                    echo "begin script" >> turns
                    if ((turn % 8 == 5)); then echo "die script" >> turns; kill -9 $$; fi
                    echo "end script" >> turns'
            done
            true
            """;

    /// Leaves somebody behind who must not have the lock.
    private static final String HOLDER = Python.plugin("""
            subprocess.Popen(["sleep", "300"], start_new_session=True)
            show(ask(type="lock", conversation=args[0])["type"])
            time.sleep(300)
            """);

    @TempDir
    Path folder;

    private final ProcessMark marked = ProcessMark.fresh();
    private Jail jail;
    private String id;

    @BeforeEach
    void aConversation() throws IOException {
        jail = Jail.in(folder)
                .plugin("fighter", FIGHTER)
                .trusted("fighter")
                .plugin("holder", HOLDER)
                .trusted("holder");
        jail.plugin("brawler", jail.plugins().resolve("jp-fighter")).trusted("brawler");
        id = jail.jp("conversation", "new").out().strip();
        jail.with(marked.name(), marked.value())
                .with("TURNS", Integer.toString(TURNS))
                .with(
                        "LOCK",
                        jail.workspace().resolve(".jp/locks/" + id + ".lock").toString());
    }

    @Test
    void thereAreNeverTwoHoldersAndEveryoneGetsTheirTurns() throws Exception {
        var file = Files.createFile(jail.workspace().resolve("turns"));
        var fighters = List.<Callable<String>>of(
                () -> fight("fighter", "left"),
                () -> fight("fighter", "right"),
                () -> fight("brawler", "other"),
                () -> script());
        try (var threads = Executors.newFixedThreadPool(fighters.size())) {
            for (var fighter : threads.invokeAll(fighters)) {
                fighter.get();
            }
        }

        assertThat(turns(Files.readAllLines(file)))
                .isEqualTo(Map.of("left", TURNS, "right", TURNS, "other", TURNS, "script", TURNS));
        assertThat(numbers()).isEqualTo(counted(3 * TURNS));
        assertThat(isFree()).isTrue();
        marked.awaitNone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "plugin"})
    void theLockIsFreeAtOnceWhenItsHolderIsKilled(String victim) throws Exception {
        var jp = jail.builder(jail.command("holder", id)).start();
        try (var out = jp.inputReader()) {
            assertThat(out.readLine()).isEqualTo("\"locked\"");
            assertThat(isFree()).isFalse();

            var killed = victim.equals("host")
                    ? jp.toHandle()
                    : jp.children().findFirst().orElseThrow();
            assertThat(killed.destroyForcibly()).isTrue();
            assertThat(jp.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(isFree()).isTrue();
        jail.plugin("next", Python.plugin("show(ask(type='lock', conversation=args[0])['type']); leave()"))
                .trusted("next");
        assertThat(jail.jp("next", id).out()).isEqualTo("\"locked\"\n");
        marked.awaitNone();
    }

    /// Again and again, until it leaves of its own will.
    private String fight(String plugin, String who) {
        for (int lives = 0; lives < TURNS; lives++) {
            var result = jail.jp(plugin, id, who, Integer.toString(TURNS));
            if (result.code() == 0) {
                return who;
            }
            if (result.code() != 128 + 9) {
                assertThat(result.err()).contains("SIGKILL");
            }
        }
        throw new AssertionError(who + " never came to an end");
    }

    private String script() {
        var result = jail.sh(SCRIPT);
        assertThat(result.code()).as(result.err()).isEqualTo(0);
        return "script";
    }

    private boolean isFree() {
        return jail.sh("flock -n \"$LOCK\" true").code() == 0;
    }

    private static Map<String, Integer> turns(List<String> lines) {
        var turns = new HashMap<String, Integer>();
        var holder = "";
        for (var line : lines) {
            var who = line.substring(line.indexOf(' ') + 1);
            if (line.startsWith("begin ")) {
                assertThat(holder).as("holder when " + who + " began").isEmpty();
                turns.merge(who, 1, Integer::sum);
                holder = who;
            } else {
                assertThat(who).isEqualTo(holder);
                holder = "";
            }
        }
        assertThat(holder).isEmpty();
        return turns;
    }

    private List<String> numbers() {
        var numbers = new ArrayList<String>();
        jail.jp("--format", "json", "conversation", "print", id)
                .out()
                .lines()
                .forEach(line -> numbers.add(((Json.Obj) new Jail.Result(0, line, "").json())
                        .text("message")
                        .orElseThrow()));
        return numbers;
    }

    private static List<String> counted(int count) {
        var numbers = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }
}
