package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManPagesTest {
    @Test
    void thereIsOnePageForTheProgramAndOneForEachGroup() {
        assertThat(ManPages.of(SampleCommands.JP, "1.0").keySet()).containsExactly("jp.1", "jp-conversation.1");
    }

    /// Requests begin with a dot or a quote where a line begins; escapes with a backslash, anywhere.
    @Test
    void noTextIsTakenForARequest() {
        var hostile = Command.named("evil")
                .about(".so /etc/passwd")
                .longAbout(
                        "'so /etc/passwd\n.pso touch x\n\n  .indented \\X'tty: x'\n\\fBbold \u001b[31mred `a` it's -x ~ ^ \"q\" ä")
                .arg(Argument.option("opt", "VALUE", ".nx").defaultValue("\\n(.g"))
                .sub(Command.named("sub").about(".ex").example(".example 'x' \\", "'about"));
        var page = ManPages.of(hostile, "1 \"2").getOrDefault("evil.1", "");

        assertThat(page.lines().filter(line -> line.startsWith(".")))
                .allMatch(line -> line.matches("\\.(TH|SH|SS) .*|\\.(nh|ad l|PP|TP|br|sp|nf|fi|RS 4|RE)"));
        assertThat(page.lines()).noneMatch(line -> line.startsWith("'"));
        assertThat(page)
                .contains(
                        "\\&.pso touch x", "\\(aqso /etc/passwd", "\\(rsX\\(aqtty: x\\(aq", "\\(rsfBbold", "\\[u00E4]")
                .contains("\\(dqq\\(dq", "\\(gaa\\(ga", "\\-x \\(ti \\(ha", ".TH \"evil\" 1 \"\" \"evil 1 \\(dq2\"")
                .doesNotContain("\u001b");
    }
}
