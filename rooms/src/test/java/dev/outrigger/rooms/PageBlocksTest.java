package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.toml.TomlReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That what the pages show as JSON, TOML or a script is one, and that the scripts beside jp do what they are shown
/// for.
class PageBlocksTest {
    @TempDir
    Path folder;

    @Test
    void whatIsFencedAsALanguageIsOfThatLanguage() throws Exception {
        var seen = new ArrayList<String>();
        for (var file : SourceTree.pages()) {
            var page = DocsPage.of(SourceTree.ROOT.relativize(file).toString());
            for (var language : Set.copyOf(page.languages())) {
                for (var block : page.blocks(language)) {
                    check(file + ": " + block, language, block);
                    seen.add(language);
                }
            }
        }
        assertThat(seen).contains("json", "toml", "sh", "bash");
    }

    private void check(String where, String language, String block) throws Exception {
        switch (language) {
            case "json" ->
                assertThat(JsonText.parse(block.getBytes(StandardCharsets.UTF_8)))
                        .as(where)
                        .isInstanceOf(Json.Obj.class);
            case "toml" ->
                assertThat(TomlReader.parse(block).fields()).as(where).isNotEmpty();
            case "sh", "bash" -> run(List.of(language, "-n", "-c", block));
            default -> {}
        }
    }

    /// The lines that docs/storage.md shows for whoever has no jp.
    @Test
    void aScriptReadsAndWritesAConversationAsThePageSays() throws Exception {
        var blocks = DocsPage.of("docs/storage.md").blocks("sh");
        var read =
                blocks.stream().filter(it -> it.startsWith("jq ")).findFirst().orElseThrow();
        var write = blocks.stream()
                .filter(it -> it.startsWith("flock "))
                .findFirst()
                .orElseThrow();
        var events = folder.resolve(read.strip().substring(read.indexOf(".jp/")));
        Files.createDirectories(events.getParent());
        Files.createDirectories(folder.resolve(".jp/locks"));
        Files.writeString(events, "[{\"type\":\"title\"}]\n");

        run(List.of("sh", "-e", "-c", write));

        var lines = run(List.of("sh", "-e", "-c", read)).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).isEqualTo("{\"type\":\"title\"}");
        assertThat(JsonText.parse(lines.getLast()))
                .isInstanceOfSatisfying(
                        Json.Obj.class,
                        event -> assertThat(event.text("message")).contains("from a script"));
    }

    /// What it printed, when it ended well.
    private String run(List<String> command) throws IOException, InterruptedException {
        var out = folder.resolve("out").toFile();
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out)
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as(command.toString()).isTrue();
        var printed = Files.readString(out.toPath());
        assertThat(process.exitValue()).as("%s: %s", command, printed).isZero();
        return printed;
    }
}
