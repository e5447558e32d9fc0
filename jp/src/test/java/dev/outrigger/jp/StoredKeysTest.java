package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The key of any provider, whoever answers: in nothing that is kept.
class StoredKeysTest {
    private static final String USUAL = "sk-of-openai-0123456789";
    private static final String CONFIGURED = "sk-of-ollama-9876543210";
    private static final String IN_FILE = "sk-in-a-file-5555555555";

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void keysOfProvidersThatAreNotInUse() throws IOException {
        var file = Files.writeString(folder.resolve("key"), IN_FILE + "\n");
        jail = Jail.in(folder).with("OPENAI_API_KEY", USUAL).with("MY_TOKEN", CONFIGURED);
        jail.config("""
                assistant.model.id.provider = "demo"
                providers.ollama.api_key_env = "MY_TOKEN"
                providers.openai.api_key_env = "ANOTHER"
                providers.anthropic.api_key_file = "%s"
                [conversation.tools.leak]
                source = "local"
                run = "unattended"
                command = "/bin/echo"
                args = ["%s %s %s"]
                """.formatted(file, USUAL, CONFIGURED, IN_FILE));
    }

    @Test
    void noResultOfAToolIsKeptWithOne() throws IOException {
        var result = jail.jp("query", "/call leak {}");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("(the key) (the key) (the key)");
        assertThat(kept(jail.workspace())).contains("(the key)").doesNotContain(USUAL, CONFIGURED, IN_FILE);
    }

    @Test
    void noLogAndNoTraceHasOne() throws IOException {
        jail.plugin("leaks", Python.plugin("""
                said = "%s %s %s"
                say(type="log", level="warn", message=said)
                print(said, file=sys.stderr, flush=True)
                say(type="print", text=said)
                leave()
                """.formatted(USUAL, CONFIGURED, IN_FILE)))
                .trusted("leaks");

        var result = jail.jp("-vvvv", "--trace-plugin", "trace.jsonl", "leaks");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("(the key)").doesNotContain(USUAL, CONFIGURED, IN_FILE);
        assertThat(kept(jail.state().resolve("log"))).contains("(the key)").doesNotContain(USUAL, CONFIGURED, IN_FILE);
        assertThat(jail.workspace().resolve("trace.jsonl"))
                .content()
                .contains("(the key)")
                .doesNotContain(USUAL, CONFIGURED, IN_FILE);
    }

    private static String kept(Path top) throws IOException {
        var all = new StringBuilder();
        try (var files = Files.walk(top)) {
            for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }
}
