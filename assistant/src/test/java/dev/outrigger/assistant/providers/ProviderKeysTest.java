package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.assistant.ProviderProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderKeysTest {
    private static final String URL = "https://api.example.com";

    @TempDir
    Path folder;

    private static SecretKey key(KeySource source, Map<String, String> environment) throws ProviderProblem {
        return ProviderAccess.of(
                        "anthropic", new ProviderSettings(URL, source, environment, new NetworkAccess.Direct()), true)
                .key();
    }

    private static ProviderProblem refusal(String url, String variable, String key) {
        try {
            var source = new KeySource(variable, "");
            ProviderAccess.of(
                    "openai", new ProviderSettings(url, source, Map.of("KEY", key), new NetworkAccess.Direct()), true);
        } catch (ProviderProblem e) {
            assertThat(e.kind()).isEqualTo(ProviderProblem.Kind.REFUSED);
            return e;
        }
        throw new AssertionError("it was taken");
    }

    @Test
    void comesFromTheVariableOrTheFile() throws Exception {
        var file = Files.writeString(folder.resolve("key"), "from-file\n");
        assertThat(key(new KeySource("KEY", ""), Map.of("KEY", " from-variable "))
                        .forHeader())
                .isEqualTo("from-variable");
        assertThat(key(new KeySource("KEY", file.toString()), Map.of("KEY", "x"))
                        .forHeader())
                .isEqualTo("from-file");
        assertThat(key(new KeySource("", "~/key"), Map.of("HOME", folder.toString()))
                        .forHeader())
                .isEqualTo("from-file");
    }

    @Test
    void aMissingKeyNamesVariableAndSetting() {
        var problem = refusal(URL, "MY_KEY", "");
        assertThat(problem.what()).isEqualTo("there is no key for openai");
        assertThat(problem.hint()).contains("MY_KEY", "providers.openai.api_key_env", "providers.openai.api_key_file");
        assertThat(refusal(URL, "", "").hint()).contains("providers.openai.api_key_env");
    }

    @Test
    void aKeyThatCouldBeTwoHeadersIsRefusedAndNotShown() {
        for (var bad : List.of("secret\nX-Other: 1", "secret\rx", "secret x", "secrét", "secret\u0000")) {
            var problem = refusal(URL, "KEY", bad);
            assertThat(problem.what()).contains("the variable KEY").doesNotContain("secr");
            assertThat(problem.hint()).doesNotContain("secr");
        }
    }

    @Test
    void aFileThatHoldsNoKeyIsNamed() throws Exception {
        var huge = Files.write(folder.resolve("huge"), new byte[100_000]);
        for (var file : List.of(
                folder.resolve("none").toString(), folder.toString(), huge.toString(), "relative", "/dev/zero")) {
            assertThatThrownBy(() -> key(new KeySource("KEY", file), Map.of("KEY", "x")))
                    .isInstanceOf(ProviderProblem.class)
                    .hasMessageContaining("providers.anthropic.api_key_file names " + file);
        }
    }

    @Test
    void goesNowhereUnencryptedButToThisMachine() throws Exception {
        var problem = refusal("http://api.example.com/v1", "KEY", "secret");
        assertThat(problem.what()).isEqualTo("the key for openai would go to api.example.com unencrypted");
        assertThat(problem.hint()).contains("providers.openai.base_url", "providers.openai.api_key_env");
        refusal("http://127.0.0.1.example.com", "KEY", "secret");
        refusal("http://localhost.example.com", "KEY", "secret");
        for (var here :
                List.of("http://localhost:1", "http://127.0.0.1/v1/", "http://[::1]:8080", "HTTPS://example.com")) {
            var settings = new ProviderSettings(
                    here, new KeySource("KEY", ""), Map.of("KEY", "secret"), new NetworkAccess.Direct());
            assertThat(ProviderAccess.of("openai", settings, true).key().none()).isFalse();
        }
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        for (var bad : List.of(
                "",
                "api.example.com",
                "ftp://x",
                "https://user:secret@x",
                "https://x?secret",
                "https:///x",
                "https://x y/secret")) {
            var problem = refusal(bad, "KEY", "key1");
            assertThat(problem.what()).isEqualTo("providers.openai.base_url is no address of an API");
        }
    }

    @Test
    void hidesItself() {
        var secret = new SecretKey("sk-abc");
        assertThat(secret.toString()).doesNotContain("abc");
        assertThat(new ProviderAccess(URL, secret, new KeyRing(List.of(secret))).toString())
                .doesNotContain("abc");
        assertThat(secret.hiddenIn("bad key sk-abc, sk-abc")).isEqualTo("bad key (the key), (the key)");
        assertThat(ProviderFixture.settings(URL).toString()).doesNotContain(ProviderFixture.KEY);
    }
}
