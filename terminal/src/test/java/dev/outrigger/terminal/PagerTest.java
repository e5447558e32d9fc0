package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PagerTest {
    private static String page(String pager, int lines) throws IOException {
        var probe = TerminalProbe.onTerminal(
                Map.of("PAGER", pager), "stty rows 10 cols 40; " + TerminalProbe.line("page", String.valueOf(lines)));
        probe.getOutputStream().close();
        return new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    }

    @Test
    void sendsLongTextThroughThePager() throws Exception {
        assertThat(page("sed s/^/paged:/", 20)).contains("paged:line\n".repeat(20));
    }

    @Test
    void printsShortTextItself() throws Exception {
        assertThat(page("sed s/^/paged:/", 9)).contains("line\n".repeat(9)).doesNotContain("paged");
    }

    @Test
    void printsItselfWithoutAPager() throws Exception {
        assertThat(page("", 20)).contains("line\n".repeat(20));
        assertThat(page("cat", 20)).contains("line\n".repeat(20));
        assertThat(page("/no/such/pager", 20)).contains("line\n".repeat(20));
    }

    @Test
    void doesNotMindAReaderWhoHasSeenEnough() throws Exception {
        assertThat(page("head -n 1", 100_000)).contains("line\n").doesNotContain("line\nline");
    }

    @Test
    void neverPagesWhatNobodyWatches() throws Exception {
        var out = new ByteArrayOutputStream();
        var printer = new Printer(out, out, StreamLook.PLAIN, StreamLook.PLAIN, Printer.Mode.TEXT, false);
        Pager.show("line\n".repeat(1000), StreamLook.PLAIN, Map.of("PAGER", "false"), printer);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("line\n".repeat(1000));
    }
}
