package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Registries and servers that mean ill or are broken: one clear line, exit code 1, and the disk as it was.
class HostileRegistryTest {
    private static final String PROGRAM = "#!/bin/sh\necho hello\n";
    private static final String HASH = RegistryServer.sha256(PROGRAM);

    @TempDir
    static Path folder;

    private static RegistryServer server;
    private static Jail jail;

    /// With one plugin installed already, so that something could get lost.
    @BeforeAll
    static void aMachineWithOnePlugin() throws Exception {
        server = RegistryServer.start(folder);
        server.file("/program", PROGRAM);
        jail = Jail.in(folder).with("SSL_CERT_FILE", server.authority().toString());
        jail.config("[plugins]\nregistry_url = \"" + server.registryUrl() + "\"\n");
        server.registry(registry(entry("good", "good", "/program", HASH, "")));
        var installed = jail.here("plugin", "install", "good");
        assertThat(installed.code()).as(installed.err()).isEqualTo(0);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    /// Short only for those that need it: a busy machine may take a second to shake hands.
    private static String patience(String path) {
        return "plugins.download_stall_secs=" + (path.equals("/drip") || path.equals("/silent") ? 3 : 30);
    }

    private static String registry(String entries) {
        return "{\"version\":1,\"plugins\":{" + entries + "}}";
    }

    private static String entry(String command, String id, String path, String sha256, String more) {
        return "\"" + command + "\":{\"id\":\"" + id + "\",\"official\":true," + more
                + "\"binaries\":{\"any\":{\"url\":\"" + (path.startsWith("/") ? server.url(path) : path)
                + "\",\"sha256\":\"" + sha256 + "\"}}}";
    }

    private static String good() {
        return entry("good", "good", "/program", HASH, "");
    }

    private static Map<String, String> disk() throws IOException {
        var found = new TreeMap<String, String>();
        try (var files = Files.walk(folder.resolve("data"))) {
            for (var file : files.toList()) {
                found.put(file.toString(), Files.isDirectory(file) ? "" : Files.readString(file));
            }
        }
        return found;
    }

    private static void refused(Jail.Result result, Map<String, String> before, String... words) throws IOException {
        assertThat(result.code()).as(result.err()).isEqualTo(1);
        assertThat(result.err().lines().filter(line -> line.startsWith("error: ")))
                .singleElement()
                .asString()
                .contains(words);
        assertThat(disk()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            /500       | answered 500
            /missing   | answered 404
            /to-http   | redirects to http://localhost
            /to-file   | redirects to file:///etc/passwd
            /round     | redirects more than 5 times
            /cut       | broke off in the middle
            /says-huge | sends more than
            /drip      | bytes in 3 s
            /silent    | no answer within 3 s
            /other     | is not what was promised
            """)
    void aProgramThatCannotBeBelievedIsNotInstalled(String path, String words) throws IOException {
        server.file("/other", "#!/bin/sh\necho evil\n");
        server.registry(registry(good() + "," + entry("bad", "bad", path, HASH, "")));
        assertThat(jail.here("plugin", "update").code()).isEqualTo(0);
        var before = disk();

        refused(jail.here("plugin", "install", "bad", "--cfg", patience(path)), before, "bad", words);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            /500       | answered 500
            /missing   | answered 404
            /to-http   | redirects to http://localhost
            /round     | redirects more than 5 times
            /cut       | broke off in the middle
            /says-huge | sends more than 8.0 MiB
            /huge      | sends more than 8.0 MiB
            /drip      | bytes in 3 s
            /silent    | no answer within 3 s
            """)
    void aBrokenDownloadLeavesTheOldRegistry(String path, String words) throws IOException {
        var before = disk();

        var other = jail.here(
                "plugin", "update", "--cfg", "plugins.registry_url=" + server.url(path), "--cfg", patience(path));

        refused(other, before, "the registry", words);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"version":2,"plugins":{}}                 | its format has version 2
            {"version":1,"plugins":{"a":{},"a":{}}}    | no JSON
            {"version":1,"plugins":{                   | no JSON
            {"message":"not found"}                    | version` is missing
            []                                         | no JSON object
            """)
    void whatIsNoRegistryIsRefusedWhole(String json, String words) throws IOException {
        server.file("/broken.json", json);
        var before = disk();

        refused(
                jail.here("plugin", "update", "--cfg", "plugins.registry_url=" + server.url("/broken.json")),
                before,
                "is refused",
                words);
    }

    @Test
    void aCircleOfRequirementsIsNamed() throws IOException {
        server.registry(registry(good() + ","
                + entry("a", "a", "/program", HASH, "\"requires\":[\"b\"],") + ","
                + entry("b", "b", "/program", HASH, "\"requires\":[\"c\"],") + ","
                + entry("c", "c", "/program", HASH, "\"requires\":[\"b\"],")));
        assertThat(jail.here("plugin", "update").code()).isEqualTo(0);
        var before = disk();

        refused(jail.here("plugin", "install", "a"), before, "b requires c requires b, in a circle");
    }

    @Test
    void oneBadRequirementAndNoneIsInstalled() throws IOException {
        server.registry(registry(good() + ","
                + entry("fine", "fine", "/program", HASH, "") + ","
                + entry("rotten", "rotten", "/program", "0".repeat(64), "") + ","
                + entry("both", "both", "/program", HASH, "\"requires\":[\"fine\",\"rotten\"],")));
        assertThat(jail.here("plugin", "update").code()).isEqualTo(0);
        var before = disk();

        refused(jail.here("plugin", "install", "both"), before, "rotten is not what was promised", HASH);
    }

    @Test
    void tricksInAnEntryLeaveItOutByNameAndTheOthersCount() {
        server.registry(registry(good() + ","
                + entry("up", "../../../bin/x", "/program", HASH, "") + ","
                + entry("../down", "down", "/program", HASH, "") + ","
                + entry("local", "local", "file:///etc/passwd", HASH, "") + ","
                + entry("plain", "plain", "http://localhost/x", HASH, "") + ","
                + entry("esc\\u001b[2J", "esc", "/program", HASH, "") + ","
                + entry("one", "twin", "/program", HASH, "") + ","
                + entry("two", "twin", "/program", HASH, "") + ","
                + entry("short", "short", "/program", "abc", "") + ","
                + "\"theme\":{\"kind\":\"wasm\",\"id\":\"../x\"}"));

        var updated = jail.here("plugin", "update");

        assertThat(updated.code()).isEqualTo(0);
        for (var name : new String[] {"up", "../down", "local", "plain", "esc", "one", "two", "short"}) {
            assertThat(updated.err().lines())
                    .as(name)
                    .anyMatch(line -> line.contains("entry \"" + name + "\" is left out"));
        }
        assertThat(updated.err()).doesNotContain("\u001b", "theme");
        assertThat(jail.here("plugin", "search").out()).isEqualTo("good  (installed)\n");
    }

    @Test
    void aProgramForOtherMachinesOnlyIsSaidSo() throws IOException {
        server.registry(registry(good() + ","
                + entry("mac", "mac", "/program", HASH, "").replace("\"any\"", "\"aarch64-apple-darwin\"")));
        assertThat(jail.here("plugin", "update").code()).isEqualTo(0);
        var before = disk();

        refused(
                jail.here("plugin", "install", "mac"),
                before,
                "mac is not made for this machine",
                "-unknown-linux-gnu",
                "aarch64-apple-darwin");
    }

    @Test
    void aServerWhoseAuthorityIsUnknownIsRefused() throws IOException {
        var before = disk();

        var result = jail.sh("unset SSL_CERT_FILE; $JP plugin update");

        refused(result, before, "no secure connection");
        assertThat(result.err()).contains("plugins.ca_file");
    }
}
