package dev.outrigger.launch.watch;

/// Addresses of the internet, out of the bytes a call gave. Not by the JDK's own class, which loads libraries.
final class SocketAddresses {
    private static final int MAPPED = 12;

    private SocketAddresses() {}

    /// `at` is where in a socket's address the host's begins; the port is where it always is.
    static WaitingCall.Internet internet(byte[] bytes, int at, int length) {
        int port = (bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF);
        boolean mapped = length == 16 && isMapped(bytes, at);
        int from = mapped ? at + MAPPED : at;
        return length == 4 || mapped ? four(bytes, from, port) : six(bytes, at, port);
    }

    /// The host's alone, of four bytes or of sixteen.
    static String host(byte[] bytes) {
        var socket = new byte[4 + bytes.length];
        System.arraycopy(bytes, 0, socket, 4, bytes.length);
        return internet(socket, 4, bytes.length).host();
    }

    /// The address of nobody means this machine.
    private static WaitingCall.Internet four(byte[] bytes, int at, int port) {
        var text = (bytes[at] & 0xFF) + "." + (bytes[at + 1] & 0xFF) + "." + (bytes[at + 2] & 0xFF) + "."
                + (bytes[at + 3] & 0xFF);
        return new WaitingCall.Internet(text, port, bytes[at] == 127 || text.equals("0.0.0.0"));
    }

    private static WaitingCall.Internet six(byte[] bytes, int at, int port) {
        var text = new StringBuilder();
        boolean zero = true;
        for (int i = 0; i < 16; i += 2) {
            int group = (bytes[at + i] & 0xFF) << 8 | (bytes[at + i + 1] & 0xFF);
            zero &= i == 14 ? group <= 1 : group == 0;
            text.append(i == 0 ? "" : ":").append(Integer.toHexString(group));
        }
        return new WaitingCall.Internet(text.toString(), port, zero);
    }

    private static boolean isMapped(byte[] bytes, int at) {
        for (int i = 0; i < 10; i++) {
            if (bytes[at + i] != 0) {
                return false;
            }
        }
        return bytes[at + 10] == -1 && bytes[at + 11] == -1;
    }
}
