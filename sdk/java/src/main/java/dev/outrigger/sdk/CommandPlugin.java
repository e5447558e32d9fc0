package dev.outrigger.sdk;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineOutbox;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHostCodec;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program that adds a command to `jp`:
///
/// ```java
/// static void main() {
///     CommandPlugin.named("titles", "1.0.0", "Titles of all conversations")
///             .with(Option.value("limit", "N", "At most so many").or("10"))
///             .main(jp -> {
///                 for (var conversation : jp.conversations()) {
///                     jp.print(conversation.title() + "\n");
///                 }
///                 return 0;
///             });
/// }
/// ```
public final class CommandPlugin {
    /// What the plugin does. Returns the exit code.
    public interface Body {
        int run(Jp jp) throws Exception;
    }

    /// What a host may say on one line. Answers have no limit of their own; this is one of memory.
    private static final int LONGEST_LINE = 1 << 30;

    private static final int OUTBOX_BYTES = 4 << 20;
    private static final int OUR_MISTAKE = 1;

    private final String name;
    private final String version;
    private final String about;
    private final List<String> command;
    private final String more;
    private final List<Option> options;

    private CommandPlugin(
            String name, String version, String about, List<String> command, String more, List<Option> options) {
        this.name = name;
        this.version = version;
        this.about = about;
        this.command = command;
        this.more = more;
        this.options = options;
    }

    /// `name` is what follows `jp-` in the program's name.
    public static CommandPlugin named(String name, String version, String about) {
        return new CommandPlugin(name, version, about, List.of(), "", List.of());
    }

    /// The words that call it, where the name with its dashes would be taken apart otherwise.
    public CommandPlugin calledBy(String... command) {
        return new CommandPlugin(name, version, about, List.of(command), more, options);
    }

    /// What `--help` says below the one line.
    public CommandPlugin explained(String more) {
        return new CommandPlugin(name, version, about, command, more, options);
    }

    public CommandPlugin with(Option option) {
        var all = new ArrayList<>(options);
        all.add(option);
        return new CommandPlugin(name, version, about, command, more, all);
    }

    /// The whole program: talks with the host over stdin and stdout, and ends the process. What the body prints to
    /// [System#out] goes to stderr, since stdout is the host's.
    public void main(Body body) {
        var in = new FileInputStream(FileDescriptor.in);
        var out = new FileOutputStream(FileDescriptor.out);
        System.setOut(StrayOutput.toStderr());
        if (startedByHand()) {
            System.err.println(about + "\n\njp starts this program: `jp " + String.join(" ", path())
                    + "`, once it is on PATH as jp-" + name + ".");
            Runtime.getRuntime().halt(OUR_MISTAKE);
        }
        int code = serve(in, out, body);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    /// A JDK 25 has no console where there is no terminal, whatever the one before it had.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean startedByHand() {
        var console = System.console();
        return console != null && console.isTerminal();
    }

    private List<String> path() {
        return command.isEmpty() ? List.of(name) : command;
    }

    /// The same over any two streams; returns when it has said its last word.
    public int serve(InputStream in, OutputStream out, Body body) {
        var reader = new LineReader(in, LONGEST_LINE);
        var outbox = new LineOutbox(out, OUTBOX_BYTES);
        try {
            return switch (first(reader)) {
                case ToPlugin.WhoAreYou() -> {
                    say(outbox, new ToHost.Describe(name, version, about, command, null, null, null, null));
                    yield 0;
                }
                case ToPlugin.WhatCanYouDo() -> {
                    say(outbox, help());
                    yield 0;
                }
                case ToPlugin.Init init -> run(init, reader, outbox, body);
                case null, default -> {
                    System.err.println("jp-" + name + ": the host began with something else than init");
                    yield OUR_MISTAKE;
                }
            };
        } catch (IOException e) {
            System.err.println("jp-" + name + ": cannot read from the host: " + e.getMessage());
            return OUR_MISTAKE;
        }
    }

    private ToHost.Help help() {
        var args = new ArrayList<ToHost.Help.Argument>();
        for (var option : options) {
            args.add(option.declared());
        }
        return new ToHost.Help(about, more.isEmpty() ? null : about + "\n\n" + more, args, List.of());
    }

    private static void say(LineOutbox outbox, ToHost message) {
        outbox.send(ToHostCodec.encode(message, null));
    }

    private int run(ToPlugin.Init init, LineReader reader, LineOutbox outbox, Body body) {
        ToHost.Exit exit;
        try {
            var arguments = Arguments.parse(options, init.args());
            try (var jp = new Jp(init, arguments, outbox)) {
                jp.listen(reader);
                exit = new ToHost.Exit(body.run(jp), null);
            }
        } catch (PluginFailure e) {
            exit = new ToHost.Exit(e.code(), e.reason());
        } catch (HostGone _) {
            // Nobody is there to say it to.
            return OUR_MISTAKE;
        } catch (RequestFailed e) {
            exit = new ToHost.Exit(OUR_MISTAKE, e.what());
        } catch (Exception e) {
            e.printStackTrace();
            exit = new ToHost.Exit(OUR_MISTAKE, "jp-" + name + " failed: " + e);
        }
        say(outbox, exit);
        return exit.code();
    }

    private static @Nullable ToPlugin first(LineReader reader) throws IOException {
        var found = reader.next();
        return found == LineReader.Found.LINE ? message(reader.bytes(), reader.from(), reader.to()) : null;
    }

    private static @Nullable ToPlugin message(byte[] bytes, int from, int to) {
        try {
            return JsonText.parse(bytes, from, to) instanceof Json.Obj object ? ToPluginCodec.decode(object) : null;
        } catch (MalformedJson | FieldReader.Mistake _) {
            return null;
        }
    }
}
