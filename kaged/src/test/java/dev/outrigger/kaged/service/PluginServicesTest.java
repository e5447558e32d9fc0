package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditRow;
import dev.outrigger.kaged.service.PluginCondition.State;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.CallDeadlines;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginServicesTest {
    private static final String ECHO = "def on(method, params, id): return params";

    @TempDir
    Path base;

    HostedPlugins host;

    @BeforeEach
    void open() throws Exception {
        host = new HostedPlugins(base);
    }

    @AfterEach
    void close() throws Exception {
        host.close();
    }

    @Test
    void startsAPluginAtItsFirstCallAndAnswers() throws Exception {
        host.python("echo", "methods: [say]", ECHO);
        assertThat(host.services.condition("echo").state()).isEqualTo(State.IDLE);

        assertThat(text(host.call("echo", "say", "{\"word\": \"hello\"}")))
                .isEqualTo("{\"word\":\"hello\",\"_context\":{\"operator_id\":\"ann\",\"project_id\":null,"
                        + "\"session_id\":null,\"request_id\":\"r1\"}}");
        assertThat(host.services.condition("echo").state()).isEqualTo(State.READY);
        assertThat(host.services.condition("echo").version()).isEqualTo("1.0");
        assertThat(host.lives("echo")).containsExactly("ready");
        var row = host.rows(AuditEntry.Kind.CALL).getFirst();
        assertThat(row.user() + " " + row.plugin() + " " + row.method() + " " + row.outcome())
                .isEqualTo("ann echo say ok");
        assertThat(row.payload()).contains("\"params\":{\"word\":\"hello\"}");
    }

    @Test
    void aPluginThatIsSilentHasNoThreadAndAnswersAllTheSame() throws Exception {
        host.python("idle", "methods: [say]", ECHO);
        for (int i = 0; i < 2; i++) {
            assertThat(text(host.call("idle", "say", "{\"i\": " + i + "}"))).startsWith("{\"i\":" + i);
            await().atMost(Duration.ofSeconds(30)).until(() -> threadsOf("idle") == 0);
        }
        // What it says of its own accord, and its end, are heard as well.
        var pid = host.services.condition("idle").pid().orElseThrow();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        await().atMost(Duration.ofSeconds(30)).until(() -> host.lives("idle").contains("crashed"));
        assertThat(text(host.call("idle", "say", "{}"))).startsWith("{");
    }

    private static long threadsOf(String plugin) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(prepares|plugin|keeps) " + plugin))
                .count();
    }

    @Test
    void runsTheShellPluginOfTheProtocolsPage() throws Exception {
        host.plugin("shell", "/usr/bin/bash, main", """
                while read -r line; do
                    id=$(jq -c '.id // empty' <<<"$line")
                    [ -n "$id" ] || continue
                    case $(jq -r .method <<<"$line") in
                        initialize)   answer='"result":{"api_version":1}' ;;
                        presets.list) answer='"result":["raspi","zero"]' ;;
                        shutdown)     answer='"result":{"status":"ok"}' ;;
                        *)            answer='"error":{"code":-32601,"message":"no such method"}' ;;
                    esac
                    echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,$answer}"
                done
                """, "methods: [presets.list]");
        assertThat(text(host.call("shell", "presets.list", "{}"))).isEqualTo("[\"raspi\",\"zero\"]");
    }

    @Test
    void refusesWhatTheManifestDoesNotDeclareOrDescribe() throws Exception {
        host.python("strict", """
                methods:
                  - name: add
                    params_schema: {type: object, required: [a], properties: {a: {type: integer}}}
                    result_schema: {type: integer}
                """, "def on(method, params, id): return params['a'] if params['a'] < 10 else 'many'");
        assertThat(text(host.call("strict", "add", "{\"a\": 1}"))).isEqualTo("1");
        assertThat(text(host.call("strict", "sub", "{}")))
                .startsWith("lost method_not_found: strict has no method sub: its manifest declares add");
        assertThat(text(host.call("strict", "add", "{\"a\": \"x\"}")))
                .startsWith("lost invalid_params: ")
                .contains("a: ");
        assertThat(text(host.call("strict", "add", "{\"a\": 10}")))
                .startsWith("lost internal_error: the plugin's result does not fit its schema");
        assertThat(text(host.call("nobody", "add", "{}")))
                .startsWith("lost plugin_unavailable: there is no plugin nobody");
    }

    @Test
    void keepsSensitiveFieldsOutOfTheAudit() throws Exception {
        host.python("secret", """
                methods:
                  - {name: login, sensitive: [$.password, $.token]}
                """, "def on(method, params, id): return {'token': 'abc123'}");
        assertThat(text(host.call("secret", "login", "{\"password\": \"hunter2\"}")))
                .contains("abc123");
        var payload = host.rows(AuditEntry.Kind.CALL).getFirst().payload();
        assertThat(payload).doesNotContain("hunter2").doesNotContain("abc123").contains("[redacted]");
    }

    @Test
    void keepsThemOutOfAResultThatRepeatsThem() throws Exception {
        host.python("echo", """
                methods:
                  - {name: login, sensitive: [$.password]}
                """, "def on(method, params, id): return {'said': 'welcome ' + params['password']}");
        assertThat(text(host.call("echo", "login", "{\"password\": \"hunter2\"}")))
                .contains("welcome hunter2");
        assertThat(host.rows(AuditEntry.Kind.CALL).getFirst().payload())
                .doesNotContain("hunter2")
                .contains("welcome [redacted]");
    }

    @Test
    void keepsThemOutOfTheWordsOfErrorsToo() throws Exception {
        host.python("secret", """
                methods:
                  - name: login
                    sensitive: [token]
                    params_schema: {type: object, properties: {token: {type: string, maxLength: 5}}}
                """, "def on(method, params, id): raise Exception('wrong token ' + params['token'])");
        assertThat(text(host.call("secret", "login", "{\"token\": \"SECRETSECRET\"}")))
                .contains("token: ");
        assertThat(text(host.call("secret", "login", "{\"token\": \"abc\"}"))).contains("wrong token abc");
        assertThat(host.rows(AuditEntry.Kind.CALL).toString())
                .doesNotContain("SECRETSECRET")
                .doesNotContain("wrong token")
                .contains("\"code\":-32602")
                .contains("\"code\":-32000");
    }

    @Test
    void showsAStrayLineWhereItsAuthorLooks() throws Exception {
        host.python("chatty", "methods: [x]", """
                def on(method, params, id):
                    print("debugging", flush=True)
                    return 1""");
        assertThat(text(host.call("chatty", "x", "{}"))).isEqualTo("1");
        assertThat(host.rows(AuditEntry.Kind.STDERR).toString())
                .contains("(kaged) wrote to stdout what is no message")
                .contains("debugging");
    }

    @Test
    void answersThePluginsOwnError() throws Exception {
        host.python("cross", "methods: [x]", "def on(method, params, id): raise Exception('no luck')");
        assertThat(text(host.call("cross", "x", "{}"))).isEqualTo("refused -32000: no luck");
    }

    @Test
    void keepsStderrAndLogsOfThePlugin() throws Exception {
        host.python("talker", "methods: [x]", """
                def on(method, params, id):
                    print("to stderr", file=sys.stderr, flush=True)
                    say({"jsonrpc": "2.0", "method": "kaged:log", "params": {"level": "warn", "message": "hm"}})
                    return 1""");
        host.call("talker", "x", "{}");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                host.rows(AuditEntry.Kind.STDERR).stream().map(AuditRow::payload))
                        .contains("{\"line\":\"to stderr\"}", "{\"line\":\"warn: hm\"}"));
    }

    @Test
    void storesForAPluginThatMayAndOnlyForIt() throws Exception {
        var body = """
                def ask(method, params):
                    say({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
                    answer = json.loads(sys.stdin.readline())
                    return answer.get("result") or answer.get("error")
                def on(method, params, id): return ask(params["method"], {"sql": params["sql"]})""";
        host.python("keeper", "methods: [do]\ncapabilities: ['kaged:storage:read', 'kaged:storage:write']", body);
        host.python("reader", "methods: [do]\ncapabilities: ['kaged:storage:read']", body);
        assertThat(text(host.call("keeper", "do", sql("exec", "create table t (a)"))))
                .contains("\"rows\":[]");
        assertThat(text(host.call("keeper", "do", sql("exec", "insert into t values (5)"))))
                .contains("\"changes\":1");
        assertThat(text(host.call("keeper", "do", sql("query", "select a from t"))))
                .contains("\"a\":5");
        assertThat(text(host.call("reader", "do", sql("query", "select a from t"))))
                .contains("no such table");
        assertThat(text(host.call("reader", "do", sql("exec", "create table t (a)"))))
                .contains("does not declare kaged:storage:write");
    }

    private static String sql(String verb, String sql) {
        return "{\"method\": \"kaged:storage:" + verb + "\", \"sql\": \"" + sql + "\"}";
    }

    @Test
    void passesProgressOnAndTakesACallBack() throws Exception {
        host.python("slow", "methods: [pull]", """
                def on(method, params, id):
                    say({"jsonrpc": "2.0", "method": "$/progress", "params": {"token": id, "percent": 40}})
                    while True:
                        message = json.loads(sys.stdin.readline())
                        if message["method"] == "$/cancel" and message["params"]["id"] == id:
                            print("cancelled", file=sys.stderr, flush=True)
                            raise Exception("taken back")""");
        var asked = host.begin("slow", "pull", "{}", HostedPlugins.LONG);
        var progress = asked.progress.poll(60, TimeUnit.SECONDS);
        assertThat(progress).isNotNull();
        assertThat(JsonText.text(progress)).contains("\"percent\":40");
        asked.taken.takeBack();
        assertThat(text(asked.outcome())).startsWith("lost cancelled");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(host.rows(AuditEntry.Kind.STDERR).toString()).contains("cancelled"));
    }

    @Test
    void endsACallAtItsDeadlines() throws Exception {
        host.python("stuck", "methods: [x]", "def on(method, params, id): time.sleep(600)");
        host.services.watch("stuck", (_, _) -> {}).close();
        var idle = host.begin("stuck", "x", "{}", new CallDeadlines(Duration.ofMillis(1500), Duration.ofMinutes(1)));
        assertThat(text(idle.outcome())).startsWith("lost timeout").contains("no sign of progress");
    }

    @Test
    void relaysDeclaredNotificationsAndDropsOthers() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        host.python("teller", "methods: [x]\nnotifications: [catalog.updated]", """
                def on(method, params, id):
                    for name in ["undeclared", "catalog.updated"]:
                        say({"jsonrpc": "2.0", "method": name, "params": {"n": 1}})
                    return 1""");
        try (var _ = host.services.subscribe((plugin, told, params) -> heard.add(plugin + " " + told))) {
            host.call("teller", "x", "{}");
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("teller catalog.updated");
        }
        assertThat(heard).isEmpty();
        assertThat(host.notes).anyMatch(note -> note.contains("undeclared"));
    }

    @Test
    void showsEveryLineOfThePipesToAWiretap() throws Exception {
        host.python("echo", "methods: [say]", ECHO);
        var lines = new LinkedBlockingQueue<String>();
        try (var _ = host.services.watch(
                "echo", (way, line) -> lines.add(way + " " + new String(line, StandardCharsets.UTF_8)))) {
            host.call("echo", "say", "{\"a\":1}");
        }
        assertThat(lines.stream().map(line -> line.replaceAll("\"params\":.*|\"result\":.*", "…")))
                .containsExactly(
                        "TO_PLUGIN {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",…",
                        "FROM_PLUGIN {\"jsonrpc\": \"2.0\", \"id\": 1, …",
                        "TO_PLUGIN {\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}",
                        "TO_PLUGIN {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"say\",…",
                        "FROM_PLUGIN {\"jsonrpc\": \"2.0\", \"id\": 2, …");
    }
}
