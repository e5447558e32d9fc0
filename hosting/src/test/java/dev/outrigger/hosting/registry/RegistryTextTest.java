package dev.outrigger.hosting.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.FieldReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryTextTest {
    private static final String SHA = "AB".repeat(32);

    private static PluginRegistry parse(String plugins) throws FieldReader.Mistake {
        return RegistryText.parse(
                ("{\"version\":1,\"plugins\":{" + plugins + "}}").getBytes(StandardCharsets.UTF_8), false);
    }

    @Test
    void theSeedsExampleIsUnderstood() throws FieldReader.Mistake {
        var registry = parse("""
                "serve": {"id": "serve", "kind": "command_group", "description": "JP server components",
                          "official": true, "suggests": ["serve web", "serve http-api"]},
                "serve web": {"id": "serve-web", "description": "Read-only web UI", "official": true,
                          "requires": ["serve"], "repository": "https://github.com/dcdpr/jp",
                          "binaries": {"aarch64-apple-darwin": {"url": "https://x/y", "sha256": "%s"}}}
                """.formatted(SHA));

        assertThat(registry.leftOut()).isEmpty();
        assertThat(registry.at(List.of("serve")).orElseThrow().kind()).isEqualTo(RegistryEntry.Kind.COMMAND_GROUP);
        var web = registry.byId("serve-web").orElseThrow();
        assertThat(web.kind()).as("the default").isEqualTo(RegistryEntry.Kind.COMMAND);
        assertThat(web.command()).containsExactly("serve", "web");
        assertThat(web.requires()).containsExactly(List.of("serve"));
        assertThat(web.binaries())
                .containsEntry("aarch64-apple-darwin", new RegistryEntry.Binary("https://x/y", "ab".repeat(32)));
        assertThat(web.version()).isEmpty();
    }

    @Test
    void unknownKindsAndFieldsDoNoHarm() throws FieldReader.Mistake {
        var registry = parse("""
                "theme": {"kind": "wasm", "id": "../../x", "binaries": 7},
                "a": {"id": "a", "colour": "red", "nested": {"b": [1]}}
                """);

        assertThat(registry.entries()).extracting(RegistryEntry::id).containsExactly("a");
        assertThat(registry.leftOut()).isEmpty();
    }

    @Test
    void allWhoShareAnIdAreLeftOut() throws FieldReader.Mistake {
        var registry = parse("""
                "a": {"id": "x"}, "b": {"id": "x"}, "c": {"id": "x"}, "d": {"id": "d"}
                """);

        assertThat(registry.entries()).extracting(RegistryEntry::id).containsExactly("d");
        assertThat(registry.leftOut())
                .extracting(PluginRegistry.LeftOut::name)
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a\": 7",
                "\"a\": {}",
                "\"a\": {\"id\": \"\"}",
                "\"a\": {\"id\": \"..\"}",
                "\"a\": {\"id\": \"a/b\"}",
                "\"a\": {\"id\": \"a\\u0000\"}",
                "\"a\": {\"id\": \"-a\"}",
                "\"a\": {\"id\": \"a--b\"}",
                "\"a\": {\"id\": \"A\"}",
                "\"a\": {\"id\": \"ä\"}",
                "\"\": {\"id\": \"a\"}",
                "\" a\": {\"id\": \"a\"}",
                "\"a  b\": {\"id\": \"a\"}",
                "\"--help\": {\"id\": \"a\"}",
                "\"a b c d e f g h i\": {\"id\": \"a\"}",
                "\"a\": {\"id\": \"a\", \"version\": \"../1\"}",
                "\"a\": {\"id\": \"a\", \"version\": 1}",
                "\"a\": {\"id\": \"a\", \"official\": \"yes\"}",
                "\"a\": {\"id\": \"a\", \"requires\": \"b\"}",
                "\"a\": {\"id\": \"a\", \"requires\": [\"../b\"]}",
                "\"a\": {\"id\": \"a\", \"binaries\": []}",
                "\"a\": {\"id\": \"a\", \"binaries\": {\"../x\": {}}}",
                "\"a\": {\"id\": \"a\", \"binaries\": {\"any\": {\"url\": \"https://x\"}}}",
                "\"a\": {\"id\": \"a\", \"binaries\": {\"any\": {\"url\": \"https://x\", \"sha256\": \"zz\"}}}",
            })
    void whatIsBrokenIsLeftOutWithOneLine(String plugin) throws FieldReader.Mistake {
        var registry = parse(plugin + ", \"good\": {\"id\": \"good\"}");

        assertThat(registry.entries()).extracting(RegistryEntry::id).containsExactly("good");
        assertThat(registry.leftOut())
                .singleElement()
                .satisfies(one -> assertThat(one.reason()).isNotBlank().doesNotContain("\n", "\u0000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x/y",
                "ftp://x/y",
                "file:///etc/passwd",
                "https://",
                "https:///x",
                "https://:80/x",
                "https://me:secret@x/y",
                "https://x/\\\\y",
                "https://x/ y",
                "https://x/\\u202ey",
                "javascript:alert(1)",
                ""
            })
    void noUrlButHttpsIsFetched(String url) throws FieldReader.Mistake {
        var registry = parse("\"a\": {\"id\": \"a\", \"binaries\": {\"any\": {\"url\": \"" + url + "\", \"sha256\": \""
                + SHA + "\"}}}");

        assertThat(registry.entries()).isEmpty();
    }

    @Test
    void aRegistryFromAFileMayNameFiles() throws FieldReader.Mistake {
        var json =
                "{\"version\":1,\"plugins\":{\"a\":{\"id\":\"a\",\"binaries\":{\"any\":{\"url\":\"file:///x\",\"sha256\":\""
                        + SHA + "\"}}}}}";

        assertThat(RegistryText.parse(json.getBytes(StandardCharsets.UTF_8), true)
                        .entries())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"version\":1}",
                "{\"version\":0,\"plugins\":{}}",
                "{\"version\":\"1\",\"plugins\":{}}",
                "{\"version\":1,\"plugins\":[]}",
                "{\"version\":1,\"plugins\":{}} x",
                "{\"version\":1,\"plugins\":{\"a\":{},\"a\":{}}}",
            })
    void whatIsNoRegistryIsRefused(String json) {
        assertThatThrownBy(() -> RegistryText.parse(json.getBytes(StandardCharsets.UTF_8), false))
                .isInstanceOf(FieldReader.Mistake.class);
    }

    @Test
    void aLaterFormatIsRefusedByItsNumber() {
        assertThatThrownBy(() ->
                        RegistryText.parse("{\"version\":2,\"plugins\":{}}".getBytes(StandardCharsets.UTF_8), false))
                .hasMessageContaining("version 2");
    }
}
