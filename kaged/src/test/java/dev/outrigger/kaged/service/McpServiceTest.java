package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFilter;
import dev.outrigger.kaged.audit.AuditRow;
import dev.outrigger.kaged.service.PluginCondition.State;
import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// MCP servers as plugins: what the tools of conformance/rogue/mcp-rogue do to whoever calls them.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpServiceTest {
    private static final Path ROGUE = Path.of("../conformance/rogue/mcp-rogue");
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    static Path base;

    static HostedPlugins host;
    static ServerTools tools;

    @BeforeAll
    static void open() throws Exception {
        var times = new ServiceTimes(
                Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofHours(1), Duration.ofMillis(20));
        host = new HostedPlugins(base, times);
        tools = new ServerTools(host.grounds, host.services);
        install("server", "initialize", "");
    }

    @AfterAll
    static void close() throws Exception {
        host.close();
    }

    private static void install(String name, String era, String more) throws Exception {
        host.plugin(
                name,
                "/usr/bin/env, python3, main, " + era,
                Files.readString(ROGUE),
                "protocol: mcp\nshutdown_timeout_sec: 1\n" + more);
    }

    private static String said(String plugin, String tool, String params) throws Exception {
        return text(host.call(plugin, tool, params));
    }

    private static List<AuditRow> rows(String plugin, AuditEntry.Kind kind) throws Exception {
        return host.audit.rows(AuditFilter.ALL.kinds(Set.of(kind)).plugin(plugin));
    }

    @Test
    void everyToolHasItsRow() throws Exception {
        var rows = Files.readString(ROGUE.resolveSibling("mcp-outcomes.md"));
        var named = Pattern.compile("name == \"([a-z]+)\"")
                .matcher(Files.readString(ROGUE))
                .results();
        assertThat(named.map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(tool -> assertThat(rows).contains("`" + tool + "`"));
    }

    @ParameterizedTest
    @CsvSource({"server, initialize", "newer, stateless"})
    void callsTheToolsOfAServerOfEitherEra(String name, String era) throws Exception {
        if (!name.equals("server")) {
            install(name, era, "");
        }
        assertThat(said(name, "echo", "{\"text\":\"hello\"}"))
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}");
        // By its name as the plugin's tool, too; and its arguments are its own alone.
        assertThat(said(name, name + ".arguments", "{\"a\":1}")).contains("\"text\":\"{\\\"a\\\": 1}\"");
        assertThat(host.store.tools(name).era()).isEqualTo(era);
        var row = rows(name, AuditEntry.Kind.CALL).stream()
                .filter(it -> it.outcome().equals("ok") && it.method().equals("echo"))
                .findFirst()
                .orElseThrow();
        assertThat(row.payload()).contains("\"params\":{\"text\":\"");
    }

    @Test
    void checksArgumentsBeforeTheServerSeesThem() throws Exception {
        assertThat(said("server", "echo", "{}"))
                .startsWith("lost invalid_params")
                .contains("text");
        assertThat(said("server", "nonsense", "{}"))
                .startsWith("lost method_not_found")
                .contains("echo");
    }

    @Test
    void aToolThatFailsIsAnErrorOfThePlugins() throws Exception {
        assertThat(said("server", "fail", "{}")).isEqualTo("refused -32000: it does not work");
    }

    @Test
    void progressAndLogsArePassedOn() throws Exception {
        var asked = host.begin("server", "work", "{}", HostedPlugins.LONG);
        assertThat(text(asked.outcome())).contains("done");
        assertThat(asked.progress.stream().map(said -> said.text("message").orElse("")))
                .contains("part (1/2)");
        assertThat(said("server", "log", "{}")).contains("logged");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(rows("server", AuditEntry.Kind.STDERR))
                        .anyMatch(row -> row.payload().contains("a word in the log")));
    }

    @Test
    void itsOwnRequestsAreAnsweredOrRefusedAndAudited() throws Exception {
        assertThat(said("server", "roots", "{}")).contains("{\\\"roots\\\": []}");
        assertThat(said("server", "sample", "{}")).contains("-32601");
        assertThat(rows("server", AuditEntry.Kind.LIFE))
                .anyMatch(row -> row.method().equals("refused") && row.payload().contains("sampling/createMessage"));
    }

    @ParameterizedTest
    @CsvSource({"asking, initialize", "asking-newer, stateless"})
    void aFormIsAnsweredByTheCallerAndCancelledWhereThereIsNobody(String name, String era) throws Exception {
        install(name, era, "");
        assertThat(said(name, "ask", "{}")).contains("cancel");
        var asked = new HostedPlugins.Asked() {
            @Override
            public Optional<Json> ask(ToolQuestion question) {
                assertThat(question.text()).contains("Which?");
                return Optional.of(Json.of("Ann"));
            }
        };
        assertThat(text(host.begin(name, "ask", "{}", HostedPlugins.LONG, asked).outcome()))
                .contains("accept")
                .contains("Ann");
    }

    @Test
    void answersInAnyOrderAndTwiceAreForWhoAsked() throws Exception {
        var held = host.begin("server", "hold", "{}", HostedPlugins.LONG);
        await().atMost(LONG).until(() -> host.services.condition("server").state() == State.READY);
        assertThat(said("server", "release", "{}")).contains("released");
        assertThat(text(held.outcome())).contains("held");
        assertThat(said("server", "twice", "{}")).contains("first");
        assertThat(said("server", "echo", "{\"text\":\"after\"}")).contains("after");
    }

    @Test
    void whatIsNoMessageIsIgnoredAndNoted() throws Exception {
        assertThat(said("server", "garbage", "{}")).contains("after garbage");
        assertThat(rows("server", AuditEntry.Kind.STDERR))
                .anyMatch(row -> row.payload().contains("Server is running on stdio"));
    }

    @Test
    void aCallThatIsNeverAnsweredEndsInTimeAndWhenItIsTakenBack() throws Exception {
        assertThat(text(host.begin("server", "never", "{}", CallDeadlines.of(Duration.ofMillis(300)))
                        .outcome()))
                .startsWith("lost timeout");
        var asked = host.begin("server", "never", "{}", HostedPlugins.LONG);
        asked.taken.takeBack();
        assertThat(text(asked.outcome())).startsWith("lost cancelled");
    }

    @Test
    void anAnswerWithoutContentAndOneThatIsTooLongAreErrorsOfTheirCallAlone() throws Exception {
        assertThat(said("server", "nothing", "{}")).isEqualTo("lost internal_error: its answer has no `content`");
        assertThat(said("server", "long", "{}"))
                .startsWith("lost internal_error")
                .contains("too large");
        assertThat(said("server", "echo", "{\"text\":\"after\"}")).contains("after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "cut", "endless", "babble"})
    void whatEndsTheServerEndsTheCallAtOnceAndTheNextOneFindsItAgain(String tool) throws Exception {
        var name = "ends-by-" + tool;
        install(name, "initialize", "");
        assertThat(said(name, tool, "{}")).startsWith("lost plugin_unavailable").contains("kaged plugin logs " + name);
        assertThat(said(name, "echo", "{\"text\":\"again\"}")).contains("again");
        assertThat(host.lives(name)).contains("crashed");
    }

    @Test
    void aServerThatPhonesHomeIsStoppedAndTold() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        install("phoning", "initialize", "");
        assertThat(said("phoning", "phone", "{}"))
                .startsWith("lost plugin_unavailable")
                .contains("192.0.2.7");
        assertThat(host.rows(AuditEntry.Kind.VIOLATION))
                .anyMatch(row -> row.plugin().equals("phoning") && row.payload().contains("192.0.2.7"));
    }

    @Test
    void changedToolsAreNotOfferedBeforeTheOperatorAgrees() throws Exception {
        install("fickle", "initialize", "");
        var first = tools.show("fickle", "");
        assertThat(first.get("waiting").orElseThrow()).isEqualTo(Json.texts(List.of()));
        assertThat(said("fickle", "echo", "{\"text\":\"x\"}")).contains("x");

        assertThat(said("fickle", "mutate", "{}")).contains("changed");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(said("fickle", "echo", "{\"text\":\"x\"}"))
                        .startsWith("lost method_not_found")
                        .contains("kaged plugin tools fickle"));
        // The others are as they were.
        assertThat(said("fickle", "arguments", "{}")).contains("{}");
        var shown = tools.show("fickle", "");
        assertThat(shown.get("waiting").orElseThrow()).isEqualTo(Json.texts(List.of("echo")));
        var digest = shown.text("digest").orElseThrow();
        assertThat(digest).isNotEqualTo(first.text("digest").orElseThrow());
        assertThatThrownBy(() -> tools.accept("fickle", "", first.text("digest").orElseThrow(), "0"))
                .isInstanceOf(ServiceRefusal.class)
                .hasMessageContaining("look at them again");

        tools.accept("fickle", "", digest, "0");
        assertThat(said("fickle", "echo", "{\"text\":\"x\"}")).contains("x");
        assertThat(rows("fickle", AuditEntry.Kind.INSTALL).stream().map(AuditRow::method))
                .containsSubsequence("tools found", "tools changed", "tools accepted");
    }

    @Test
    void toolsThatChangedBetweenTwoRunsAreNotOffered() throws Exception {
        install("turncoat", "initialize", "");
        assertThat(said("turncoat", "change", "{}")).contains("changed");
        host.services.restart("turncoat");
        assertThat(said("turncoat", "echo", "{\"text\":\"x\"}")).startsWith("lost method_not_found");
        assertThat(host.store.tools("turncoat").waiting("")).containsExactly("echo");
    }

    @Test
    void aNewToolIsSeenBeforeItIsSaidNotToBeThere() throws Exception {
        install("growing", "initialize", "");
        assertThat(said("growing", "grow", "{}")).contains("changed");
        assertThat(said("growing", "fresh", "{}")).startsWith("lost method_not_found");
        assertThat(host.store.tools("growing").waiting("")).containsExactly("fresh");
        var shown = tools.show("growing", "");
        tools.accept("growing", "", shown.text("digest").orElseThrow(), "0");
        assertThat(text(host.begin("growing", "fresh", "{}", CallDeadlines.of(Duration.ofSeconds(1)))
                        .outcome()))
                .startsWith("lost timeout");
    }

    @Test
    void whatIsShownIsWhatTheServerSaysNow() throws Exception {
        install("shown", "initialize", "");
        assertThat(said("shown", "grow", "{}")).contains("changed");
        assertThat(tools.show("shown", "").get("waiting").orElseThrow()).isEqualTo(Json.texts(List.of("fresh")));
    }

    @Test
    void whatAToolPromisesToGiveBackIsHeld() throws Exception {
        assertThat(said("server", "promise", "{\"how\":\"well\"}")).contains("\"structuredContent\":{\"n\":1}");
        assertThat(said("server", "promise", "{\"how\":\"ill\"}"))
                .startsWith("lost internal_error")
                .contains("n:");
        assertThat(said("server", "promise", "{}"))
                .startsWith("lost internal_error")
                .contains("promises one");
    }

    @Test
    void aStormOfChangesHoldsUpNoCallAndFloodsNoAudit() throws Exception {
        install("stormy", "initialize", "");
        assertThat(said("stormy", "storm", "{}")).contains("changed");
        for (int i = 0; i < 30; i++) {
            assertThat(said("stormy", "arguments", "{}")).contains("{}");
        }
        assertThat(said("stormy", "echo", "{\"text\":\"x\"}")).startsWith("lost method_not_found");
        var rows = rows("stormy", AuditEntry.Kind.INSTALL).stream()
                .filter(row -> row.method().startsWith("tools"))
                .toList();
        assertThat(rows).hasSize(20);
        assertThat(host.lives("stormy")).doesNotContain("crashed");
    }

    @Test
    void toolsThatAreNotToldHoldUpACallForItsOwnTimeOnly() throws Exception {
        install("stalling", "initialize", "");
        assertThat(said("stalling", "stall", "{}")).contains("changed");
        assertThat(text(host.begin("stalling", "echo", "{\"text\":\"x\"}", CallDeadlines.of(Duration.ofMillis(300)))
                        .outcome()))
                .startsWith("lost timeout");
        var asked = host.begin("stalling", "echo", "{\"text\":\"x\"}", HostedPlugins.LONG);
        asked.taken.takeBack();
        assertThat(text(asked.outcome())).startsWith("lost cancelled");
    }

    @Test
    void toolsWhoseNamesAreNoMethodsAreLeftOutAndNoted() throws Exception {
        install("odd", "initialize", "env: {MORE_TOOLS: \"two words,odd.echo,dash-ed/and_under.scored\"}\n");
        assertThat(said("odd", "odd.echo", "{\"text\":\"its own\"}")).contains("its own");
        assertThat(host.store.tools("odd").seen().get(""))
                .containsKey("dash-ed/and_under.scored")
                .doesNotContainKeys("two words", "odd.echo");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(rows("odd", AuditEntry.Kind.STDERR))
                        .anyMatch(row -> row.payload().contains("two words"))
                        .anyMatch(row -> row.payload().contains("looks like the name of another")));
    }

    /// The server does not say on behalf of which call it asks.
    @Test
    void aQuestionIsAskedOfNobodyWhileCallsOfTwoCallersAreOpen() throws Exception {
        install("between", "initialize", "");
        assertThat(said("between", "echo", "{\"text\":\"x\"}")).contains("x");
        var answering = new HostedPlugins.Asked() {
            @Override
            public Optional<Json> ask(ToolQuestion question) {
                return Optional.of(Json.of("Ann"));
            }
        };
        var held = host.begin("bob", "between", "hold", "{}", HostedPlugins.LONG, new HostedPlugins.Asked());
        await().atMost(LONG).until(() -> host.services.condition("between").openCalls() == 1);
        assertThat(text(host.begin("ann", "between", "ask", "{}", HostedPlugins.LONG, answering)
                        .outcome()))
                .contains("cancel");
        assertThat(said("between", "release", "{}")).contains("released");
        assertThat(text(held.outcome())).contains("held");
        var same = new HostedPlugins.Asked() {
            @Override
            public Optional<Json> ask(ToolQuestion question) {
                return Optional.of(Json.of("Ann"));
            }
        };
        assertThat(text(host.begin("ann", "between", "ask", "{}", HostedPlugins.LONG, same)
                        .outcome()))
                .contains("accept");
    }

    @Test
    void theManifestMayNarrowTheToolsAndSayWhatIsSensitive() throws Exception {
        install("narrow", "initialize", "methods: [{name: echo, sensitive: [$.text]}]\n");
        assertThat(said("narrow", "arguments", "{}"))
                .isEqualTo(
                        "lost method_not_found: narrow has no method arguments: the server has, and you agreed to, echo, narrow.echo, and nothing else");
        assertThat(said("narrow", "narrow.echo", "{\"text\":\"secret\"}")).contains("secret");
        assertThat(rows("narrow", AuditEntry.Kind.CALL))
                .noneMatch(row -> row.payload().contains("\"text\":\"secret\""));
        assertThat(host.lives("narrow")).contains("ready");
    }

    @Test
    void aPluginOfItsOwnProtocolHasNoToolsToAgreeTo() throws Exception {
        host.python("own", "methods: [say]", "def on(method, params, id): return params");
        assertThatThrownBy(() -> tools.show("own", ""))
                .isInstanceOf(ServiceRefusal.class)
                .hasMessageContaining("no MCP server");
    }
}
