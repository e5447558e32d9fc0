package dev.outrigger.jp;

import static dev.outrigger.jp.RogueCase.behaves;
import static dev.outrigger.jp.RogueCase.flag;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever a plugin does, jp ends with the documented code and words, in bounded memory, and leaves no process behind.
class RogueTest {
    private static final Path ROGUE = Jail.CLONE.resolve("conformance/rogue");
    private static final String HANDSHAKE = "handshake_timeout_secs";
    private static final String GRACE = "shutdown_timeout_secs";
    private static final String STALL = "stall_secs";

    /// How often one asks that does not read meanwhile.
    private static final String ASKED = Boolean.getBoolean("outrigger.long") ? "100000" : "20000";

    private static final long MOST_KILOBYTES = 400_000;

    static Stream<RogueCase> cases() {
        return Stream.of(well(), handshakes(), lines(), requests(), floods(), readers(), ends(), asked())
                .flatMap(List::stream);
    }

    private static List<RogueCase> well() {
        return List.of(
                behaves("good"),
                behaves("protocol-1"),
                behaves("ready-early").beforeInit(),
                behaves("blank-lines"),
                behaves("crlf"),
                behaves("slow-reader"),
                flag("waits").on("TERM").prints("waiting\n"),
                flag("waits").on("INT").prints("waiting\n"));
    }

    private static List<RogueCase> handshakes() {
        return List.of(
                flag("no-handshake").with(HANDSHAKE, 1).ends(1).says("did not say `ready` within 1 s"),
                flag("deaf").beforeInit().with(HANDSHAKE, 1).ends(1).says("did not say `ready` within 1 s"),
                flag("ready-late").with(HANDSHAKE, 1).ends(1).says("did not say `ready` within 1 s"),
                behaves("ready-late", "0.2"),
                behaves("ready-twice"),
                behaves("no-ready"),
                flag("protocol-2").ends(1).says("wants version 2 of the plugin protocol, this jp speaks 1"),
                flag("eof-at-once").beforeInit().ends(1).says("ended without `exit`: exit status 0"));
    }

    private static List<RogueCase> lines() {
        return List.of(
                flag("half-line")
                        .ends(1)
                        .says("ended without `exit`: exit status 0")
                        .strays(1),
                flag("no-newline").ends(7),
                behaves("gibberish").strays(5),
                behaves("gibberish-19").strays(38),
                flag("gibberish-20")
                        .ends(1)
                        .says("20 lines in a row", "gibberish 20")
                        .strays(20),
                behaves("deep").strays(1),
                behaves("bad-utf8").strays(1),
                behaves("nan").strays(2),
                behaves("duplicate-keys").strays(2),
                behaves("lone-surrogate").strays(1),
                behaves("nul-bytes").strays(1),
                behaves("oversized").strays(1).floods(),
                flag("oversized-many")
                        .ends(1)
                        .says("20 lines in a row", "max_line_bytes")
                        .strays(20)
                        .floods());
    }

    private static List<RogueCase> requests() {
        return List.of(
                behaves("unknown-type"),
                behaves("unknown-type-many"),
                behaves("missing-field"),
                behaves("numeric-id"),
                behaves("escaping-id"),
                flag("exit-300").ends(1).says("ended without `exit`: exit status 0"));
    }

    private static List<RogueCase> floods() {
        return List.of(
                flag("endless-line")
                        .with(HANDSHAKE, 1)
                        .ends(1)
                        .says("did not say `ready` within 1 s")
                        .floods(),
                behaves("stderr-flood").floods(),
                behaves("stderr-line").floods(),
                flag("stdout-flood")
                        .ends(1)
                        .says("20 lines in a row", "garbage")
                        .strays(20)
                        .floods(),
                flag("log-flood").on("INT").ends(130).floods(),
                flag("print-flood").on("TERM").ends(143).prints("line\n").floods());
    }

    private static List<RogueCase> readers() {
        return List.of(
                flag("stops-reading", ASKED).prints("all answers in order\n").floods(),
                flag("stops-reading", "9000").with("queue_bytes", 65_536).prints("all answers in order\n"),
                flag("never-reads", "9000").with("queue_bytes", 65_536).ends(1).says("left its answers unread for 2 s"),
                // However slow the machine is: not for what it leaves unread.
                flag("never-reads")
                        .with("queue_bytes", 65_536)
                        .with(STALL, 60)
                        .ends(1)
                        .says("without waiting for an answer")
                        .floods(),
                flag("never-reads-closes", ASKED)
                        .ends(1)
                        .says("closed its stdout and lived on")
                        .floods(),
                behaves("closes-stdin"));
    }

    private static List<RogueCase> ends() {
        return List.of(
                flag("closes-stdout").ends(1).says("closed its stdout and lived on"),
                flag("ignores-shutdown").on("INT").ends(130).prints("waiting\n"),
                flag("ignores-sigterm").on("TERM").ends(143).prints("waiting\n"),
                flag("slow-shutdown", "0.2")
                        .with(GRACE, 20)
                        .on("INT")
                        .ends(42)
                        .prints("waiting\n")
                        .says("shut down in good order"),
                flag("slow-shutdown", "600").on("TERM").ends(143).prints("waiting\n"),
                behaves("double-fork"),
                flag("double-fork-dies").ends(1).says("ended without `exit`: exit status 3"),
                behaves("grandchildren"),
                flag("exits-with-lock").ends(1).says("ended without `exit`: exit status 3", "\n  holding "),
                flag("exit-255").ends(255).says("error: the highest code there is\n"),
                flag("exit-without-reason").ends(4),
                flag("exit-before-ready").ends(5).says("error: no mood today\n"),
                flag("dies").ends(1).says("ended without `exit`: exit status 3", "\n  first words\n  last words\n"),
                flag("dies-by-signal").ends(1).says("ended without `exit`", "SIGKILL", "\n  about to die\n"),
                flag("dies-by-segv").ends(1).says("ended without `exit`", "SIGSEGV"),
                flag("status-0-without-exit").ends(1).says("ended without `exit`: exit status 0"),
                flag("says-exit-and-lives").ends(6).says("error: gone, says he\n"),
                flag("print-after-exit").prints("before\n"),
                behaves("status-differs"),
                flag("escapes")
                        .ends(1)
                        .prints("\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m\u009b31m\n")
                        .says("error: red\n"));
    }

    /// Whoever misbehaves only when asked to describe itself runs like anyone.
    private static List<RogueCase> asked() {
        return Stream.of(
                        "silent",
                        "late",
                        "endless-line",
                        "dies",
                        "daemon-dies",
                        "takes-for-init",
                        "floods",
                        "long-line",
                        "stderr-flood",
                        "daemon",
                        "lives-on",
                        "escapes",
                        "huge")
                .map(what -> behaves("asked-" + what).beforeInit())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Execution(ExecutionMode.CONCURRENT)
    void endsAsDocumentedAndLeavesNobody(RogueCase rogue, @TempDir Path folder) throws Exception {
        var jail = rogueIn(folder, rogue.limits());
        var run = new WatchedRun(jail, folder);
        if (!rogue.signal().isEmpty()) {
            run.signal(rogue.signal(), out -> Files.size(out) > 0 || Files.exists(logs(jail)));
        }
        var words = Stream.concat(Stream.of("rogue", rogue.flag()), rogue.args().stream());
        if (rogue.early()) {
            jail.with("JP_ROGUE", rogue.flag());
        }

        var seen = run.run(words.toArray(String[]::new));

        assertThat(seen.survivors()).isEmpty();
        assertThat(seen.code()).as(seen.err()).isEqualTo(rogue.code());
        if (rogue.flag().equals("print-flood")) {
            assertThat(seen.out()).startsWith(rogue.out());
        } else {
            assertThat(seen.out()).isEqualTo(rogue.out());
        }
        if (said(rogue).isEmpty()) {
            assertThat(seen.err()).isEmpty();
        } else {
            assertThat(seen.err()).contains(said(rogue));
        }
        if (rogue.signal().isEmpty()) {
            // Who is killed amid a line leaves half of it.
            assertThat(straysIn(logs(jail))).isEqualTo(rogue.strays());
        }
        if (rogue.flood()) {
            assertThat(seen.peakKilobytes()).isBetween(1L, MOST_KILOBYTES);
        }
    }

    @Test
    void everyFlagHasACaseAndARowWithItsCodes() throws Exception {
        var list = new ProcessBuilder(ROGUE.resolve("jp-rogue").toString(), "--list").start();
        var flags = new TreeSet<String>();
        list.inputReader(StandardCharsets.UTF_8).lines().forEach(line -> flags.add(line.split(" ", 2)[0]));
        var codes = new TreeMap<String, TreeSet<String>>();
        cases().forEach(one ->
                codes.computeIfAbsent(one.flag(), _ -> new TreeSet<>()).add(Integer.toString(one.code())));

        assertThat(list.waitFor()).isEqualTo(0);
        assertThat(codes.keySet()).isEqualTo(flags);
        var documented = documentedCodes();
        assertThat(documented.keySet()).isEqualTo(flags);
        codes.forEach((flag, found) -> assertThat(documented.get(flag)).as(flag).containsAll(found));
    }

    @Test
    void aLockOfOneThatDiesIsFreeAndWhatItPushedIsThere(@TempDir Path folder) throws IOException {
        var jail = rogueIn(folder, "");

        jail.jp("rogue", "exits-with-lock");

        var id = jail.sh("$JP conversation ls --format json | jq -r '.[].id'")
                .out()
                .strip();
        assertThat(jail.jp("conversation", "rename", id, "free again").code()).isEqualTo(0);
        assertThat(jail.jp("conversation", "print", id).out()).contains("bye");
    }

    @Test
    void nothingCountsAfterExit(@TempDir Path folder) throws IOException {
        var jail = rogueIn(folder, "");

        jail.jp("rogue", "print-after-exit");

        assertThat(jail.jp("conversation", "ls", "--format", "json").out().strip())
                .isEqualTo("[]");
    }

    @Test
    void onATerminalOnlyColourIsLeftOfItsEscapes(@TempDir Path folder) throws IOException {
        var jail = rogueIn(folder, "").with("TERM", "xterm-256color");

        var shown = jail.sh("script -qec '$JP rogue escapes; $JP conversation ls' /dev/null")
                .out();

        assertThat(shown).contains("\u001b[31mred\u001b[0m").doesNotContain("owned", "\u001b[2J", "\u009b");
    }

    @Test
    void aReaderThatLeavesEndsAFloodSilently(@TempDir Path folder) throws IOException {
        var result = rogueIn(folder, "").sh("$JP rogue print-flood | head -1; echo ${PIPESTATUS[0]}");

        assertThat(result.out()).isEqualTo("line\n141\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void aSignalEndsItThoughNobodyReadsWhatItPrints(@TempDir Path folder) throws IOException {
        var result = rogueIn(folder, "").sh("""
                mkfifo flood
                exec 3<>flood
                "$JP" rogue print-flood >flood 3>&- &
                head -c 5 <&3
                kill -TERM $!
                wait $!
                echo $?
                """);

        assertThat(result.out()).isEqualTo("line\n143\n");
    }

    private static Jail rogueIn(Path folder, String limits) throws IOException {
        var jail = Jail.in(folder).plugin("rogue", ROGUE.resolve("jp-rogue")).trusted("rogue");
        return jail.config("[plugins]\n" + unlessIn(limits, GRACE, 1) + unlessIn(limits, STALL, 2) + limits);
    }

    private static String unlessIn(String limits, String key, int value) {
        return limits.contains(key) ? "" : key + " = " + value + "\n";
    }

    private static List<String> said(RogueCase rogue) {
        if (rogue.strays() == 0 || !rogue.said().isEmpty()) {
            return rogue.said();
        }
        return List.of("warning: jp-rogue wrote " + rogue.strays()
                + (rogue.strays() == 1 ? " line that is no message;" : " lines that are no messages;"));
    }

    private static Path logs(Jail jail) {
        return jail.state().resolve("log");
    }

    private static long straysIn(Path logs) throws IOException {
        if (!Files.exists(logs)) {
            return 0;
        }
        long strays = 0;
        try (var files = Files.list(logs)) {
            for (var file : files.toList()) {
                try (var lines = Files.lines(file)) {
                    strays += lines.filter(line -> line.contains(" is no message ("))
                            .count();
                }
            }
        }
        return strays;
    }

    /// By flag; a row has one or several flags, and one or several codes.
    private static Map<String, List<String>> documentedCodes() throws IOException {
        var codes = new HashMap<String, List<String>>();
        for (var line : Files.readAllLines(ROGUE.resolve("outcomes.md"))) {
            var cells = line.split(" \\| ", 3);
            if (line.startsWith("| `") && cells.length == 3) {
                Pattern.compile("`([a-z0-9-]+)`")
                        .matcher(cells[0])
                        .results()
                        .forEach(flag -> codes.put(flag.group(1), List.of(cells[1].split("[ /]+"))));
            }
        }
        return codes;
    }
}
