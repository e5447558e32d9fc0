package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a new user does with plugins, from a registry file with a group, two plugins and a dependency; and with their
/// own on PATH.
class PluginJourneyTest {
    /// Describes itself, says what it takes, and notes each start in `$STARTS`.
    private static final String PLUGIN = """
            #!/bin/bash
            read -r message
            echo "NAME $(jq -r .type <<<"$message")" >>"$STARTS"
            case $(jq -r .type <<<"$message") in
            describe)
                echo '{"type":"describe","name":"NAME","version":"1","description":"About NAME","command":COMMAND,"options_schema":{"type":"object","properties":{"port":{"type":"integer"}}}}'
                exit ;;
            help)
                echo '{"type":"help","command":{"about":"All of NAME","args":[{"long":"mode","short":"m","help":"How","value_name":"MODE","possible_values":["read","chat"],"default_value":"read"}],"subcommands":[{"name":"status","about":"Is it up","visible_aliases":["st"],"args":[]}]}}'
                exit ;;
            esac
            echo '{"type":"ready"}'
            jq -c '{type:"print",text:("NAME ran with " + (.args|tostring) + "\\n")}' <<<"$message"
            echo '{"type":"exit","code":0}'
            """;

    @TempDir
    Path folder;

    private Jail jail;
    private Path starts;
    private Path published;

    @BeforeEach
    void make() throws Exception {
        jail = Jail.in(folder);
        starts = folder.resolve("starts");
        Files.createFile(starts);
        jail.with("STARTS", starts.toString());
        published = Files.createDirectory(folder.resolve("published"));
    }

    private static String plugin(String name, String command) {
        return PLUGIN.replace("NAME", name).replace("COMMAND", command);
    }

    private void publish(String webVersion, String webScript) throws Exception {
        Files.writeString(published.resolve("www"), webScript);
        Files.writeString(published.resolve("api"), plugin("api", "[\"serve\",\"http-api\"]"));
        Files.writeString(published.resolve("plugins.json"), """
                {"version":1,"plugins":{
                "serve":{"id":"serve","kind":"command_group","description":"Server components","suggests":["serve www","serve http-api"]},
                "serve www":{"id":"serve-www","version":"%s","description":"A www page","official":true,"requires":["serve"],
                  "binaries":{"any":{"url":"%s","sha256":"%s"}}},
                "serve http-api":{"id":"serve-http-api","version":"2.0","description":"An API","requires":["serve www"],
                  "binaries":{"any":{"url":"%s","sha256":"%s"}}}}}
                """.formatted(
                        webVersion,
                        published.resolve("www").toUri(),
                        sha256(published.resolve("www")),
                        published.resolve("api").toUri(),
                        sha256(published.resolve("api"))));
    }

    private void useTheRegistry() {
        fine(
                "config",
                "set",
                "plugins.registry_url",
                published.resolve("plugins.json").toUri().toString());
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private Jail.Result fine(String... words) {
        var result = jail.jp(words);
        assertThat(result.code()).as(result.out() + result.err()).isZero();
        return result;
    }

    private Jail.Result refused(String... words) {
        var result = jail.jp(words);
        assertThat(result.code()).as(result.out() + result.err()).isNotZero();
        return result;
    }

    private List<String> started() throws IOException {
        return Files.readAllLines(starts);
    }

    @Test
    void installsListsExplainsRunsPinsTampersUpdatesAndRemoves() throws Exception {
        publish("1.0", plugin("www", "[\"serve\",\"www\"]"));
        useTheRegistry();

        assertThat(fine("plugin", "search").out()).contains("serve www 1.0", "serve http-api");
        assertThat(jail.jp("serve").code()).isEqualTo(2);
        assertThat(fine("serve", "-h").out()).contains("Server components", "www", "(not installed)");
        assertThat(refused("plugin", "install", "serve", "http-api").err()).contains("plugins.command.serve-http-api");
        assertThat(fine("plugin", "install", "serve", "http-api", "--yes").out())
                .contains("installed serve www 1.0", "installed serve http-api 2.0");
        assertThat(fine("plugin", "list").out()).contains("jp serve www", "approved", "jp serve http-api", "ask");

        assertThat(refused("serve", "http-api").err()).contains("plugins.command.serve-http-api.run");
        assertThat(started()).isEmpty();
        assertThat(fine("serve", "www", "--x").out()).isEqualTo("www ran with [\"--x\"]\n");
        assertThat(fine("serve", "www", "-h").out())
                .contains("All of www", "Usage: jp serve www", "-m, --mode <MODE>", "[default: read]", "status");
        assertThat(fine("-h").out()).contains("Plugins:", "serve www", "About www", "An API (not approved)");
        assertThat(fine("--format", "json", "plugin", "list").json())
                .isInstanceOfSatisfying(
                        Json.Arr.class, list -> assertThat(list.items()).hasSize(3));

        fine("plugin", "pin", "serve", "www");
        var installed = folder.resolve("data/jp/plugins/command/jp-serve-www");
        Files.writeString(installed, Files.readString(installed) + "# evil\n");
        int before = started().size();
        assertThat(refused("serve", "www").err()).contains("is not the program that was pinned", sha256(installed));
        assertThat(refused("serve", "www", "-h").err()).contains("is not the program that was pinned");
        fine("-h");
        assertThat(started()).hasSize(before);
        fine("plugin", "install", "serve", "www");
        fine("serve", "www");

        publish("1.1", plugin("www", "[\"serve\",\"www\"]") + "# better\n");
        assertThat(fine("plugin", "update").out()).contains("1.0 → 1.1", "pinned");
        fine("plugin", "unpin", "serve", "www");
        assertThat(fine("plugin", "update").out()).contains("1.0 → 1.1");
        assertThat(Files.readString(installed)).doesNotContain("# better");
        fine("plugin", "update", "--apply");
        assertThat(Files.readString(installed)).contains("# better");
        publish("1.0", plugin("www", "[\"serve\",\"www\"]"));
        fine("plugin", "update", "--apply");
        assertThat(Files.readString(installed)).contains("# better");

        assertThat(refused("plugin", "remove", "serve", "www").err()).contains("required by serve http-api");
        fine("plugin", "remove", "serve", "http-api", "serve", "www");
        assertThat(installed).doesNotExist();
        assertThat(fine("serve", "www", "again").out()).isEqualTo("www ran with [\"again\"]\n");
        assertThat(installed).exists();
    }

    @Test
    void reachesAPluginByThePathItDeclaresWhateverItsFileIsCalled() throws Exception {
        jail.plugin("oddly-named", plugin("odd", "[\"serve\",\"www\"]")).trusted("oddly-named");
        jail.plugin("conversation-export", plugin("export", "[\"conversation\",\"export\"]"))
                .trusted("conversation-export");

        assertThat(fine("serve", "www", "--x").out()).isEqualTo("odd ran with [\"--x\"]\n");
        assertThat(fine("conversation", "export", "--html").out()).isEqualTo("export ran with [\"--html\"]\n");
        assertThat(fine("c", "export").out()).isEqualTo("export ran with []\n");
        assertThat(fine("conversation", "-h").out()).contains("export", "About export");
        assertThat(fine("plugin", "which", "serve", "www").out()).contains("jp-oddly-named", "chosen");
    }

    @Test
    void startsNoneOfFiftyTheSecondTimeAndNeverWhatIsNotApproved() throws Exception {
        for (int i = 0; i < 50; i++) {
            jail.plugin("crowd" + i, plugin("crowd" + i, "[\"crowd" + i + "\"]"))
                    .trusted("crowd" + i);
        }
        jail.plugin("stranger", plugin("stranger", "[\"stranger\"]"));

        assertThat(fine("-h").out()).contains("About crowd0", "About crowd49", "stranger", "(not approved)");
        assertThat(started()).hasSize(50).allMatch(line -> line.endsWith(" describe"));
        fine("-h");
        fine("--help");
        fine("__complete", "bash", "", "--", "cro");
        fine("__complete", "bash", "--", "--", "stranger", "--");
        fine("plugin", "list");
        fine("plugin", "which", "stranger");
        assertThat(started()).hasSize(50);
    }

    @Test
    void completesWhatAnApprovedPluginTakes() throws Exception {
        jail.plugin("www", plugin("www", "[\"www\"]")).trusted("www");

        assertThat(fine("__complete", "bash", "--m", "--", "www", "--m").out()).isEqualTo("none\n--mode\n");
        assertThat(fine("__complete", "bash", "", "--", "www", "--mode", "").out())
                .contains("read\n", "chat\n");
        assertThat(fine("__complete", "bash", "", "--", "www", "").out()).contains("status\n");
        assertThat(started()).containsExactlyInAnyOrder("www describe", "www help");
    }

    @Test
    void refusesOptionsThatThePluginDoesNotUnderstandByTheirKey() throws Exception {
        jail.plugin("www", plugin("www", "[\"www\"]")).trusted("www");
        jail.config("options.port = \"abc\"\n");

        assertThat(refused("www").err()).contains("plugins.command.www.options.port", "config.toml:3");
        assertThat(started()).containsExactly("www describe");
        fine("--cfg", "plugins.command.www.options.port:=3", "www");
    }

    @Test
    void mergesAPluginsOwnHelpWithThePluginsBelowIt() throws Exception {
        jail.plugin("serve", plugin("serve", "[\"serve\"]")).trusted("serve");
        jail.plugin("serve-www", plugin("www", "[\"serve\",\"www\"]")).trusted("serve-www");

        assertThat(fine("serve", "-h").out()).contains("All of serve", "status", "www", "About www", "--mode");
    }

    @Test
    void aRegistryNeverReplacesWhatTheUserApproved() throws Exception {
        jail.plugin("serve-http-api", plugin("mine", "[\"serve\",\"http-api\"]"));
        fine("plugin", "approve", "serve", "http-api", "--no-pin");
        publish("1.0", plugin("www", "[\"serve\",\"www\"]"));
        useTheRegistry();
        fine("plugin", "search");

        assertThat(fine("serve", "http-api").out()).isEqualTo("mine ran with []\n");
        fine("plugin", "revoke", "serve-http-api");
        assertThat(refused("serve", "http-api").err()).contains("jp plugin install serve http-api --yes");
        assertThat(folder.resolve("data/jp/plugins/command")).doesNotExist();
    }

    @Test
    void aLockFileReplacesNothingElse() throws Exception {
        publish("1.0", plugin("www", "[\"serve\",\"www\"]"));
        useTheRegistry();
        fine("plugin", "install", "serve", "www");
        var precious = jail.workspace().resolve("precious");
        Files.writeString(precious, "{}");

        assertThat(refused("plugin", "lock", "precious").err()).contains("is no lock file");
        assertThat(precious).hasContent("{}");
        refused("plugin", "lock", "no/such/folder");
        fine("plugin", "lock", "plugins.lock");
        fine("plugin", "lock", "plugins.lock");
    }

    @Test
    void whatIsNoLongerWhatWasInstalledIsOutdated() throws Exception {
        publish("1.0", plugin("www", "[\"serve\",\"www\"]"));
        useTheRegistry();
        fine("plugin", "install", "serve", "www");
        Files.writeString(folder.resolve("data/jp/plugins/command/jp-serve-www"), "#!/bin/sh\n");

        assertThat(fine("plugin", "outdated").out()).contains("serve www", "not what was installed");
    }

    @Test
    void aWordWhoseQuotesAreClosedIsNotCompletedInBash() throws Exception {
        jail.plugin("x$(id)", plugin("x", "[\"x\"]"));

        assertThat(fine("__complete", "bash", "'$'", "--", "'$'").out()).isEqualTo("none\n");
        assertThat(fine("__complete", "bash", "'con'", "--", "'con'").out()).isEqualTo("none\n");
        assertThat(fine("__complete", "bash", "'con", "--", "'con").out()).contains("config");
        assertThat(fine("__complete", "zsh", "", "--", "x").out()).doesNotContain("$");
    }
}
