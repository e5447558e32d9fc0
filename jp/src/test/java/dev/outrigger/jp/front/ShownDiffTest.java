package dev.outrigger.jp.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.tools.BuiltinTools;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is drawn of a file that is to be written, to the last character.
class ShownDiffTest {
    private static final String[] PARTS = {
        "a",
        "+a",
        "-a",
        " ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n\n",
        "\r",
        "\r\n",
        "```",
        "````\n",
        "<U+200B>",
        "<",
        "\u0000",
        "\u001b]0;rm -rf ~\u0007",
        "\u001b[8m",
        "\u001b[0m",
        "\u009d",
        "\u009c",
        "\u200b",
        "\u202e",
        "\u2066",
        "\u2028",
        "\u2029",
        "\u0085",
        "\u000b",
        "\f",
        "\u00ad",
        "\ufeff",
        "\u00a0",
        "\udb40\udc41",
        "\ufe0f",
        "&amp;",
        "\\",
        "*",
        "\\ No newline at end of file\n"
    };

    @TempDir
    Path root;

    private Tool writeFile() throws IOException {
        return BuiltinTools.in(root.toRealPath()).stream()
                .filter(tool -> tool.definition().name().equals("write_file"))
                .findFirst()
                .orElseThrow();
    }

    private static String drawn(Tool tool, String path, String content) throws OutputFailed {
        var words = tool.propose(
                        Json.object().put("path", path).put("content", content).build())
                .words();
        var out = new ByteArrayOutputStream();
        var look = new StreamLook(true, false, 60);
        new Printer(out, out, look, look, Printer.Mode.TEXT, false)
                .print(PrintChannel.CONTENT, PrintFormat.MARKDOWN, "", VisibleText.text(words));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void twoContentsNeverLookTheSame() throws Exception {
        Files.writeString(root.resolve("old.txt"), "one\n\ttwo \nthree\u200b\n");
        var tool = writeFile();
        for (var path : new String[] {"old.txt", "new.txt"}) {
            var seen = new HashMap<String, String>();
            var random = new Random(11);
            for (int i = 0; i < 4000; i++) {
                var content = new StringBuilder(random.nextBoolean() ? "one\n" : "");
                for (int n = random.nextInt(5); n > 0; n--) {
                    content.append(PARTS[random.nextInt(PARTS.length)]);
                }
                var shown = drawn(tool, path, content.toString());
                var before = seen.put(shown, content.toString());
                assertThat(before == null || before.contentEquals(content))
                        .as("seed %d: %s", i, shown)
                        .isTrue();
                assertThat(VisibleText.text(shown.replace("<U+", ""))).isEqualTo(shown.replace("<U+", ""));
            }
        }
    }

    @Test
    void aCommandCannotHide() throws Exception {
        assertThat(drawn(writeFile(), "run.sh", "echo hi\u001b]0;\nrm -rf ~\u0007\r#\u200b\n"))
                .contains("+echo hi<U+001B>]0;\n", "+rm -rf ~<U+0007><U+000D>#<U+200B>\n");
    }

    @Test
    void aNameIsShownInWholeAndOnOneLine() throws Exception {
        var name = "a\n+++ b\u202e" + "x".repeat(200);

        assertThat(drawn(writeFile(), "d".repeat(150) + "/" + name, "text\n"))
                .contains("+++ \"" + "d".repeat(150) + "/a\\n+++ b<U+202E>" + "x".repeat(200) + "\"\n");
    }
}
