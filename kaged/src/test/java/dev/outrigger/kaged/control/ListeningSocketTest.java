package dev.outrigger.kaged.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.system.EffectiveUser;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ListeningSocketTest {
    @TempDir
    Path folder;

    @Test
    void knowsItsPeerAndPassesBytesBothWays() throws Exception {
        var path = folder.resolve("it.sock");
        try (var listening = ListeningSocket.at(path);
                var client = SocketChannel.open(UnixDomainSocketAddress.of(path));
                var socket = listening.accept().orElseThrow()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
            assertThat(socket.peer().pid())
                    .isEqualTo((int) ProcessHandle.current().pid());
            assertThat(socket.peer().uid()).isEqualTo(EffectiveUser.uid());
            client.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            assertThat(socket.in().readNBytes(3)).containsExactly(1, 2, 3);
            socket.out().write(new byte[] {4, 5});
            var heard = ByteBuffer.allocate(2);
            while (heard.hasRemaining()) {
                client.read(heard);
            }
            assertThat(heard.array()).containsExactly(4, 5);
            client.shutdownOutput();
            assertThat(socket.in().read()).isEqualTo(-1);
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void tellsWhenAWriteWouldHaveToWaitAndClosingFreesOneThatDoes() throws Exception {
        var path = folder.resolve("it.sock");
        try (var listening = ListeningSocket.at(path);
                var client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            var socket = listening.accept().orElseThrow();
            var piece = new byte[16 << 10];
            int taken = 0;
            while (socket.takes(piece.length)) {
                socket.out().write(piece);
                taken++;
            }
            assertThat(taken).isBetween(1, 1000);
            assertThat(client.isConnected()).isTrue();
            var stuck = CompletableFuture.supplyAsync(() -> {
                try {
                    socket.out().write(new byte[8 << 20]);
                    return "written";
                } catch (IOException _) {
                    return "freed";
                }
            });
            // It may be in the write or before it: both must end.
            socket.close();
            assertThat(stuck.get(30, TimeUnit.SECONDS)).isEqualTo("freed");
            assertThat(socket.in().read()).isEqualTo(-1);
            assertThat(socket.takes(1)).isFalse();
        }
    }

    @Test
    void whatItSaysItTakesNeverMakesAWriterWait() throws Exception {
        var path = folder.resolve("it.sock");
        try (var listening = ListeningSocket.at(path);
                var client = SocketChannel.open(UnixDomainSocketAddress.of(path));
                var socket = listening.accept().orElseThrow()) {
            var random = new Random(20261116);
            var heard = ByteBuffer.allocate(1 << 20);
            for (int round = 0; round < 50; round++) {
                int size = 1 + random.nextInt(random.nextBoolean() ? 200 : 60_000);
                int written = 0;
                // A write that had to wait would wait for ever: nobody reads meanwhile.
                while (socket.takes(size)) {
                    socket.out().write(new byte[size]);
                    written += size;
                }
                assertThat(written).isPositive();
                for (int read = 0; read < written; ) {
                    read += client.read(heard.clear());
                }
            }
        }
    }

    @Test
    void aStaleSocketIsReplacedAndAFileIsNot() throws Exception {
        var path = folder.resolve("it.sock");
        var first = ListeningSocket.at(path);
        try (var second = ListeningSocket.at(path);
                var client = SocketChannel.open(UnixDomainSocketAddress.of(path));
                var socket = second.accept().orElseThrow()) {
            assertThat(client.isConnected()).isTrue();
            assertThat(socket.peer().pid()).isPositive();
        }
        first.close();
        Files.writeString(path, "mine");
        assertThatThrownBy(() -> ListeningSocket.at(path)).hasMessageContaining("no socket");
        assertThat(path).hasContent("mine");
    }

    @Test
    void closingEndsWhoeverWaitsForAClient() throws Exception {
        var listening = ListeningSocket.at(folder.resolve("it.sock"));
        var waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return listening.accept().isPresent();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        listening.close();
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aPathTooLongForASocketIsSaidToBe() {
        var path = folder.resolve("x".repeat(120)).resolve("it.sock");
        assertThatThrownBy(() -> ListeningSocket.at(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too long");
    }
}
