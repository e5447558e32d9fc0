package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A record is a file of somebody's, and a replay is no way around what holds for calls.
class RecordReplayTest {
    /// Keeps a number in its data, and says on whose behalf it is called.
    private static final String PLUGIN = """
            import json, os, socket, sys
            kept = os.environ["KAGED_CONFIG_ROOT"] + "/kept"
            def say(message):
                sys.stdout.write(json.dumps(message) + "\\n")
                sys.stdout.flush()
            for line in sys.stdin:
                m = json.loads(line)
                method, id, params = m.get("method"), m.get("id"), m.get("params") or {}
                result = {}
                if id is None:
                    continue
                if method == "initialize":
                    result = {"api_version": 1}
                elif method == "add":
                    now = int(open(kept).read()) + 1 if os.path.exists(kept) else 1
                    open(kept, "w").write(str(now))
                    result = {"kept": now}
                elif method == "whose":
                    result = params["_context"]
                elif method == "write":
                    open(params["path"], "a").write("x")
                elif method == "connect":
                    socket.create_connection(("localhost", params["port"])).close()
                elif method == "hang":
                    open(kept + ".hanging", "w").close()
                    sys.stdin.readline()
                say({"jsonrpc": "2.0", "id": id, "result": result})
            """;

    private static DaemonFixture kaged;

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.started();
    }

    @AfterAll
    static void stop() throws Exception {
        kaged.close();
    }

    @Test
    void aReplayWorksOnACopyAndChangesNothing() throws Exception {
        installed("keeper");
        call("keeper", "add", "{}");
        call("keeper", "add", "{}");
        var kept = kaged.home.resolve("data/keeper/kept");
        assertThat(kept).hasContent("2");

        var replay = replayed("keeper", said(2, "add", "{}"), heard(2, "{\"kept\":3}"));
        assertThat(replay.code()).as(replay.out() + replay.err()).isZero();

        assertThat(kept).as("it had a copy").hasContent("2");
        assertThat(replayed("keeper", said(2, "add", "{}"), heard(2, "{\"kept\":3}"))
                        .code())
                .as("and a fresh one each time")
                .isZero();
        assertThat(kaged.home.resolve("replay")).isEmptyDirectory();
        assertThat(replayed("keeper", List.of("--without-data"), said(2, "add", "{}"), heard(2, "{\"kept\":1}"))
                        .code())
                .isZero();
        assertThat(call("keeper", "add", "{}").out()).contains("\"kept\":3");
    }

    @Test
    void itsDataMayHoldWhatPluginsBuild() throws Exception {
        installed("builder");
        call("builder", "add", "{}");
        var data = kaged.home.resolve("data/builder");
        var owner = Files.getAttribute(data, "unix:uid");
        assertThat(new ProcessBuilder(
                                "sh",
                                "-c",
                                "cd '" + data
                                        + "' && mkfifo pipe && ln -s /etc/shadow link && mkdir -p deep/er && printf 7"
                                        + " > deep/er/file && chmod 400 deep/er/file && chown -R -h " + owner + " .")
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        var replay = replayed("builder", said(2, "add", "{}"), heard(2, "{\"kept\":2}"));
        assertThat(replay.code()).as(replay.out() + replay.err()).isZero();
        assertThat(kaged.home.resolve("replay")).isEmptyDirectory();
    }

    @Test
    void dataThatIsTooMuchForACopyIsRefusedWithAWayOut() throws Exception {
        installed("hoarder");
        call("hoarder", "add", "{}");
        try (var hole =
                new RandomAccessFile(kaged.home.resolve("data/hoarder/hole").toFile(), "rw")) {
            hole.setLength(300L << 20);
        }
        var replay = replayed("hoarder", said(2, "add", "{}"), heard(2, "{\"kept\":2}"));
        assertThat(replay.code()).isEqualTo(1);
        assertThat(replay.err()).contains("more than 256 MiB").contains("--without-data");
        assertThat(kaged.home.resolve("replay")).isEmptyDirectory();
        assertThat(rows("hoarder").getLast().toString()).contains("ended", "failed", "256 MiB");
        assertThat(replayed("hoarder", List.of("--without-data"), said(2, "add", "{}"), heard(2, "{\"kept\":1}"))
                        .code())
                .isZero();
    }

    @Test
    void aReplayIsInTheAuditAndIsNoCall() throws Exception {
        installed("audited");
        var lines = new String[] {said(2, "add", "{\"a\":1}"), heard(2, "{\"kept\":1}")};
        assertThat(replayed("audited", lines).code()).isZero();

        assertThat(kaged.run("audit", "--plugin", "audited", "--kind", "call", "--json")
                        .ok()
                        .out()
                        .strip())
                .as("nobody takes it for a call")
                .isEqualTo("[]");
        var rows = rows("audited");
        assertThat(rows).extracting(row -> row.text("method").orElse("")).containsExactly("began", "call", "ended");
        var began = (Json.Obj) rows.get(0).get("payload").orElseThrow();
        var file = Files.readAllBytes(kaged.top.resolve("audited.jsonl"));
        assertThat(began.text("sha256"))
                .as("what sha256sum says of the file")
                .contains(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(file)));
        assertThat(began.get("lines")).contains(Json.of(2));
        assertThat(rows).allSatisfy(row -> assertThat(row.text("user")).contains(user()));
        var row = JsonText.text(rows.get(0).get("seq").orElseThrow());
        assertThat(JsonText.text(rows.get(1)))
                .contains("\"outcome\":\"ok\"", "\"method\":\"add\"", "\"params\":{\"a\":1}", "\"replay\":" + row);
        assertThat(JsonText.text(rows.get(2))).contains("\"outcome\":\"same\"", "\"replay\":" + row);
        assertThat(kaged.run("audit", "--plugin", "audited", "--kind", "replay")
                        .ok()
                        .out())
                .contains("  replay  audited  began  user " + user())
                .contains("  replay  audited  call  ok  ");
    }

    @Test
    void nobodySpeaksForSomebodyElse() throws Exception {
        installed("believer");
        var claim = "{\"_context\":{\"operator_id\":\"0-ann\",\"project_id\":\"secret\",\"session_id\":\"s1\","
                + "\"request_id\":\"r1\",\"project_root\":\"/home/ann\"}}";
        var replay = replayed("believer", said(2, "whose", claim), heard(2, "{}"));
        assertThat(replay.out())
                .contains("\"operator_id\":\"" + user() + "\"", "\"project_id\":null", "\"session_id\":null")
                .contains("\"request_id\":\"replay-")
                .doesNotContain("ann", "secret", "s1");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNoFileIsNotWaitedFor() throws Exception {
        installed("patient");
        var pipe = kaged.top.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var link = Files.createSymbolicLink(kaged.top.resolve("link-to-pipe"), pipe);
        for (var name : List.of(pipe.toString(), link.toString(), "/dev/zero", kaged.top.toString())) {
            var replay = kaged.run("plugin", "replay", "patient", name);
            assertThat(replay.code()).isEqualTo(1);
            assertThat(replay.err()).contains("cannot read " + name + ": it is no ordinary file");
        }
    }

    @Test
    void aLineWithoutAnEndIsTheEndOfTheRun() throws Exception {
        installed("endless");
        become("endless", """
                import json, sys
                m = json.loads(sys.stdin.readline())
                print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": {"api_version": 1}}), flush=True)
                while True:
                    sys.stdout.write("x" * 65536)
                """);
        var replay = replayed("endless", said(2, "add", "{}"), heard(2, "{}"));
        assertThat(replay.code()).isEqualTo(1);
        assertThat(replay.out())
                .contains("the run was ended: it wrote more than 64 MiB to its stdout without ending a line");
    }

    /// Also when there are several at one place: in the order they came.
    @Test
    void counterpartsAreFoundInWhateverOrderTheyCome() throws Exception {
        installed("backwards");
        become("backwards", """
                import json, sys
                def say(message): print(json.dumps(message), flush=True)
                asked = []
                for line in sys.stdin:
                    m = json.loads(line)
                    if m.get("method") == "initialize":
                        say({"jsonrpc": "2.0", "id": m["id"], "result": {"api_version": 1}})
                    elif m.get("method") == "add":
                        asked.append(m["id"])
                        if len(asked) == 3:
                            for id in reversed(asked):
                                say({"jsonrpc": "2.0", "method": "kaged:log", "params": {"message": str(id)}})
                                say({"jsonrpc": "2.0", "id": id, "result": {}})
                """);
        var replay = replayed(
                "backwards",
                said(2, "add", "{}"),
                said(3, "add", "{}"),
                said(4, "add", "{}"),
                heard(2, "{}"),
                heard(3, "{}"),
                heard(4, "{}"),
                line("from_plugin", "{\"jsonrpc\":\"2.0\",\"method\":\"kaged:log\",\"params\":{\"message\":\"4\"}}"),
                line("from_plugin", "{\"jsonrpc\":\"2.0\",\"method\":\"kaged:log\",\"params\":{\"message\":\"3\"}}"),
                line("from_plugin", "{\"jsonrpc\":\"2.0\",\"method\":\"kaged:log\",\"params\":{\"message\":\"2\"}}"));
        assertThat(replay.out()).contains("6 compared, 0 differences");
        assertThat(replay.code()).isZero();
    }

    @Test
    void theRecordDoesNotChooseTheConfiguration() throws Exception {
        installed("greeted");
        become("greeted", """
                import json, sys
                m = json.loads(sys.stdin.readline())
                print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": m["params"]}), flush=True)
                sys.stdin.read()
                """);
        var replay = replayed(
                "greeted",
                toPlugin("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"system_config\":"
                        + "{\"url\":\"http://evil\"},\"plugin_name\":\"other\"}}"),
                heard(1, "{}"));
        assertThat(replay.out()).contains("\"plugin_name\":\"greeted\"").doesNotContain("evil", "\"other\"");
    }

    @Test
    void whatIsSwitchedOffOrBrokenIsNotPlayedTo() throws Exception {
        installed("off");
        kaged.run("plugin", "disable", "off").ok();
        var disabled = replayed("off", said(2, "add", "{}"), heard(2, "{}"));
        assertThat(disabled.code()).isEqualTo(1);
        assertThat(disabled.err()).contains("off is switched off").contains("kaged plugin enable off");
        assertThat(rows("off")).isEmpty();

        installed("liar");
        become("liar", PLUGIN.replace("\"api_version\": 1", "\"api_version\": 9"));
        assertThat(kaged.run("plugin", "call", "liar", "add").code()).isEqualTo(1);
        var failed = replayed("liar", said(2, "add", "{}"), heard(2, "{}"));
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).contains("liar is switched off").contains("kaged plugin enable liar");

        installed("bust");
        Files.writeString(kaged.home.resolve("plugins/bust/kaged-plugin.yaml"), "name: [");
        var broken = replayed("bust", said(2, "add", "{}"), heard(2, "{}"));
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.err()).contains("bust cannot be used");
        assertThat(replayed("nowhere", said(2, "add", "{}")).err()).contains("there is no plugin nowhere");
    }

    @Test
    void whatAPluginMayWriteIsOnlyReadInAReplay() throws Exception {
        var real = Files.createDirectory(kaged.top.resolve("real"));
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwxrwxrwx"));
        installed("writer", "write:fs:" + real);
        var params = "{\"path\":\"" + real + "/file\"}";
        call("writer", "write", params);
        assertThat(real.resolve("file")).hasContent("x");

        var replay = replayed("writer", said(2, "write", params), heard(2, "{}"));

        assertThat(real.resolve("file")).as("these files are real").hasContent("x");
        assertThat(replay.code()).isEqualTo(1);
        if (Detection.here() instanceof Detection.Available) {
            assertThat(replay.out()).contains("a replay only reads what write:fs: names");
            assertThat(kaged.run("audit", "--plugin", "writer", "--kind", "violation", "--json")
                            .ok()
                            .out()
                            .strip())
                    .as("it may, otherwise")
                    .isEqualTo("[]");
        }
    }

    @Test
    void whatItReachesForRealNeedsAYes() throws Exception {
        try (var server = new ServerSocket(0)) {
            installed("caller", "net:localhost:" + server.getLocalPort());
            var lines = new String[] {said(2, "connect", "{\"port\":" + server.getLocalPort() + "}"), heard(2, "{}")};
            write("caller", lines);
            var asked = DaemonFixture.result(
                    kaged.process(List.of("setsid", "--wait"), "plugin", "replay", "caller", "caller.jsonl")
                            .redirectInput(new File("/dev/null"))
                            .start());
            assertThat(asked.code()).isEqualTo(1);
            assertThat(asked.err())
                    .contains("no terminal")
                    .contains("net:localhost:" + server.getLocalPort())
                    .contains("--yes");
            assertThat(rows("caller")).as("nothing was played").isEmpty();

            var yes = replayed("caller", List.of("--yes"), lines);
            assertThat(yes.code()).as(yes.out() + yes.err()).isZero();
            assertThat(rows("caller").getFirst().toString()).contains("net:localhost:" + server.getLocalPort());
        }
    }

    @Test
    void aReplayEndsWithWhoAskedForItAndThereIsOneAtATime() throws Exception {
        installed("slow");
        write("slow", said(2, "hang", "{}"), heard(2, "{}"), said(3, "add", "{}"), heard(3, "{}"));
        var first = kaged.process(List.of(), "plugin", "replay", "slow", "slow.jsonl")
                .redirectErrorStream(true)
                .start();
        DaemonFixture.await("it was called", () -> isCopied(kaged, "kept.hanging"));
        var second = kaged.run("plugin", "replay", "slow", "slow.jsonl");
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).contains("another replay is under way");

        first.destroyForcibly().waitFor();

        DaemonFixture.await(
                "it ended", () -> rows("slow").getLast().text("method").equals(Optional.of("ended")));
        assertThat(rows("slow"))
                .as("what comes later in the record was not said")
                .extracting(row -> row.text("method").orElse(""))
                .containsExactly("began", "call", "ended");
        assertThat(rows("slow").getLast().toString()).contains("ended early", "whoever asked for it has gone");
        assertThat(kaged.home.resolve("replay")).isEmptyDirectory();
    }

    @Test
    void theCopyOfAKilledDaemonIsSweptAtTheNextStart() throws Exception {
        try (var other = DaemonFixture.started()) {
            installed(other, "stuck");
            other.run("plugin", "call", "stuck", "add").ok();
            write(other, "stuck", said(2, "hang", "{}"), heard(2, "{}"));
            var replay = other.process(List.of(), "plugin", "replay", "stuck", "stuck.jsonl")
                    .redirectErrorStream(true)
                    .start();
            var copies = other.home.resolve("replay");
            DaemonFixture.await(
                    "there is a copy, at work", () -> isCopied(other, "kept") && isCopied(other, "kept.hanging"));
            ProcessHandle.of(other.pid()).orElseThrow().destroyForcibly();
            DaemonFixture.await("it is gone", () -> !held(other));
            replay.waitFor();
            assertThat(children(copies)).as("nobody was left to remove it").isNotEmpty();

            other.run("start").ok();

            assertThat(copies).isEmptyDirectory();
            assertThat(other.run("audit", "--plugin", "stuck", "--kind", "replay")
                            .ok()
                            .out())
                    .contains("began")
                    .doesNotContain("ended");
        }
    }

    private static boolean held(DaemonFixture kaged) {
        try {
            return PidLock.held(kaged.home.resolve("kaged.pid"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isCopied(DaemonFixture kaged, String name) {
        return children(kaged.home.resolve("replay")).stream()
                .anyMatch(copy -> Files.exists(copy.resolve("data").resolve(name)));
    }

    private static List<Path> children(Path folder) {
        try (var found = Files.list(folder)) {
            return found.toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String user() throws IOException {
        return String.valueOf(Files.getAttribute(kaged.home, "unix:uid"));
    }

    private static List<Json.Obj> rows(String plugin) {
        return ((Json.Arr) kaged.run("audit", "--plugin", plugin, "--kind", "replay", "--json")
                        .ok()
                        .json())
                .items().stream().map(Json.Obj.class::cast).toList();
    }

    private static void installed(String name, String... capabilities) throws IOException {
        installed(kaged, name, capabilities);
    }

    private static void installed(DaemonFixture kaged, String name, String... capabilities) throws IOException {
        var folder = kaged.plugin(name, "1.0.0", capabilities);
        var manifest = folder.resolve("kaged-plugin.yaml");
        Files.writeString(
                manifest,
                Files.readString(manifest).replaceFirst("methods: .*", "methods: [add, whose, write, connect, hang]"));
        Files.writeString(folder.resolve("main.py"), PLUGIN);
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
    }

    /// Another program in its place, which is agreed to.
    private static void become(String name, String program) throws IOException {
        var folder = kaged.top.resolve("sources").resolve(name + "-1.0.0");
        Files.writeString(folder.resolve("main.py"), program);
        kaged.run("plugin", "upgrade", "--yes", folder.toString()).ok();
    }

    private static DaemonFixture.Result call(String plugin, String method, String params) {
        return kaged.run("plugin", "call", plugin, method, params).ok();
    }

    private static DaemonFixture.Result replayed(String plugin, String... lines) throws IOException {
        return replayed(plugin, List.of(), lines);
    }

    private static DaemonFixture.Result replayed(String plugin, List<String> options, String... lines)
            throws IOException {
        write(plugin, lines);
        var words = new ArrayList<>(List.of("plugin", "replay", plugin, plugin + ".jsonl"));
        words.addAll(options);
        return kaged.run(words.toArray(String[]::new));
    }

    private static void write(String plugin, String... lines) throws IOException {
        write(kaged, plugin, lines);
    }

    private static void write(DaemonFixture kaged, String plugin, String... lines) throws IOException {
        Files.writeString(
                kaged.top.resolve(plugin + ".jsonl"), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
    }

    private static String said(int id, String method, String params) {
        return toPlugin(
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    private static String heard(int id, String result) {
        return line("from_plugin", "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    private static String toPlugin(String message) {
        return line("to_plugin", message);
    }

    private static String line(String direction, String message) {
        return JsonText.text(Json.object()
                .put("time", "2026-01-01T00:00:00Z")
                .put("direction", direction)
                .put("line", message)
                .build());
    }
}
