package dev.outrigger.kaged.control;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.rpc.DecodedLine;
import dev.outrigger.wire.rpc.RpcEnvelope;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// A command's end of the socket: asks one thing after the other, and waits. Plain, so that it starts fast.
public final class ControlLine implements AutoCloseable {
    private static final int LONGEST = 64 << 20;

    /// Hears what comes before an answer.
    public interface Progress {
        void said(Json.Obj said) throws IOException;
    }

    /// The daemon said no.
    public static final class Refused extends Exception {
        private final RpcError error;

        Refused(RpcError error) {
            super(error.message());
            this.error = error;
        }

        public RpcError error() {
            return error;
        }
    }

    private final SocketChannel socket;
    private final LineReader lines;
    private final String daemon;
    private long id = 1;

    private ControlLine(SocketChannel socket, String version) throws IOException, Refused {
        this.socket = socket;
        this.lines = new LineReader(Channels.newInputStream(socket), LONGEST);
        var hello = ask(new ToDaemon.Hello(version), _ -> {});
        this.daemon = hello instanceof Json.Obj said ? said.text("version").orElse("") : "";
    }

    /// Fails with an [IOException] where nobody answers.
    public static ControlLine open(Path socket, String version) throws IOException, Refused {
        var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        try {
            return new ControlLine(channel, version);
        } catch (IOException | Refused | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// The version that the daemon says it is.
    public String daemon() {
        return daemon;
    }

    public Json ask(ToDaemon asked, Progress progress) throws IOException, Refused {
        var number = Json.of(id++);
        send(new RpcMessage.Request(number, asked.rpcMethod(), asked.rpcParams()));
        while (true) {
            switch (next()) {
                case RpcMessage.Result(var of, var value)
                when of.equals(number) -> {
                    return value;
                }
                case RpcMessage.Failure(var of, var error) when of.equals(number) -> throw new Refused(error);
                case RpcMessage.Notification(var method, Json.Obj params)
                when method.equals("$/progress") -> progress.said(params);
                case RpcMessage.Notification _, RpcMessage.Result _, RpcMessage.Failure _, RpcMessage.Request _ -> {}
            }
        }
    }

    /// Returns when the daemon has hung up.
    public void awaitEnd() throws IOException {
        while (lines.next() != LineReader.Found.END) {
            // Whatever it still says, it is the end that counts.
        }
    }

    private void send(RpcMessage message) throws IOException, Refused {
        var out = new ByteArrayOutputStream();
        JsonText.write(message, out);
        out.write('\n');
        var bytes = ByteBuffer.wrap(out.toByteArray());
        try {
            while (bytes.hasRemaining()) {
                socket.write(bytes);
            }
        } catch (IOException _) {
            // It may have said why before it hung up.
            next();
        }
    }

    private RpcMessage next() throws IOException, Refused {
        while (true) {
            switch (lines.next()) {
                case END -> throw new IOException("the daemon hung up");
                case TOO_LONG -> throw new IOException("the daemon's answer is longer than " + LONGEST + " bytes");
                case LINE -> {
                    if (!lines.blank()) {
                        return message();
                    }
                }
            }
        }
    }

    private RpcMessage message() throws IOException, Refused {
        return switch (RpcEnvelope.decode(lines.bytes(), lines.from(), lines.to())) {
            case DecodedLine.Said(var message) -> message;
            case DecodedLine.ToNobody(var what) ->
                throw new Refused(new RpcError(ToDaemon.REFUSED, turnedAway(what), null));
            case DecodedLine.Unfit _, DecodedLine.BadAnswer _, DecodedLine.Stray _ ->
                throw new IOException("what answers at the socket is no kaged");
        };
    }

    /// Whoever is not let in is told so without having asked.
    private String turnedAway(String otherwise) {
        try {
            return JsonText.parse(lines.bytes(), lines.from(), lines.to()) instanceof Json.Obj said
                            && said.get("error").orElse(Json.EMPTY) instanceof Json.Obj error
                    ? error.text("message").orElse(otherwise)
                    : otherwise;
        } catch (MalformedJson _) {
            return otherwise;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
