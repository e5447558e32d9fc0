package dev.outrigger.launch.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TunnelsTest {
    @TempDir
    Path folder;

    @Test
    void hangsUpOnAClientOfTheProxyThatSaysNothing() throws Exception {
        var address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
                var client = SocketChannel.open(address);
                var near = server.accept();
                var tunnels = Tunnels.none()) {
            client.write(ByteBuffer.wrap("CONNECT a.example:4".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            var door = new ProxyDoor(List.of(), tunnels, near, 20);
            assertThatThrownBy(door::serve).isInstanceOf(IOException.class);
            assertThat(hasEnded(client)).isTrue();
        }
    }

    /// What was sent and is not read any more makes a reset of the end.
    private static boolean hasEnded(SocketChannel client) {
        try {
            return client.read(ByteBuffer.allocate(9)) == -1;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("reset");
        }
    }

    @Test
    void leavesNoFileWhenTheForwarderCannotStart() throws Exception {
        var tools = new Tunnels.Tools(List.of(), "/nowhere/bwrap", "socat", "nsenter");
        var sockets = Files.createDirectory(folder.resolve("sockets"));
        assertThatThrownBy(() -> Tunnels.open(
                        TunnelDoors.to(List.of(new TunnelEnd("localhost", 80))),
                        sockets,
                        tools,
                        HostResolver.SYSTEM,
                        new dev.outrigger.launch.ProgramListener() {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/nowhere/bwrap");
        assertThat(sockets).doesNotExist();
    }

    @Test
    void saysWhyTheForwarderCouldNotStart() throws Exception {
        var tools = new Tunnels.Tools(List.of("/bin/sh", "-c", "echo no namespaces here >&2"), "-", "-", "-");
        assertThatThrownBy(() -> DoorForwarder.start(
                        TunnelDoors.to(List.of(new TunnelEnd("localhost", 80))).doors(), folder, tools))
                .hasMessage("no namespaces here");
    }

    /// A name is asked for once for each connection: a second answer might be another than the one that was checked.
    @Test
    void dialsTheAddressThatItCheckedWithoutAskingAgain() throws Exception {
        var asked = new AtomicInteger();
        try (var far = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            var dialler = new EndDialler(
                    _ -> {
                        asked.incrementAndGet();
                        return List.of(InetAddress.ofLiteral("127.0.0.1"));
                    },
                    Duration.ofSeconds(5));
            dialler.dial(new TunnelEnd("localhost", far.getLocalPort()), far.getLocalPort())
                    .close();
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void doesNotWaitForALookupThatNeverEnds() {
        var never = new CountDownLatch(1);
        var dialler = new EndDialler(
                host -> {
                    try {
                        never.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    return List.of();
                },
                Duration.ofMillis(20));
        assertThatThrownBy(() -> dialler.dial(new TunnelEnd("a.example", 80), 80))
                .hasMessageContaining("takes too long");
        never.countDown();
    }

    @Test
    void tellsAnAnswerThatIsForbiddenFromNone() {
        var forbidden = new EndDialler(_ -> List.of(InetAddress.ofLiteral("::1")), Duration.ofSeconds(5));
        assertThatThrownBy(() -> forbidden.dial(new TunnelEnd("a.example", 80), 80))
                .isInstanceOf(EndDialler.Forbidden.class)
                .hasMessage("a.example is 0:0:0:0:0:0:0:1: it is a loopback address");
        var none = new EndDialler(_ -> List.of(), Duration.ofSeconds(5));
        assertThatThrownBy(() -> none.dial(new TunnelEnd("a.example", 80), 80)).isInstanceOf(IOException.class);
    }
}
