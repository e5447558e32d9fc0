package dev.outrigger.kaged.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DaemonWordsTest {
    private static Json.Obj json(String text) throws Exception {
        return (Json.Obj) JsonText.parse(text);
    }

    @Test
    void nothingOnStderrLooksLikeAWordOfTheDaemons() throws Exception {
        var real = DaemonWords.logged(json("""
                {"time":"2026-01-31T12:00:00Z","kind":"life","method":"ready","payload":{"pid":1}}"""));
        assertThat(real).isEqualTo("2026-01-31T12:00:00Z * life ready (pid 1)");
        for (var line : List.of("* life ready (pid 1)", "x\\n" + real, "\\r" + real, "\\u001b[2K\\u001b[G" + real)) {
            var shown = DaemonWords.logged(json(
                    "{\"time\":\"2026-01-31T12:00:00Z\",\"kind\":\"stderr\",\"payload\":{\"line\":\"" + line + "\"}}"));
            assertThat(shown).startsWith("2026-01-31T12:00:00Z | ").doesNotContain("\n", "\r", "\u001b");
        }
    }

    @Test
    void aRowOfTheAuditIsOneLineOfTheTerminalAndKeepsItsOutcome() throws Exception {
        var row = json("""
                {"time":"2026-01-31T12:00:00.123456Z","kind":"call","plugin":"notes","method":"notes.add","outcome":"ok",\
                "duration_us":1500,"user":"60993","payload":{"params":{"text":"%s"}}}""".formatted("words and words ".repeat(30)));
        var head = "2026-01-31T12:00:00Z  call  notes  notes.add  ok  1.500 ms  user 60993";

        assertThat(AuditShowCommand.cut(row, new StreamLook(true, false, 120)))
                .startsWith(head + "  {\"params\"")
                .endsWith("…")
                .hasSize(120);
        assertThat(AuditShowCommand.cut(row, new StreamLook(true, false, 80))).isEqualTo(head + " …");
        assertThat(AuditShowCommand.cut(row, new StreamLook(true, false, 40))).isEqualTo(head + " …");
        assertThat(AuditShowCommand.cut(row, StreamLook.PLAIN))
                .startsWith("2026-01-31T12:00:00.123456Z  call")
                .endsWith("…")
                .hasSize(200);
    }

    /// U+009D begins a title for many terminals, and U+0090, U+0098, U+009E, U+009F what they swallow to its end:
    /// behind one, words would be there for nobody to see.
    @ParameterizedTest
    @MethodSource("controls")
    void nothingIsHiddenBehindAControl(String control) throws Exception {
        var hidden = "before" + control + "0;hidden\u009c after";
        var seen = "before<U+%04X>0;hidden<U+009C> after".formatted((int) control.charAt(0));
        var row = Json.object()
                .put("time", "T")
                .put("kind", "stderr")
                .put("method", hidden)
                .put("payload", Json.object().put("line", hidden).build())
                .build();
        var logged = DaemonWords.logged(row);
        var audited = DaemonWords.row(row);
        var listed = DaemonWords.plugins(
                List.of(Json.object()
                        .put("name", "p")
                        .put("state", "broken")
                        .put("detail", hidden)
                        .build()),
                Instant.EPOCH);
        var plan = Json.object()
                .put("manifest", Json.object().put("description", hidden).build())
                .build();
        for (var text : List.of(logged, audited, listed, InstallPlanText.of(plan, false))) {
            assertThat(text).contains(seen).doesNotContain(control, "\u009c");
        }
        // Our printer drops what a terminal would obey; nothing of this is left to be dropped.
        assertThat(TerminalEscapes.strip(logged)).isEqualTo(logged);
    }

    static Stream<String> controls() {
        return IntStream.concat(IntStream.of(0x1b, 0x7f), IntStream.rangeClosed(0x80, 0x9f))
                .mapToObj(Character::toString);
    }

    @Test
    void anInstallationIsToldInWords() throws Exception {
        assertThat(DaemonWords.logged(json("""
                {"time":"T","kind":"install","method":"upgraded","user":"1000","payload":{"version":"2.0.0",
                 "source":"/src/p","digest":"abc","capabilities":{"added":["net:*"],"removed":[],"kept":[]}}}""")))
                .isEqualTo("T * install upgraded 2.0.0 from /src/p; may now: net:* by user 1000");
    }

    @Test
    void aReasonIsSaidOnce() throws Exception {
        var now = Instant.parse("2026-01-31T12:00:03Z");
        var plugin = """
                {"name":"p","version":"1","state":"waiting","detail":"%s","since":"2026-01-31T12:00:00Z",
                 "last_failure":{"at":"2026-01-31T12:00:00Z","words":"it crashed"}}""";
        assertThat(DaemonWords.plugins(List.of(json(plugin.formatted("it crashed"))), now))
                .containsOnlyOnce("it crashed")
                .contains("last failure 3 s ago: it crashed");
        assertThat(DaemonWords.plugins(List.of(json(plugin.formatted("by the operator"))), now))
                .contains("by the operator; last failure 3 s ago: it crashed");
    }

    @Test
    void aTimeIsToldToTheSecond() {
        assertThat(DaemonWords.seconds("2026-01-31T12:00:00.123456789Z")).isEqualTo("2026-01-31T12:00:00Z");
    }

    @Test
    void aFileThatCannotBeReadIsExplained() {
        assertThat(FileErrorWords.of(new NoSuchFileException("/nope"))).isEqualTo("there is no such file or folder");
        assertThat(FileErrorWords.of(new AccessDeniedException("/nope"))).isEqualTo("permission denied");
    }
}
