package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the output goes, and what happens when it cannot.
class OutputTest {
    private static final String CHATTY = """
            #!/bin/bash
            read -r init
            echo '{"type":"ready"}'
            for i in 1 2 3 4 5; do echo '{"type":"print","text":"line\\n"}'; done
            echo '{"type":"print","channel":"chrome","text":"decoration\\n"}'
            echo '{"type":"print","channel":"error","text":"oh no\\n"}'
            echo '{"type":"exit","code":0}'
            """;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aChattyPlugin() throws IOException {
        jail = Jail.in(folder).plugin("chatty", CHATTY).trusted("chatty");
    }

    @Test
    void contentGoesToStdoutAndTheRestToStderr() {
        var result = jail.jp("chatty");

        assertThat(result.out()).isEqualTo("line\n".repeat(5));
        assertThat(result.err()).isEqualTo("decoration\noh no\n");
    }

    @Test
    void quietLeavesContentAndErrors() {
        assertThat(jail.jp("-q", "chatty").err()).isEqualTo("oh no\n");
    }

    @Test
    void jsonIsOneObjectPerPrint() {
        assertThat(jail.jp("--format", "json", "chatty").out().lines())
                .hasSize(7)
                .first()
                .isEqualTo("{\"channel\":\"content\",\"format\":\"plain\",\"text\":\"line\\n\"}");
    }

    @Test
    void aReaderThatLeftEndsItSilentlyWith141() throws IOException {
        jail.plugin("endless", """
                #!/bin/bash
                read -r init
                echo '{"type":"ready"}'
                while echo '{"type":"print","text":"line\\n"}'; do :; done
                """).trusted("endless").config("[plugins]\nshutdown_timeout_secs = 1\n");

        var result = jail.sh("$JP endless | head -1; echo ${PIPESTATUS[0]}");

        assertThat(result.out()).isEqualTo("line\n141\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void aClosedStdoutIsOneClearLine() {
        var result = jail.sh("$JP chatty >&-");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("cannot write to standard output");
    }

    /// The number of a closed descriptor goes to whatever is opened next.
    @Test
    void whatIsClosedIsNotMistakenForAFileThatIsOpenedInItsPlace() {
        for (var closed : new String[] {"<&-", "2>&-", "<&- 2>&-"}) {
            var told = jail.sh("$JP query --new -m demo '/say heard' " + closed);
            assertThat(told.code()).as(closed + told.err()).isZero();
            assertThat(told.out()).as(closed).contains("heard");
        }
        for (var closed : new String[] {"<&- >&-", "<&- >&- 2>&-"}) {
            assertThat(jail.sh("$JP conversation ls " + closed).code())
                    .as(closed)
                    .isEqualTo(1);
            assertThat(jail.sh("$JP --version " + closed).code()).as(closed).isEqualTo(1);
            assertThat(jail.sh("$JP query --new -m demo '/say heard' " + closed).code())
                    .as(closed)
                    .isEqualTo(74);
        }
        assertThat(jail.jp("conversation", "repair").err()).contains("nothing to mend");
        assertThat(jail.jp("conversation", "ls", "--json").out()).doesNotContain("damage\":\"");
    }

    @Test
    void aFullDiskBehindStdoutIsOneClearLine() {
        var result = jail.sh("$JP chatty >/dev/full");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("cannot write to standard output").contains("No space left");
        assertThat(jail.sh("$JP conversation ls --format json >/dev/full").code())
                .isEqualTo(1);
    }

    /// Whoever tries again at 1 would ask twice.
    @Test
    void anAnswerThatIsStoredButCannotBeShownIsNoFailureThatChangedNothing() {
        var result = jail.sh("$JP query --new -m demo '/say kept' >/dev/full");

        assertThat(result.code()).as(result.err()).isEqualTo(74);
        assertThat(result.err()).contains("cannot write to standard output");
        assertThat(jail.sh("$JP conversation print").out()).contains("kept");
    }

    @Test
    void aFullDiskBelowTheWorkspaceIsToldAndNothingIsLost() {
        var result = jail.sh("""
                unshare -rm bash -euc '
                    mount -t tmpfs -o size=256k tmpfs small 2>/dev/null || { mkdir small; mount -t tmpfs -o size=256k tmpfs small; }
                    cd small
                    $JP init >/dev/null
                    id=$($JP conversation new --title kept)
                    head -c 1M /dev/zero > filler 2>/dev/null || true
                    $JP conversation new --title lost || echo "code $?"
                    rm filler
                    $JP conversation ls --format json | jq -r ".[].title"
                '""");

        assertThat(result.out()).isEqualTo("code 1\nkept\n");
        assertThat(result.err().lines().filter(line -> line.startsWith("error:")))
                .hasSize(1);
    }

    @Test
    void aReadOnlyWorkspaceIsReadAndNotWritten() {
        var result = jail.sh("""
                $JP conversation new --title kept >/dev/null
                unshare -rm bash -euc '
                    mount --bind . . && mount -o remount,bind,ro . && cd "$PWD"
                    $JP conversation ls --format json | jq -r ".[].title"
                    $JP conversation new --title lost || echo "code $?"
                '""");

        assertThat(result.out()).isEqualTo("kept\ncode 1\n");
        assertThat(result.err().lines().filter(line -> line.startsWith("error:")))
                .hasSize(1);
    }

    @Test
    void anUnknownCommandIsAUsageErrorWithASuggestion() {
        var result = jail.jp("conversaton", "ls");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("conversaton").contains("conversation");
    }

    @Test
    void wordsInAnyLanguageArriveWhateverTheLocale() {
        var result = jail.without("LANG").with("LC_ALL", "C").jp("conversation", "new", "--title", "Größe 你好");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(jail.jp("conversation", "ls").out()).contains("Größe 你好");
    }
}
