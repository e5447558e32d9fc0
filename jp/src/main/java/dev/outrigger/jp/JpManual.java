package dev.outrigger.jp;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.ManPages;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.program.ProgramVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes what can be told of jp once and for all, when it is built: its man pages; and, for its launcher, what it says
/// into a pipe without having to look at anything, so that no JVM is started for that. Not a command.
public final class JpManual {
    private JpManual() {}

    /// The folder for the man pages, and the one for what the launcher says.
    public static void main(String[] words) throws IOException {
        ManPages.write(Commands.ROOT, ProgramVersion.NUMBER, Path.of(words[0]));
        var said = Files.createDirectories(Path.of(words[1]));
        write(said.resolve("--version"), "jp " + ProgramVersion.NUMBER + "\n");
        help(said, List.of(Commands.ROOT));
    }

    /// Of commands, not of groups: plugins may add to these.
    private static void help(Path said, List<Command> path) throws IOException {
        for (var command : path.getLast().subcommands()) {
            var below = new ArrayList<>(path);
            below.add(command);
            if (command.group()) {
                help(said, below);
            } else {
                write(said.resolve(name(below, "-h")), HelpText.render(below, false, StreamLook.PLAIN));
                write(said.resolve(name(below, "--help")), HelpText.render(below, true, StreamLook.PLAIN));
            }
        }
    }

    /// The words behind `jp`, as the launcher joins them.
    private static String name(List<Command> path, String last) {
        var name = new StringBuilder();
        for (var command : path.subList(1, path.size())) {
            name.append(command.name()).append('+');
        }
        return name.append(last).toString();
    }

    /// As a command of the shell, since that has no other way to read a file without starting a program.
    private static void write(Path file, String text) throws IOException {
        var shown = new ByteArrayOutputStream();
        try {
            new Printer(
                            shown,
                            OutputStream.nullOutputStream(),
                            StreamLook.PLAIN,
                            StreamLook.PLAIN,
                            Printer.Mode.TEXT,
                            false)
                    .content(text);
        } catch (OutputFailed e) {
            throw new IOException(e);
        }
        var quoted = shown.toString(StandardCharsets.UTF_8).replace("'", "'\\''");
        Files.writeString(file, "printf %s '" + quoted + "' 2>/dev/null && exit 0\n");
    }
}
