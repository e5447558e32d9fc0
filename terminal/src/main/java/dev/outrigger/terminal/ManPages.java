package dev.outrigger.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The man pages of a program, from the same descriptions as its `--help`: one for the program with its single
/// commands, and one for each group. Made when the program is built.
public final class ManPages {
    private final Command root;
    private final String release;

    private ManPages(Command root, String release) {
        this.root = root;
        this.release = release;
    }

    /// Text by file name: `jp.1`, `jp-conversation.1`.
    public static SequencedMap<String, String> of(Command root, String release) {
        return new ManPages(root, release).all();
    }

    /// Into this folder, which is made.
    public static void write(Command root, String release, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (var page : of(root, release).entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
        }
    }

    private SequencedMap<String, String> all() {
        var pages = new LinkedHashMap<String, String>();
        pages.put(root.name() + ".1", page(List.of(root)));
        for (var command : root.subcommands()) {
            if (command.group()) {
                pages.put(name(command) + ".1", page(List.of(root, command)));
            }
        }
        return pages;
    }

    private String name(Command group) {
        return root.name() + "-" + group.name();
    }

    private String page(List<Command> path) {
        var command = path.getLast();
        var name = path.size() == 1 ? root.name() : name(command);
        var roff = new RoffPage(name, root.name() + " " + release);
        roff.section("NAME").line(name + " - " + command.about());
        roff.section("SYNOPSIS").line(HelpText.usage(path));
        roff.section("DESCRIPTION").text(command.longAbout().isBlank() ? command.about() : command.longAbout());
        if (!command.aliases().isEmpty()) {
            roff.paragraph().text(HelpText.aliases(command));
        }
        arguments(roff, command.args(), false);
        commands(roff, path);
        options(roff, path);
        if (!command.examples().isEmpty()) {
            roff.section("EXAMPLES");
            examples(roff, command);
        }
        roff.section("SEE ALSO").text(others(name));
        return roff.text();
    }

    private void commands(RoffPage roff, List<Command> path) {
        roff.section("COMMANDS");
        for (var command : path.getLast().subcommands()) {
            if (command.group()) {
                roff.item(root.name() + " " + command.name());
                roff.text(joined(command.about(), HelpText.aliases(command)) + " See " + name(command) + "(1).");
            }
        }
        for (var command : path.getLast().subcommands()) {
            if (!command.group()) {
                var below = new ArrayList<>(path);
                below.add(command);
                roff.subsection(HelpText.usage(below));
                roff.text(command.longAbout().isBlank() ? command.about() : command.longAbout());
                if (!command.aliases().isEmpty()) {
                    roff.paragraph().text(HelpText.aliases(command));
                }
                arguments(roff, command.args(), false);
                examples(roff, command);
            }
        }
    }

    private static String joined(String text, String note) {
        return note.isEmpty() ? text + "." : text + " " + note + ".";
    }

    /// Those that each of the commands understands.
    private static void options(RoffPage roff, List<Command> path) {
        roff.section("OPTIONS OF EVERY COMMAND");
        for (var command : path) {
            arguments(roff, command.args(), true);
        }
        roff.item("-h, --help").text("Print help: -h a summary, --help all of it.");
    }

    private static void arguments(RoffPage roff, List<Argument> args, boolean global) {
        for (var arg : args) {
            if (arg.global() == global) {
                roff.item(HelpText.label(arg).strip());
                var paragraphs = HelpText.longHelp(arg);
                for (int i = 0; i < paragraphs.size(); i++) {
                    if (i > 0) {
                        roff.lineBreak();
                    }
                    roff.text(paragraphs.get(i));
                }
            }
        }
    }

    private static void examples(RoffPage roff, Command command) {
        for (var example : command.examples()) {
            roff.paragraph().example(example.line());
            if (!example.about().isBlank()) {
                roff.indented(example.about());
            }
        }
    }

    private String others(String name) {
        var others = new ArrayList<String>();
        if (!name.equals(root.name())) {
            others.add(root.name() + "(1)");
        }
        for (var command : root.subcommands()) {
            if (command.group() && !name.equals(name(command))) {
                others.add(name(command) + "(1)");
            }
        }
        return String.join(", ", others) + ". The pages of the documentation are in share/doc/outrigger, below the"
                + " folder that the program was installed to.";
    }
}
