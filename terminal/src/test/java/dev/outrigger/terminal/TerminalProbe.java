package dev.outrigger.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A program for tests to run on a real terminal, made by script(1), or on real pipes.
final class TerminalProbe {
    private TerminalProbe() {}

    public static void main(String[] args) throws IOException {
        var env = System.getenv();
        var out = StreamLook.of(OutputStreamName.STDOUT, env);
        var err = StreamLook.of(OutputStreamName.STDERR, env);
        var printer = new Printer(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                out,
                err,
                Printer.Mode.TEXT,
                false);
        switch (args[0]) {
            case "look" ->
                printer.content(
                        "out " + out.terminal() + " " + out.colour() + " " + out.width() + " err " + err.terminal());
            case "confirm" -> printer.content("answer " + new Prompt().confirm(args[1]));
            case "choose" ->
                printer.content("answer "
                        + new Prompt()
                                .ask(
                                        args[1],
                                        List.of(
                                                Prompt.Choice.byDefault('y', "yes"),
                                                Prompt.Choice.of('a', "always"),
                                                Prompt.Choice.of('n', "no"))));
            case "dimmed" -> new LiveDisplay(printer, env).dimmed(PrintChannel.CHROME, args[1]);
            case "page" -> Pager.show("line\n".repeat(Integer.parseInt(args[1])), out, env, printer);
            case "print" -> {
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    printOrTell(printer, Path.of(args[2]));
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void printOrTell(Printer printer, Path failure) throws IOException {
        try {
            printer.content("line");
        } catch (OutputFailed e) {
            Files.writeString(failure, e.stream() + " " + e.kind() + " " + e.getMessage());
            System.exit(3);
        }
    }

    static List<String> command(String... args) {
        var command = new ArrayList<String>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(TerminalProbe.class.getName());
        command.addAll(List.of(args));
        return command;
    }

    /// The same, quoted for a shell.
    static String line(String... args) {
        var line = new StringBuilder();
        for (var word : command(args)) {
            line.append('\'').append(word.replace("'", "'\\''")).append("' ");
        }
        return line.toString();
    }

    /// On a terminal of its own, with nothing of ours in the environment that has a say in how things look.
    static Process onTerminal(Map<String, String> env, String line) throws IOException {
        var script = new ProcessBuilder("script", "-qec", line, "/dev/null").redirectErrorStream(true);
        for (var name : List.of("COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "PAGER", "LESS")) {
            script.environment().remove(name);
        }
        script.environment().put("TERM", "xterm");
        script.environment().putAll(env);
        return script.start();
    }
}
