package dev.outrigger.kaged.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    @Test
    void keepsToItsSizeAndThreeOlderOnes() throws Exception {
        var file = folder.resolve("kaged.log");
        try (var log = new LogFile(file, 1000, null, NOON)) {
            for (int i = 0; i < 200; i++) {
                log.note("line " + i);
            }
        }
        try (var files = Files.list(folder)) {
            var all = files.sorted().toList();
            assertThat(all).hasSize(4);
            for (var each : all) {
                assertThat(Files.size(each)).isLessThanOrEqualTo(1000);
            }
        }
        assertThat(Files.readString(file)).endsWith("line 199\n");
        assertThat(Files.readString(folder.resolve("kaged.log.1"))).doesNotContain("line 199");
    }

    @Test
    void aPluginsWordsCannotForgeALineOrSteerATerminal() throws Exception {
        var echo = new ByteArrayOutputStream();
        try (var log = new LogFile(folder.resolve("kaged.log"), echo, NOON)) {
            log.note("it said \u001b[2Jhello\n2026-01-31T12:00:00Z kaged ends");
            log.bug("while testing", new IllegalStateException("x\u001b]0;title\u0007y"));
        }
        var text = Files.readString(folder.resolve("kaged.log"));
        assertThat(text).doesNotContain("\u001b").doesNotContain("\n2026-01-31T12:00:00Z kaged ends");
        assertThat(text).contains("while testing").contains("IllegalStateException");
        assertThat(echo.toString(StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @Test
    void takesLinesOfAThreadThatIsInterruptedAndThoseAfterIt() throws Exception {
        var file = folder.resolve("kaged.log");
        try (var log = new LogFile(file, null, NOON)) {
            Thread.currentThread().interrupt();
            log.note("one");
            assertThat(Thread.interrupted()).isTrue();
            log.note("two");
        }
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void goesOnWhereItWas() throws Exception {
        var file = folder.resolve("kaged.log");
        for (var word : new String[] {"one", "two"}) {
            try (var log = new LogFile(file, null, NOON)) {
                log.note(word);
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(2);
    }
}
