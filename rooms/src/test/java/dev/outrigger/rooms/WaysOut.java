package dev.outrigger.rooms;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.Locale;
import java.util.logging.FileHandler;
import javax.net.SocketFactory;

/// Ways out of a process, a class each, for the rule that is to refuse them. Nobody calls them.
final class WaysOut {
    private WaysOut() {}

    static final class Starts {
        static Object out() throws IOException {
            return new ProcessBuilder("true");
        }
    }

    static final class StartsByTheRuntime {
        static void out() {
            Runtime.getRuntime().halt(1);
        }
    }

    static final class KnowsAFile {
        static Object out() {
            return Path.of("file");
        }
    }

    static final class WritesByName {
        static Object out() throws IOException {
            return new PrintStream("file", StandardCharsets.UTF_8);
        }
    }

    static final class PrintsByName {
        static Object out() throws IOException {
            return new PrintWriter("file", StandardCharsets.UTF_8);
        }
    }

    static final class FormatsByName {
        static Object out() throws IOException {
            return new Formatter("file", StandardCharsets.UTF_8, Locale.ROOT);
        }
    }

    static final class LogsByName {
        static Object out() throws IOException {
            return new FileHandler("file");
        }
    }

    static final class ReadsAResource {
        static InputStream out() {
            return String.class.getResourceAsStream("file");
        }
    }

    static final class ReadsStdin {
        static InputStream out() {
            return System.in;
        }
    }

    static final class WritesToStdout {
        static Object out() {
            return System.out;
        }
    }

    static final class ReadsTheEnvironment {
        static String out() {
            return System.getenv("HOME");
        }
    }

    static final class Connects {
        static Object out() {
            return new Socket();
        }
    }

    static final class ConnectsByAFactory {
        static Object out() {
            return SocketFactory.getDefault();
        }
    }

    static final class Listens {
        static Object out() throws IOException {
            return ServerSocketChannel.open();
        }
    }

    static final class Sends {
        static Object out() throws IOException {
            return DatagramChannel.open();
        }
    }

    static final class ConnectsLater {
        static Object out() throws IOException {
            return AsynchronousSocketChannel.open();
        }
    }

    static final class KnowsFilesForLater {
        static void out(AsynchronousFileChannel channel) throws IOException {
            channel.force(true);
        }
    }

    /// And one that has none.
    static final class None {
        static String said(byte[] line) {
            return System.nanoTime() + new String(line, StandardCharsets.UTF_8);
        }
    }
}
