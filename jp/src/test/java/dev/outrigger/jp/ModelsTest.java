package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `jp models`, as a user calls it: with an Ollama and without.
class ModelsTest {
    private static final String KEY = "sk-very-secret-0123456789";

    @TempDir
    Path folder;

    private HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private Jail jail;

    @BeforeEach
    void aServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/tags", exchange -> answer(exchange, 200, """
                {"models":[{"name":"llama3.2:latest","size":2019393189,"details":{"parameter_size":"3.2B"}},
                 {"name":"odd\\u001b[31m\\nname"}]}"""));
        server.createContext(
                "/v1/models", exchange -> answer(exchange, 401, "{\"error\":{\"message\":\"bad key " + KEY + "\"}}"));
        server.start();
        jail = Jail.in(folder);
        // Nobody listens there, whatever runs on this machine.
        jail.config(
                "[providers.anthropic]\nbase_url = \"http://127.0.0.1:1\"\n[providers.openai]\nbase_url = \"http://127.0.0.1:1\"\n");
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange, int status, String json) throws IOException {
        asked.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("x-api-key"));
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void aRunningOllamaIsUsedAndTheUserIsTold() throws IOException {
        jail.config("[providers.ollama]\nbase_url = \"" + url() + "\"\n");

        var result = jail.jp("models");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.out())
                .contains("* ollama/llama3.2:latest", "3.2B, 2.0 GB", "  demo/demo")
                .contains("anthropic: there is no key for anthropic", "ANTHROPIC_API_KEY")
                .contains("cannot reach openai at http://127.0.0.1:1: nobody answers there")
                .doesNotContain("\u001b");
        assertThat(result.err()).contains("using ollama/llama3.2:latest, since Ollama runs here", "-m PROVIDER/MODEL");
    }

    @Test
    void withoutOneItIsDemo() throws IOException {
        jail.config("[providers.ollama]\nbase_url = \"http://127.0.0.1:1\"\n");

        var result = jail.jp("models", "--format", "json");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        var list = ((Json.Arr) result.json()).items();
        assertThat(list).hasSize(4);
        assertThat(((Json.Obj) list.get(2)).text("problem").orElse("")).startsWith("cannot reach ollama");
        var demo = (Json.Obj) ((Json.Arr) ((Json.Obj) list.get(3)).get("models").orElseThrow())
                .items()
                .getFirst();
        assertThat(demo.get("in_use")).contains(Json.Bool.TRUE);
    }

    /// What several servers say when the window is full.
    @Test
    void anAnswerWithoutRoomForAWordNamesTheWindow() throws IOException {
        server.createContext("/api/chat", exchange -> {
            var bytes = "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\"}\n"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        jail.config("[providers.ollama]\nbase_url = \"" + url() + "\"\n");
        jail.jp("init");

        var result = jail.jp("query", "-m", "ollama/llama3.2", "hello");

        assertThat(result.err())
                .contains("There was no room for an answer", "window may be full", "max_tokens", "jp query -n")
                .doesNotContain("cut off");
    }

    @Test
    void theOneAskedForMustAnswer() throws IOException {
        jail.config("[providers.ollama]\nbase_url = \"http://127.0.0.1:1\"\n");

        var result = jail.jp("models", "ollama");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("error: cannot reach ollama", "ollama serve");
        assertThat(jail.jp("models", "nobody").code()).isEqualTo(2);
    }

    @Test
    void aKeyIsSentButNeverShown() throws IOException {
        jail.config("[providers.ollama]\nbase_url = \"http://127.0.0.1:1\"\n");
        jail.with("ANTHROPIC_API_KEY", KEY);

        var result = jail.jp("models", "anthropic", "--cfg", "providers.anthropic.base_url=" + url(), "-vvvv");

        assertThat(result.code()).isEqualTo(1);
        assertThat(asked).contains("/v1/models?limit=1000 " + KEY);
        assertThat(result.err())
                .contains("does not take the key: bad key (the key)")
                .doesNotContain(KEY);
    }

    @Test
    void theSettingsNameTheOneInUse() throws IOException {
        jail.config("[providers.ollama]\nbase_url = \"http://127.0.0.1:1\"\n");
        jail.config("[assistant.model.id]\nprovider = \"anthropic\"\n");

        assertThat(jail.jp("models", "demo").err()).contains("no model of anthropic is chosen", "jp models anthropic");
        jail.config("name = \"claude\"\n");
        assertThat(jail.jp("models", "demo").err()).isEmpty();
    }

    @Test
    void authoritiesAndProxyAreThoseOfTheEnvironment() throws Exception {
        jail.config("[providers.ollama]\nbase_url = \"http://127.0.0.1:1\"\n").without("SSL_CERT_FILE");
        try (var secure = RegistryServer.start(folder)) {
            var address = "providers.openai.base_url=" + secure.url("/v1");
            assertThat(jail.jp("models", "openai", "--cfg", address).err())
                    .contains("no secure connection to openai", "SSL_CERT_FILE");

            jail.with("SSL_CERT_FILE", secure.authority().toString());
            assertThat(jail.jp("models", "openai", "--cfg", address).err())
                    .contains("knows no such model, or has no API");

            jail.with("HTTPS_PROXY", "http://user:hush@127.0.0.1:1");
            assertThat(jail.jp("models", "openai", "--cfg", address).err())
                    .contains("through the proxy 127.0.0.1:1: nobody answers there")
                    .doesNotContain("hush");
        }
    }
}
