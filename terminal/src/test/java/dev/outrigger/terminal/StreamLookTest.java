package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamLookTest {
    private static String onTerminal(String variables, String redirection) throws IOException {
        // set for the probe alone, since a shell would mend COLUMNS after stty
        var line = "stty rows 11 cols 66; env " + variables + " " + TerminalProbe.line("look") + redirection;
        var probe = TerminalProbe.onTerminal(Map.of(), line);
        probe.getOutputStream().close();
        return new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    }

    @Test
    void knowsATerminalAndItsWidth() throws Exception {
        assertThat(onTerminal("", "")).contains("out true true 66 err true\n");
        assertThat(onTerminal("COLUMNS=50", "")).contains("out true true 50 err true\n");
        assertThat(onTerminal("COLUMNS=many", "")).contains("out true true 66 err true\n");
    }

    @Test
    void knowsEachStreamForItself() throws Exception {
        assertThat(onTerminal("", "| cat")).contains("out false false 80 err true\n");
        assertThat(onTerminal("", "2>/dev/null")).contains("out true true 66 err false\n");
        assertThat(onTerminal("", "2>&-")).contains("out true true 66 err false\n");
    }

    @Test
    void breaksNotesBetweenWordsWithAndWithoutColour() throws Exception {
        for (var dim : new String[] {"\u001b[2m%s\u001b[0m\n", "%s\n"}) {
            var env = Map.of("NO_COLOR", dim.startsWith("%") ? "1" : "");
            var probe = TerminalProbe.onTerminal(
                    env, "stty rows 10 cols 20; " + TerminalProbe.line("dimmed", "for now, or for good and all"));
            assertThat(new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", ""))
                    .contains(dim.formatted("for now, or for good") + dim.formatted("and all"));
        }
    }

    @Test
    void coloursATerminalUnlessToldOtherwise() {
        assertThat(StreamLook.colour(true, Map.of())).isTrue();
        assertThat(StreamLook.colour(true, Map.of("NO_COLOR", ""))).isTrue();
        assertThat(StreamLook.colour(true, Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(StreamLook.colour(true, Map.of("TERM", "dumb"))).isFalse();
    }

    @Test
    void coloursElsewhereOnlyWhenForced() {
        assertThat(StreamLook.colour(false, Map.of("TERM", "xterm"))).isFalse();
        assertThat(StreamLook.colour(false, Map.of("CLICOLOR_FORCE", "1"))).isTrue();
        assertThat(StreamLook.colour(false, Map.of("CLICOLOR_FORCE", "0"))).isFalse();
        assertThat(StreamLook.colour(false, Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1")))
                .isFalse();
    }

    @Test
    void doesNotBelieveEveryWidth() {
        assertThat(new StreamLook(false, false, 0).width()).isPositive();
        assertThat(StreamLook.number("0")).isZero();
        assertThat(StreamLook.number("-5")).isZero();
        assertThat(StreamLook.number("99999999999")).isZero();
        assertThat(StreamLook.number("")).isZero();
        assertThat(ScreenSize.parse("24 80\n")).isEqualTo(new ScreenSize(24, 80));
    }

    @Test
    void aTerminalThatWasNeverToldHowLargeItIsIsOneOfUnknownSize() {
        var usual = new ScreenSize(24, 80, false);
        assertThat(ScreenSize.parse("0 0\n")).isEqualTo(usual);
        assertThat(ScreenSize.parse("")).isEqualTo(usual);
        assertThat(ScreenSize.parse("0 120\n")).isEqualTo(new ScreenSize(24, 120, false));
        assertThat(ScreenSize.parse("50 0\n")).isEqualTo(new ScreenSize(50, 80, false));
        assertThat(ScreenSize.parse("50 120\n").known()).isTrue();
    }
}
