package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way out leads through a proxy.
class RegistryProxyTest {
    @TempDir
    Path folder;

    private RegistryServer server;
    private Jail jail;

    @BeforeEach
    void aRegistry() throws Exception {
        server = RegistryServer.start(folder);
        server.registry("{\"version\":1,\"plugins\":{}}");
        jail = Jail.in(folder).with("SSL_CERT_FILE", server.authority().toString());
        jail.config("plugins.registry_url = \"" + server.registryUrl() + "\"\n");
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    void isTakenWhenTheEnvironmentSaysSo() throws IOException {
        try (var proxy = new Tunnel("")) {
            var result =
                    jail.with("HTTPS_PROXY", "http://127.0.0.1:" + proxy.port()).jp("plugin", "update");

            assertThat(result.code()).as(result.err()).isEqualTo(0);
            assertThat(proxy.asked).containsExactly("localhost:" + server.port());
        }
    }

    @Test
    void isNotTakenForWhatNoProxyNames() throws IOException {
        try (var proxy = new Tunnel("")) {
            var result = jail.with("https_proxy", "http://127.0.0.1:" + proxy.port())
                    .with("NO_PROXY", "example.org, localhost")
                    .jp("plugin", "update");

            assertThat(result.code()).as(result.err()).isEqualTo(0);
            assertThat(proxy.asked).isEmpty();
        }
    }

    @Test
    void getsItsPasswordAndNobodyElseSeesIt() throws IOException {
        try (var proxy = new Tunnel("me:s/cret")) {
            var right = jail.with("HTTPS_PROXY", "http://me:s%2Fcret@127.0.0.1:" + proxy.port())
                    .jp("plugin", "update", "-vvvv");
            assertThat(right.code()).as(right.err()).isEqualTo(0);
            assertThat(right.err()).doesNotContain("cret");

            var wrong = jail.with("HTTPS_PROXY", "http://me:wrong-cret@127.0.0.1:" + proxy.port())
                    .jp("plugin", "update", "-vvvv");
            assertThat(wrong.code()).isEqualTo(1);
            assertThat(wrong.err())
                    .contains("through the proxy 127.0.0.1:" + proxy.port())
                    .doesNotContain("wrong-cret");
        }
    }

    @Test
    void ofAnUnknownKindIsRefusedWithoutItsPassword() {
        var result = jail.with("HTTPS_PROXY", "socks5://me:secret@127.0.0.1:1").jp("plugin", "update");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("HTTPS_PROXY").doesNotContain("secret");
    }

    /// Answers CONNECT, and passes bytes on after that.
    private static final class Tunnel implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final String wanted;
        final List<String> asked = new CopyOnWriteArrayList<>();

        /// @param secret user and password, or "" for anyone
        Tunnel(String secret) throws IOException {
            wanted = secret.isEmpty()
                    ? ""
                    : "Basic " + Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
            Thread.startVirtualThread(this::accept);
        }

        int port() {
            return socket.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    var client = socket.accept();
                    Thread.startVirtualThread(() -> serve(client));
                }
            } catch (IOException _) {
                // closed: the test is over
            }
        }

        private void serve(Socket client) {
            try (client) {
                var in = new BufferedInputStream(client.getInputStream());
                while (true) {
                    var target = line(in).split(" ")[1];
                    var authorised = wanted.isEmpty();
                    for (var header = line(in); !header.isEmpty(); header = line(in)) {
                        authorised |= header.equalsIgnoreCase("Proxy-Authorization: " + wanted);
                    }
                    if (authorised) {
                        asked.add(target);
                        tunnel(client, in, target);
                        return;
                    }
                    say(
                            client,
                            "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
                }
            } catch (IOException | RuntimeException _) {
                // the client left
            }
        }

        private static void tunnel(Socket client, InputStream in, String target) throws IOException {
            try (var server = new Socket("localhost", Integer.parseInt(target.substring(target.indexOf(':') + 1)))) {
                say(client, "HTTP/1.1 200 OK\r\n\r\n");
                var up = Thread.startVirtualThread(() -> copy(in, server));
                server.getInputStream().transferTo(client.getOutputStream());
                up.interrupt();
            }
        }

        private static void copy(InputStream in, Socket server) {
            try (OutputStream out = server.getOutputStream()) {
                in.transferTo(out);
            } catch (SocketException _) {
                // one of the two is done
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private static String line(InputStream in) throws IOException {
            var line = new StringBuilder();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("end");
                }
                if (b != '\r') {
                    line.append((char) b);
                }
            }
            return line.toString();
        }

        private static void say(Socket client, String text) throws IOException {
            client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
