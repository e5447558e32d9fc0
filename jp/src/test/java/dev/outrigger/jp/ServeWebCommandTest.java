package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `jp serve web` at the command line: what its options do, where it listens, and whom it lets in.
class ServeWebCommandTest {
    private static final int USUAL_PORT = 3141;
    private static final byte[] IPV6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    private static final Pattern UNTIL = Pattern.compile("\"until\":(\\d+)");

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aStranger() {
        jail = Jail.in(folder);
    }

    private ServedPages serve(String... words) throws IOException {
        var all = new ArrayList<>(List.of("serve", "web"));
        all.addAll(List.of(words));
        return ServedPages.by(jail.builder(jail.command(all.toArray(String[]::new))), folder);
    }

    /// One that nobody has at this moment, on either of the machine's own addresses.
    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aReadOnlyServerShowsAndChangesNothing() throws Exception {
        jail.jp("conversation", "new", "--title", "Taxes");
        var id = jail.jp("conversation", "ls", "--format", "json")
                .out()
                .replaceAll("(?s).*?\"id\":\\s*\"(\\d+)\".*", "$1");
        try (var server = serve("--port", "0", "--read-only").entered()) {
            assertThat(server.get("/c/" + id))
                    .startsWith("HTTP/1.1 200")
                    .contains("Taxes")
                    .doesNotContain("id=\"ask\"");
            for (var path :
                    List.of("/new", "/link", "/c/" + id + "/update", "/c/" + id + "/query", "/c/" + id + "/remove")) {
                assertThat(server.post(path, "{\"title\":\"Mine\",\"content\":\"Mine\"}"))
                        .startsWith("HTTP/1.1 403")
                        .contains("was started with --read-only");
            }
        }
        assertThat(jail.jp("conversation", "ls").out()).contains("Taxes").doesNotContain("Mine");
    }

    @Test
    void aPortInUseIsOneLineAndAFailure() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var refused = jail.jp("serve", "web", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err().lines())
                    .singleElement()
                    .asString()
                    .contains("port " + taken.getLocalPort() + " is in use; name another with --port");
        }
    }

    @Test
    void thePortIsTheOptionsOrElseTheSettings() throws Exception {
        int set = freePort();
        jail.config("[server.web]\nport = " + set + "\n");
        try (var server = serve()) {
            assertThat(server.port()).isEqualTo(set);
        }
        int named = freePort();
        try (var server = serve("--port", Integer.toString(named))) {
            assertThat(server.port()).isEqualTo(named);
        }
        assertThat(jail.jp("serve", "web", "--port", "70000").code()).isEqualTo(2);
    }

    /// Whoever has the usual port, this test or somebody else: it is the one that is asked for.
    @Test
    void withoutEitherItIsTheUsualOne() throws IOException {
        try (var taken = new ServerSocket()) {
            try {
                taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), USUAL_PORT));
            } catch (IOException _) {
                assertThat(taken.isBound()).as("somebody else has it").isFalse();
            }
            var refused = jail.jp("serve", "web");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("port " + USUAL_PORT + " is in use");
        }
    }

    @Test
    void itListensOnBothOfTheMachinesOwnAddressesAndOnNoOther() throws Exception {
        try (var server = serve("--port", "0")) {
            assertThat(server.send("127.0.0.1", "GET /", server.host(), "")).contains("has not been let in");
            if (hasIpv6()) {
                assertThat(server.send("::1", "GET /", server.host(), "")).contains("has not been let in");
            }
            assertThatThrownBy(() -> server.send("127.0.0.2", "GET /", server.host(), ""))
                    .isInstanceOf(ConnectException.class);
            assertThat(server.err()).doesNotContain("Listening on");
        }
    }

    private static boolean hasIpv6() throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(IPV6), 0));
            return true;
        } catch (SocketException _) {
            return false;
        }
    }

    @Test
    void itListensElsewhereWhenItsUserSaysSoAndSaysWhatThatMeans() throws Exception {
        var sentence =
                "Listening on 0.0.0.0: whoever reaches this machine there and has a link gets in, and nothing that"
                        + " passes is encrypted.\n";
        try (var server = serve("--port", "0", "--bind", "0.0.0.0")) {
            assertThat(server.send("127.0.0.2", "GET /", server.host(), "")).contains("has not been let in");
            assertThat(server.err()).contains(sentence);
        }
        Files.writeString(jail.workspace().resolve(".jp/config.toml"), "[server.web]\nbind = \"0.0.0.0\"\n");
        try (var server = serve("--port", "0")) {
            assertThatThrownBy(() -> server.send("127.0.0.2", "GET /", server.host(), ""))
                    .as("a workspace opens nobody's machine")
                    .isInstanceOf(ConnectException.class);
        }
        jail.config("[server.web]\nbind = \"0.0.0.0\"\n");
        try (var server = serve("--port", "0")) {
            assertThat(server.err()).contains(sentence);
        }
        assertThat(jail.jp("serve", "web", "--bind", "nowhere.invalid").err())
                .contains("there is no address nowhere.invalid to listen on");
    }

    @Test
    void itAnswersToTheNamesThatWereListedAndToNoOther() throws Exception {
        try (var server = serve("--port", "0", "--host", "lighthouse.example", "--host", "other.example:80")
                .entered()) {
            for (var name : List.of("lighthouse.example:" + server.port(), "other.example:80", server.host())) {
                assertThat(server.get("/", name)).startsWith("HTTP/1.1 200");
            }
            for (var name :
                    List.of("lighthouse.example", "other.example:" + server.port(), "127.0.0.1:" + server.port())) {
                assertThat(server.get("/", name)).startsWith("HTTP/1.1 403").contains("does not answer to that name");
            }
            assertThat(server.err())
                    .contains("By its other name: http://lighthouse.example:" + server.port() + "/enter");
        }
    }

    @Test
    void aBrowserThatWasLetInGoesOnAfterARestartForSevenDays() throws Exception {
        var first = serve("--port", "0");
        try (first) {
            assertThat(first.entered().get("/")).startsWith("HTTP/1.1 200");
        }
        try (var again = serve("--port", "0").entered(first)) {
            assertThat(again.get("/")).startsWith("HTTP/1.1 200");
            assertThat(again.host()).isEqualTo(first.host());
        }
        var week = Duration.ofDays(7);
        var kept = stateFile();
        var text = Files.readString(kept);
        assertThat(UNTIL.matcher(text).results().map(ServeWebCommandTest::until))
                .singleElement()
                .satisfies(until -> assertThat(until)
                        .isBetween(
                                Instant.now().plus(week).minusSeconds(600),
                                Instant.now().plus(week)));
        // The same file, a week later.
        Files.writeString(
                kept,
                UNTIL.matcher(text)
                        .replaceAll(
                                each -> "\"until\":" + until(each).minus(week).getEpochSecond()));
        try (var late = serve("--port", "0").entered(first)) {
            assertThat(late.host()).isEqualTo(first.host());
            assertThat(late.get("/")).startsWith("HTTP/1.1 403").contains("has not been let in");
        }
    }

    private static Instant until(MatchResult found) {
        return Instant.ofEpochSecond(Long.parseLong(found.group(1)));
    }

    private Path stateFile() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("serve-web.json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void itsHelpNamesItsOptionsAndTabKnowsThem() throws Exception {
        var help = jail.jp("serve", "web", "-h");
        assertThat(help.code()).isZero();
        assertThat(help.out())
                .startsWith("Chat in the browser")
                .contains(
                        "Usage: jp serve web [OPTIONS]",
                        "--open ",
                        "--read-only ",
                        "--port <PORT>",
                        "--bind <ADDRESS>",
                        "--host <NAME>...");
        assertThat(jail.jp("serve", "-h").out()).contains("web", "Chat in the browser");
        jail.with("PATH", Jail.CLONE.resolve("bin") + ":" + System.getenv("PATH"));
        assertThat(ShellUser.at("bash", jail, folder.resolve("dot"))
                        .tabs("jp serve w", "jp serve web --re", "jp serve web --port 0 --ho"))
                .containsExactly(
                        "<jp><serve><web>", "<jp><serve><web><--read-only>", "<jp><serve><web><--port><0><--host>");
    }
}
