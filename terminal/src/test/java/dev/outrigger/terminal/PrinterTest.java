package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrinterTest {
    private static final StreamLook TERMINAL = new StreamLook(true, true, 80);
    private static final StreamLook COLOURLESS = new StreamLook(true, false, 80);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Printer printer(StreamLook look, Printer.Mode mode, boolean quiet) {
        return new Printer(out, err, look, look, mode, quiet);
    }

    private Printer plain() {
        return printer(StreamLook.PLAIN, Printer.Mode.TEXT, false);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(PrintChannel.class)
    void sendsContentToStandardOutputAndTheRestToStandardError(PrintChannel channel) throws Exception {
        plain().print(channel, PrintFormat.PLAIN, "", "x");
        assertThat(out()).isEqualTo(channel == PrintChannel.CONTENT ? "x" : "");
        assertThat(err()).isEqualTo(channel == PrintChannel.CONTENT ? "" : "x");
    }

    @ParameterizedTest
    @EnumSource(PrintChannel.class)
    void silencesAllButContentAndErrorsWhenQuiet(PrintChannel channel) throws Exception {
        boolean heard = channel == PrintChannel.CONTENT || channel == PrintChannel.ERROR;
        printer(StreamLook.PLAIN, Printer.Mode.TEXT, true).print(channel, PrintFormat.PLAIN, "", "x");
        assertThat(out() + err()).isEqualTo(heard ? "x" : "");
        printer(StreamLook.PLAIN, Printer.Mode.JSON, true).print(channel, PrintFormat.PLAIN, "", "y");
        assertThat(out().contains("\"y\"")).isEqualTo(heard);
    }

    @ParameterizedTest
    @EnumSource(PrintFormat.class)
    void passesEveryByteThroughWhereNobodyWatches(PrintFormat format) throws Exception {
        var text = "# *a*\r\n{\"b\": \u001b[2J 1}\u0007 \u009b日";
        plain().print(PrintChannel.CONTENT, format, "java", text);
        assertThat(out.toByteArray()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    /// It would stay on in the shell.
    @ParameterizedTest
    @ValueSource(
            strings = {"\u001b[31mred", "\u001b[31mred\n", "\u001b[1;7m\nred\u001b]0;title", "\u001b[31mred\u001b["})
    void leavesNoColourOnBehindWholeLines(String text) throws Exception {
        printer(TERMINAL, Printer.Mode.TEXT, false).content(text);
        printer(TERMINAL, Printer.Mode.TEXT, false).error(text);
        assertThat(out()).contains("red").endsWith("\u001b[0m\n");
        assertThat(err()).isEqualTo(out());
    }

    @Test
    void addsNoResetWhereThereIsNoColourOrNobodyWatches() throws Exception {
        printer(TERMINAL, Printer.Mode.TEXT, false).content("plain");
        printer(COLOURLESS, Printer.Mode.TEXT, false).content("\u001b[31mred");
        plain().content("\u001b[31mred");
        assertThat(out()).isEqualTo("plain\nred\n\u001b[31mred\n");
    }

    @Test
    void rendersEachStreamAsItDeserves() throws Exception {
        var printer = new Printer(out, err, StreamLook.PLAIN, COLOURLESS, Printer.Mode.TEXT, false);
        printer.print(PrintChannel.CONTENT, PrintFormat.JSON, "", "{\"a\":1}");
        printer.print(PrintChannel.TOOL_CALL, PrintFormat.JSON, "", "{\"a\":1}");
        assertThat(out()).isEqualTo("{\"a\":1}");
        assertThat(err()).isEqualTo("{\n  \"a\": 1\n}\n");
    }

    @Test
    void keepsOnlyColourOnATerminalAndNotEvenThatWithoutColour() throws Exception {
        var text = "\u001b[31mred\u001b[0m\u001b[2J\u001b]0;x\u0007!";
        printer(TERMINAL, Printer.Mode.TEXT, false).print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", text);
        assertThat(out()).isEqualTo("\u001b[31mred\u001b[0m!");
        printer(COLOURLESS, Printer.Mode.TEXT, false).print(PrintChannel.ERROR, PrintFormat.PLAIN, "", text);
        assertThat(err()).isEqualTo("red!");
    }

    @Test
    void writesOneObjectPerPrintInJsonMode() throws Exception {
        var printer = printer(TERMINAL, Printer.Mode.JSON, false);
        printer.print(PrintChannel.CONTENT, PrintFormat.MARKDOWN, "", "# a\n");
        printer.print(PrintChannel.TOOL_RESULT, PrintFormat.CODE, "rust", "fn");
        printer.error("broken");
        printer.content("");
        assertThat(out()).isEqualTo("""
                {"channel":"content","format":"markdown","text":"# a\\n"}
                {"channel":"tool_result","format":"code","language":"rust","text":"fn"}
                {"channel":"error","format":"plain","text":"broken"}
                {"channel":"content","format":"plain","text":""}
                """);
        assertThat(err()).isEmpty();
    }

    @Test
    void letsNoEscapeThroughInJsonEither() throws Exception {
        printer(TERMINAL, Printer.Mode.JSON, false)
                .print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", "\u001b[2J\u009b2J\u202e\u007f\ud83d\ude00");
        assertThat(out())
                .contains("\"text\":\"\\u001b[2J\\u009b2J\\u202e\\u007f\ud83d\ude00\"")
                .doesNotContain("\u001b", "\u009b");
    }

    @Test
    void keepsNotesApartFromResultsThatAProgramReads() throws Exception {
        var printer = printer(TERMINAL, Printer.Mode.JSON, false);
        printer.result(new Json.Arr(List.of()));
        printer.note("nothing yet");
        assertThat(out()).isEqualTo("[]\n");
        assertThat(err()).isEqualTo("{\"channel\":\"chrome\",\"format\":\"plain\",\"text\":\"nothing yet\"}\n");
    }

    @Test
    void endsWholeLines() throws Exception {
        var printer = plain();
        printer.content("a");
        printer.content("b\n");
        printer.note("c");
        printer.error("d");
        assertThat(out()).isEqualTo("a\nb\n");
        assertThat(err()).isEqualTo("c\nd\n");
    }

    @Test
    void breaksWholeLinesBetweenWordsWhereSomebodyWatches() throws Exception {
        var narrow = new StreamLook(true, true, 40);
        var words = "error: \u001b[1mthere is no workspace\u001b[0m in " + "/a".repeat(30)
                + "\n  Make one with `jp init`, or name one with `--workspace DIR`.";
        var broken = "error: \u001b[1mthere is no workspace\u001b[0m in\n    " + "/a".repeat(30)
                + "\n  Make one with `jp init`, or name one\n      with `--workspace DIR`.\u001b[0m\n";

        printer(narrow, Printer.Mode.TEXT, false).content(words);
        assertThat(out()).isEqualTo(broken);
        printer(narrow, Printer.Mode.TEXT, false).error(words);
        printer(narrow, Printer.Mode.TEXT, false).note(words);
        assertThat(err()).isEqualTo(out().repeat(2));
    }

    @Test
    void breaksNoLineWhereNobodyWatchesAndNoneThatIsPrintedExactly() throws Exception {
        var words = "words ".repeat(40).strip() + "\n";

        printer(new StreamLook(true, true, 40), Printer.Mode.TEXT, false)
                .print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", words);
        plain().content(words);
        plain().error(words);
        plain().note(words);

        assertThat(out()).isEqualTo(words.repeat(2));
        assertThat(err()).isEqualTo(words.repeat(2));
    }

    @Test
    void writesOncePerPrint() throws Exception {
        var writes = new ArrayList<Integer>();
        var counting = new OutputStream() {
            @Override
            public void write(int b) {
                writes.add(1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                writes.add(length);
            }
        };
        var printer = new Printer(counting, counting, TERMINAL, TERMINAL, Printer.Mode.TEXT, false);
        printer.print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", "x".repeat(100_000));
        printer.print(PrintChannel.ERROR, PrintFormat.PLAIN, "", "日");
        printer.print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", "");
        assertThat(writes).containsExactly(100_000, 3);
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        try (var full = new FileOutputStream("/dev/full")) {
            var printer = new Printer(full, err, StreamLook.PLAIN, StreamLook.PLAIN, Printer.Mode.TEXT, false);
            assertThatThrownBy(() -> printer.content("x")).isInstanceOfSatisfying(OutputFailed.class, e -> {
                assertThat(e.kind()).isEqualTo(OutputFailed.Kind.OTHER);
                assertThat(e.stream()).isEqualTo(OutputStreamName.STDOUT);
                assertThat(e).hasMessage("standard output: No space left on device");
            });
        }
    }

    @Test
    void saysThatTheStreamIsClosed() throws Exception {
        var closed = new FileOutputStream("/dev/null");
        closed.close();
        var printer = new Printer(out, closed, StreamLook.PLAIN, StreamLook.PLAIN, Printer.Mode.TEXT, false);
        assertThatThrownBy(() -> printer.error("x")).isInstanceOfSatisfying(OutputFailed.class, e -> {
            assertThat(e.kind()).isEqualTo(OutputFailed.Kind.OTHER);
            assertThat(e.stream()).isEqualTo(OutputStreamName.STDERR);
        });
    }

    @Test
    void knowsWhenTheReaderLeft(@TempDir Path folder) throws Exception {
        assertThat(failure(folder, "", "| true")).startsWith("STDOUT READER_LEFT");
    }

    @ParameterizedTest
    @ValueSource(strings = {">&-", ">/dev/full"})
    void blamesNoReaderForAnyOtherFailure(String into, @TempDir Path folder) throws Exception {
        assertThat(failure(folder, "", into)).startsWith("STDOUT OTHER");
        assertThat(failure(folder, "LC_ALL=C.UTF-8 LANGUAGE=de ", into)).startsWith("STDOUT OTHER");
    }

    @Test
    void knowsThatTheReaderLeftInEveryLanguage(@TempDir Path folder) throws Exception {
        assertThat(failure(folder, "LC_ALL=C.UTF-8 LANGUAGE=de ", "| true")).startsWith("STDOUT READER_LEFT");
        assertThat(SystemWords.sayReaderLeft("Broken pipe")).isTrue();
        assertThat(SystemWords.sayReaderLeft("Input/output error")).isFalse();
    }

    /// What a program that prints without end into this ends with.
    private static String failure(Path folder, String variables, String into) throws IOException, InterruptedException {
        var failure = folder.resolve("failure");
        Files.deleteIfExists(failure);
        var line = TerminalProbe.line("print", String.valueOf(Integer.MAX_VALUE), failure.toString());
        var shell = new ProcessBuilder("sh", "-c", variables + line + into)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        shell.waitFor();
        return Files.readString(failure);
    }

    @Test
    void knowsItsNamesOnTheWire() {
        for (var name : List.of("content", "chrome", "tool_call", "tool_result", "reasoning", "error")) {
            assertThat(PrintChannel.of(name))
                    .hasValueSatisfying(
                            channel -> assertThat(channel.wireName()).isEqualTo(name));
        }
        for (var name : List.of("plain", "markdown", "json", "code")) {
            assertThat(PrintFormat.of(name))
                    .hasValueSatisfying(format -> assertThat(format.wireName()).isEqualTo(name));
        }
        assertThat(PrintChannel.of("CONTENT")).isEmpty();
        assertThat(PrintFormat.of("html")).isEmpty();
    }
}
