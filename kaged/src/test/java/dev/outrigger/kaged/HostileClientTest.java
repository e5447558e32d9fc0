package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.control.ControlLine;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Clients as nobody wants them; while each misbehaves, another one is served.
class HostileClientTest {
    private static DaemonFixture kaged;

    /// A client without manners.
    private static final class Raw implements AutoCloseable {
        final SocketChannel socket;
        final BufferedReader lines;

        Raw() throws IOException {
            socket = SocketChannel.open(UnixDomainSocketAddress.of(kaged.socket()));
            lines = new BufferedReader(new InputStreamReader(Channels.newInputStream(socket), StandardCharsets.UTF_8));
        }

        void send(String text) throws IOException {
            var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                socket.write(bytes);
            }
        }

        void ask(long id, String method, String params) throws IOException {
            send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}\n");
        }

        Json.Obj hear() throws Exception {
            return (Json.Obj) JsonText.parse(lines.readLine());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.started();
        kaged.installed("echo");
        kaged.run("plugin", "call", "echo", "echo").ok();
    }

    @AfterAll
    static void stop() throws Exception {
        kaged.close();
    }

    private static void othersAreServed() {
        assertThat(kaged.run("plugin", "call", "echo", "echo", "{\"still\":\"here\"}")
                        .ok()
                        .out())
                .contains("here");
    }

    @Test
    void garbageIsHungUpOn() throws Exception {
        try (var client = new Raw()) {
            client.send("no request\n".repeat(25));
            assertThat(client.lines.readLine()).isNull();
        }
        othersAreServed();
    }

    @Test
    void unknownMethodsAndWrongParamsAreAnsweredAndTheConnectionLives() throws Exception {
        try (var client = new Raw()) {
            client.ask(1, "plugin.fly", "{}");
            assertThat(JsonText.text(client.hear())).contains("-32601").contains("plugin.fly");
            client.ask(2, "plugin.call", "{\"plugin\":7}");
            assertThat(JsonText.text(client.hear())).contains("-32602").contains("plugin");
            client.ask(3, "plugin.call", "[]");
            assertThat(JsonText.text(client.hear())).contains("-32602");
            client.ask(4, "hello", "{\"version\":\"9.9.9\"}");
            assertThat(JsonText.text(client.hear())).contains(ProgramVersion.NUMBER);
        }
    }

    @Test
    void aHugeLineIsRefusedAndTheConnectionLives() throws Exception {
        try (var client = new Raw()) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"plugin.call\",\"params\":{\"x\":\"");
            var chunk = "x".repeat(1 << 20);
            for (int i = 0; i < 17; i++) {
                client.send(chunk);
            }
            client.send("\"}}\n");
            assertThat(JsonText.text(client.hear())).contains("-32006");
            client.ask(2, "hello", "{\"version\":\"1\"}");
            assertThat(client.hear().get("id")).contains(Json.of(2));
        }
        othersAreServed();
    }

    @Test
    void thousandsOfRequestsAreAllAnswered() throws Exception {
        try (var client = new Raw()) {
            int many = 5000;
            var writer = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 1; i <= many; i++) {
                        client.ask(i, i % 2 == 0 ? "status" : "plugin.call", i % 2 == 0 ? "{}" : CALL);
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            var answered = new HashSet<Json>();
            for (int i = 0; i < many; i++) {
                assertThat(answered.add(client.hear().get("id").orElseThrow())).isTrue();
            }
            writer.join();
        }
        othersAreServed();
    }

    private static final String CALL = "{\"plugin\":\"echo\",\"method\":\"echo\",\"params\":{\"a\":1}}";

    @Test
    void whoNeverReadsHoldsUpNobody() throws Exception {
        try (var client = new Raw()) {
            client.socket.configureBlocking(false);
            var large = "{\"plugin\":\"echo\",\"method\":\"echo\",\"params\":{\"a\":\"" + "y".repeat(100_000) + "\"}}";
            var request = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"plugin.call\",\"params\":" + large + "}\n";
            long id = 0;
            var bytes = ByteBuffer.allocate(0);
            int refusals = 0;
            // Until it takes no more, for a while: then its answers fill all there is for it.
            while (refusals < 200 && id < 2000) {
                if (!bytes.hasRemaining()) {
                    bytes = ByteBuffer.wrap(request.formatted(++id).getBytes(StandardCharsets.UTF_8));
                }
                int written;
                try {
                    written = client.socket.write(bytes);
                } catch (IOException e) {
                    // Where all this takes longer than a client's patience, it has been hung up on.
                    assertThat(refusals).as(String.valueOf(e)).isPositive();
                    break;
                }
                if (written == 0) {
                    refusals++;
                    othersAreServed();
                }
            }
            assertThat(refusals).isPositive();
        }
        othersAreServed();
    }

    @Test
    void whoGoesAwayTakesItsCallsBack() throws Exception {
        try (var client = new Raw()) {
            client.ask(1, "plugin.call", "{\"plugin\":\"echo\",\"method\":\"hang\"}");
            DaemonFixture.await("the plugin has it", () -> logs().contains("hanging"));
        }
        DaemonFixture.await("the plugin was told", () -> logs().contains("cancelled"));
    }

    @Test
    void aClientFollowsNoMoreThanItMay() throws Exception {
        try (var client = new Raw()) {
            for (int i = 1; i <= 17; i++) {
                client.ask(i, "plugin.logs", "{\"plugin\":\"echo\",\"lines\":0,\"follow\":true}");
            }
            var refused = client.hear();
            while (refused.get("error").isEmpty()) {
                refused = client.hear();
            }
            assertThat(JsonText.text(refused)).contains("\"id\":17,", "-32007");
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":1}}\n");
            client.ask(18, "plugin.trace", "{\"plugin\":\"echo\"}");
            var told = client.hear();
            while (!JsonText.text(told).contains("watching")) {
                assertThat(JsonText.text(told)).doesNotContain("-32007");
                told = client.hear();
            }
        }
        othersAreServed();
    }

    private static String logs() {
        return kaged.run("plugin", "logs", "echo").ok().out();
    }

    @Test
    void anotherUserIsTurnedAwayEvenWhenTheSocketIsOpenToIt() throws Exception {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");
        var client = List.of(
                "setpriv",
                "--reuid",
                "65534",
                "--regid",
                "65534",
                "--clear-groups",
                "socat",
                "-t5",
                "-",
                "UNIX-CONNECT:" + kaged.socket());
        var closed = new ProcessBuilder(client).start();
        closed.getOutputStream().close();
        var refused = DaemonFixture.result(closed);
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("Permission denied");
        Files.setPosixFilePermissions(kaged.socket(), PosixFilePermissions.fromString("rw-rw-rw-"));
        try {
            var let = new ProcessBuilder(client).start();
            var told = let.inputReader(StandardCharsets.UTF_8).readLine();
            assertThat(told).contains("you are user 65534");
            let.destroyForcibly();
        } finally {
            Files.setPosixFilePermissions(kaged.socket(), PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void whenThereAreTooManyTheNextIsToldSo() throws Exception {
        var many = new ArrayList<Raw>();
        try {
            for (int i = 0; i < 140; i++) {
                many.add(new Raw());
            }
            assertThat(many.getLast().lines.readLine()).contains("clients already");
            assertThat(kaged.run("status").err()).contains("clients already");
        } finally {
            for (var client : many) {
                client.close();
            }
        }
        DaemonFixture.await("there is room again", () -> kaged.run("status").code() == 0);
    }

    @Test
    void aDaemonOfAnotherVersionIsSpokenWithAllTheSame() throws Exception {
        try (var other = DaemonFixture.prepared();
                var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Files.createDirectories(other.home);
            server.bind(UnixDomainSocketAddress.of(other.socket()));
            var daemon = Thread.ofPlatform().start(() -> {
                try (var client = server.accept()) {
                    var in = new BufferedReader(
                            new InputStreamReader(Channels.newInputStream(client), StandardCharsets.UTF_8));
                    for (var result : List.of("{\"version\":\"7.0.0\"}", "[]")) {
                        var asked = (Json.Obj) JsonText.parse(in.readLine());
                        var answer = Json.object()
                                .put("jsonrpc", "2.0")
                                .put("id", asked.get("id").orElseThrow())
                                .put("result", JsonText.parse(result))
                                .build();
                        client.write(ByteBuffer.wrap((JsonText.text(answer) + "\n").getBytes(StandardCharsets.UTF_8)));
                    }
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            var list = other.run("plugin", "list", "--json").ok();
            assertThat(list.out()).isEqualTo("[]\n");
            assertThat(list.err()).contains("7.0.0").contains(ProgramVersion.NUMBER);
            daemon.join();
        }
    }

    @Test
    void whatAnswersButIsNoDaemonIsSaidToBeNone() throws Exception {
        try (var other = DaemonFixture.prepared();
                var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Files.createDirectories(other.home);
            server.bind(UnixDomainSocketAddress.of(other.socket()));
            var stranger = Thread.ofPlatform().start(() -> {
                try (var client = server.accept()) {
                    client.write(ByteBuffer.wrap("220 mail\n".getBytes(StandardCharsets.UTF_8)));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (var line = ControlLine.open(other.socket(), "1")) {
                throw new AssertionError("this is no daemon: " + line.daemon());
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("no kaged");
            }
            stranger.join();
        }
    }
}
