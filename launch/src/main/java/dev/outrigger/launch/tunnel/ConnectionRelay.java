package dev.outrigger.launch.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// Copies bytes between two connections, both ways at once. The end of one direction is passed on, and leaves the other
/// open; a failure of either ends both.
record ConnectionRelay(SocketChannel near, SocketChannel far) {
    private static final int BUFFER = 16 * 1024;

    /// To be called on two threads, once with each direction.
    void outwards() {
        copy(near, far);
    }

    void inwards() {
        copy(far, near);
    }

    private void copy(SocketChannel from, SocketChannel to) {
        var buffer = ByteBuffer.allocate(BUFFER);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                write(to, buffer);
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException _) {
            // Either side is gone, or the tunnel was closed: what is left has nobody to go to.
            close(near);
            close(far);
        }
    }

    static void write(SocketChannel to, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            to.write(buffer);
        }
    }

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // The kernel lets go of a socket in any case, and what it had to say came too late.
        }
    }
}
