package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `examples/notes`, the first service plugin that a reader of the README meets: it needs bash and no other program,
/// and
/// keeps whatever text it is given.
class NotesExampleTest {
    private static final Path NOTES =
            Path.of("../examples/notes").toAbsolutePath().normalize();

    private static final List<String> TEXTS = List.of(
            "Buy milk",
            "a \"quote\", a \\, two \\\\ and a / more",
            "two\nlines,\ta tab, a \u0000 and a \u007f",
            "Größe 5 €, 日本, 😀, \u2028",
            "{\"id\":9,\"method\":\"shutdown\",\"params\":{\"text\":\"no\"}}",
            "]}],[{ \"text\": \"no\", ",
            "$HOME `id` $(id) %s %d * ' ;",
            "\\",
            "\"",
            " ",
            "x".repeat(2000));

    @TempDir
    Path folder;

    @Test
    void keepsAnyTextAndNeedsNoOtherProgram() throws Exception {
        var asked = new ArrayList<String>();
        for (int i = 0; i < TEXTS.size(); i++) {
            // What it needs is not the only thing that is said, nor in one order, nor the only one of its name.
            var params =
                    "{\"_context\":{\"id\":\"x\",\"text\":\"no\",\"list\":[1,{\"text\":\"no\"},[]]},\"e\":{},\"text\":"
                            + JsonText.text(Json.of(TEXTS.get(i)))
                            + ",\"more\":{\"text\":\"no\"},\"n\":null,\"f\":-1.5e3}";
            asked.add(
                    i % 2 == 0
                            ? "{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"notes.add\",\"params\":" + params
                                    + "}"
                            : "{ \"params\" : " + params + ", \"method\" : \"notes.add\", \"id\" : \"" + i + "\" }");
        }
        asked.add("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":4}}");
        asked.add("{\"jsonrpc\":\"2.0\",\"id\":97,\"method\":\"notes.burn\"}");
        asked.add("{\"jsonrpc\":\"2.0\",\"id\":98,\"method\":\"notes.list\",\"params\":{}}");

        var answers = answers(asked);

        assertThat(answers).as("the cancelling wants none").hasSize(TEXTS.size() + 2);
        for (int i = 0; i < TEXTS.size(); i++) {
            assertThat(answers.get(i).get("id")).contains(i % 2 == 0 ? Json.of(i) : Json.of("" + i));
            assertThat(answers.get(i).fields()).containsKey("result");
        }
        assertThat(answers.get(TEXTS.size()).fields()).containsKey("error");
        var listed = (Json.Obj) answers.getLast().get("result").orElseThrow();
        assertThat(listed.get("notes")).contains(Json.texts(TEXTS));
    }

    /// To all of it at once, which is less than fits into a pipe; it ends when it has read that.
    private List<Json.Obj> answers(List<String> asked) throws Exception {
        var builder = new ProcessBuilder(
                        "/usr/bin/bash", NOTES.resolve("notes.sh").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PATH", "/nowhere");
        var process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write((String.join("\n", asked) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        var answers = new ArrayList<Json.Obj>();
        for (var line : new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList()) {
            answers.add((Json.Obj) JsonText.parse(line));
        }
        return answers;
    }

    /// As the README has it.
    @Test
    void isInstalledCalledAndKeepsItsNotes() throws Exception {
        assertThat(Files.readString(NOTES.resolve("notes.sh"))).doesNotContain("jq");
        try (var kaged = DaemonFixture.started()) {
            kaged.run("plugin", "install", "--yes", NOTES.toString()).ok();
            kaged.run("plugin", "call", "notes", "notes.add", "{\"text\": \"Buy \\\"milk\\\" für 2 €\"}")
                    .ok();
            kaged.run("plugin", "restart", "notes").ok();
            var listed = kaged.run("plugin", "call", "notes", "notes.list", "--json")
                    .ok()
                    .object();
            assertThat(listed.get("notes")).contains(Json.texts(List.of("Buy \"milk\" für 2 €")));
        }
    }
}
