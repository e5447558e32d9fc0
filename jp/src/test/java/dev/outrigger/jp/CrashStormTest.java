package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// kill -9 of jp, of the plugin or of both, at random moments of a push: what was answered `pushed` is there, whole, in
/// order and once; nothing is there by halves; nothing is left alive; and the next one goes on.
class CrashStormTest {
    private static final long SEED = 20250720;
    private static final int STORMS = 2;
    private static final int KILLS = Boolean.getBoolean("outrigger.long") ? 200 : 20;
    private static final int CONVERSATIONS = 3;
    /// How often all is read anew, by a fresh jp.
    private static final int EVERY = 10;

    /// Pushes to the conversations it is given until it is killed, or once to each when its round is the last. What was
    /// answered `pushed` it notes in `answered/<conversation>`; whatever else was answered, in `trouble`.
    private static final String STORM = Python.plugin("""
            def ask_in_earnest(**message):
                answer = ask(**message)
                if answer["type"] == "error":
                    with open("trouble", "a") as trouble:
                        trouble.write(f"{round} {answer}\\n")
                    os._exit(1)
                return answer

            round, last, conversations = args[0], args[1] == "last", args[2:]
            dice = random.Random(round)
            if dice.random() < 0.15:
                subprocess.Popen(["sleep", "300"], start_new_session=True, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            answered = {}
            requests = {}
            for conversation in conversations:
                ask_in_earnest(type="lock", conversation=conversation)
                answered[conversation] = open("answered/" + conversation, "a+")
                answered[conversation].seek(0)
                requests[conversation] = [line.split()[0] for line in answered[conversation] if "open" in line]

            def batch(marker, conversation):
                kind = dice.choice(["chat", "tools", "tools", "open", "reply", "reply", "long"])
                earlier = requests[conversation]
                text = "x" * dice.choice([0, 10, 1000])
                if kind == "chat":
                    events = [{"type": "chat_request"}, {"type": "chat_response"}]
                elif kind == "open":
                    events = [{"type": "tool_call_request", "id": marker, "name": "open"}]
                elif kind == "reply" and earlier:
                    events = [{"type": "tool_call_response", "id": dice.choice(earlier)}, {"type": "chat_response"}]
                elif kind == "long" and dice.random() < 0.3:
                    text = "ü" * dice.randrange(55_000, 150_000)
                    events = [{"type": "chat_request"}, {"type": "chat_response"}]
                else:
                    events = [{"type": "chat_request"}]
                    for i in range(dice.randrange(1, 4)):
                        events.append({"type": "tool_call_request", "id": f"{marker}.{i}", "name": "tool"})
                        events.append({"type": "tool_call_response", "id": f"{marker}.{i}"})
                    events.append({"type": "chat_response"})
                for i, event in enumerate(events):
                    label = f"{marker} {i} {len(events)} {text} end"
                    if event["type"] == "chat_request":
                        event["content"] = label
                    elif event["type"] == "chat_response":
                        event["message"] = label
                    elif event["type"] == "tool_call_request":
                        event["arguments"] = {"label": label}
                    else:
                        event |= {"content": label, "is_error": False}
                return kind, events

            def push(number, conversation):
                marker = f"{round}-{number}"
                kind, events = batch(marker, conversation)
                answer = ask_in_earnest(type="push_events", conversation=conversation, events=events)
                assert answer["type"] == "pushed" and answer["count"] == len(events), answer
                answered[conversation].write(f"{marker} {kind}\\n")
                answered[conversation].flush()
                if kind == "open":
                    requests[conversation].append(marker)

            if last:
                for number, conversation in enumerate(conversations):
                    push(number, conversation)
                leave()
            show("pushing")
            number = 0
            while True:
                push(number, dice.choice(conversations))
                number += 1
            """);

    private enum Victim {
        JP,
        PLUGIN,
        BOTH
    }

    private static final List<Victim> VICTIMS = List.of(Victim.values());

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aPluginThatPushes() throws IOException {
        jail = Jail.in(folder).plugin("storm", STORM).trusted("storm");
        Files.createDirectory(jail.workspace().resolve("answered"));
    }

    @Test
    void whatWasAnsweredIsThereWholeAndOnceWhoeverIsKilledWhenever() throws Exception {
        var storms = new ArrayList<Callable<Storm>>();
        for (int i = 0; i < STORMS; i++) {
            var storm = new Storm(i);
            storms.add(() -> storm.rage(KILLS / STORMS));
        }
        try (var threads = Executors.newFixedThreadPool(STORMS)) {
            int batches = 0;
            for (var storm : threads.invokeAll(storms)) {
                batches += storm.get().batches();
            }
            assertThat(batches).as("batches stored in all").isGreaterThan(KILLS / 4);
        }
    }

    /// One series of runs, each of them killed, on conversations of its own.
    private final class Storm {
        private final int number;
        private final Random dice;
        private final ProcessMark marked = ProcessMark.fresh();
        private final List<StoredBatches> stored = new ArrayList<>();

        Storm(int number) {
            this.number = number;
            this.dice = new Random(SEED + number);
            for (int i = 0; i < CONVERSATIONS; i++) {
                stored.add(batches(jail.jp("conversation", "new").out().strip()));
            }
        }

        int batches() {
            return stored.stream().mapToInt(StoredBatches::count).sum();
        }

        Storm rage(int kills) throws Exception {
            for (int round = 0; round < kills; round++) {
                killed(round);
                for (var each : stored) {
                    each.readOn();
                }
                assertThat(batches() - answers()).as("unanswered").isBetween(0, round + 1);
                if (round % EVERY == EVERY - 1) {
                    asAFreshJpSeesThem();
                }
            }
            var end = jail.jp(words(kills, "last"));
            assertThat(end.code()).as(end.err()).isEqualTo(0);
            for (var each : stored) {
                each.readOn();
                assertThat(each.drafts()).isEmpty();
            }
            asAFreshJpSeesThem();
            marked.awaitNone();
            return this;
        }

        private void killed(int round) throws Exception {
            var victim = VICTIMS.get(dice.nextInt(VICTIMS.size()));
            var errors = folder.resolve("err" + number);
            var builder = jail.builder(jail.command(words(round, "on"))).redirectError(errors.toFile());
            builder.environment().put(marked.name(), marked.value());
            var jp = builder.start();
            boolean early = dice.nextInt(4) == 0;
            try (var out = jp.inputReader()) {
                if (!early) {
                    assertThat(out.readLine()).as(Files.readString(errors)).isEqualTo("\"pushing\"");
                }
                long moment = dice.nextInt(early ? 300_000 : 50_000);
                assertThat(jp.waitFor(moment, TimeUnit.MICROSECONDS))
                        .as("an end that nobody asked for")
                        .isFalse();
                kill(jp, victim);
                assertThat(jp.waitFor(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(jail.workspace().resolve("trouble")).doesNotExist();
            marked.awaitNone("sleep");
        }

        /// The plugin has its pid from the moment it is forked; before that, there is only jp.
        private void kill(Process jp, Victim victim) {
            var plugin = jp.children().findFirst();
            if (victim != Victim.JP) {
                plugin.ifPresent(ProcessHandle::destroyForcibly);
            }
            if (victim != Victim.PLUGIN || plugin.isEmpty()) {
                jp.toHandle().destroyForcibly();
            }
        }

        private String[] words(int round, String mode) {
            var words = new ArrayList<>(List.of("storm", number * 1000 + round + "", mode));
            stored.forEach(each -> words.add(each.id()));
            return words.toArray(String[]::new);
        }

        private StoredBatches batches(String id) {
            return new StoredBatches(id, jail.workspace());
        }

        private int answers() throws IOException {
            int answers = 0;
            for (var each : stored) {
                answers += each.answered().size();
            }
            return answers;
        }

        private void asAFreshJpSeesThem() throws IOException {
            for (var each : stored) {
                var print = jail.jp("--format", "json", "conversation", "print", each.id());
                assertThat(print.code()).as(print.err()).isEqualTo(0);
                var again = batches(each.id());
                again.read(print.out().lines());
                assertThat(again.count()).isEqualTo(each.count());
            }
        }
    }
}
