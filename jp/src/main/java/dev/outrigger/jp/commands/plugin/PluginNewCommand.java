package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.CommandPaths;
import dev.outrigger.hosting.trust.DevelopedPlugin;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// `jp plugin new`: a small plugin that runs at once, to change into one's own.
public final class PluginNewCommand implements ChangingCommand {
    private static final int LONGEST = 100;

    @Override
    public Command describe() {
        return Command.named("new")
                .about("Write a small plugin that runs at once, to start from")
                .longAbout("""
                        Write a small plugin that runs at once, to start from. It is one file, jp-NAME, with a comment at \
                        every step: it describes itself, has help, uses its arguments, asks jp something, prints, and \
                        leaves when told. An existing file is never overwritten.""")
                .arg(Argument.positional(
                                "NAME", "The words that will call it: `hello`, or `serve web` for `jp serve web`")
                        .many())
                .arg(Argument.option("lang", "LANGUAGE", "What it is written in; sh needs jq, java a JDK 25")
                        .shortName('l')
                        .possibleValues("sh", "python", "java")
                        .defaultValue("sh"))
                .arg(Argument.option("dir", "DIR", "Where to put it, when not here")
                        .shortName('d'))
                .example(
                        "jp plugin new hello --lang python --dir ~/.local/bin", "jp hello, in Python, on PATH at once");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var words = words(context, context.values().all("NAME"));
        var id = String.join("-", words);
        var folder = context.folder()
                .resolve(context.values().text("dir").orElse(""))
                .normalize();
        var file = folder.resolve("jp-" + id);
        var language = context.values().text("lang").orElseThrow();
        boolean onPath = onPath(folder, context);
        return () -> {
            write(file, text(language, words, id));
            return _ -> Answer.result(
                    steps(file, folder, words, onPath),
                    Json.object()
                            .put("file", file.toString())
                            .put("id", id)
                            .put("language", language)
                            .put("on_path", onPath)
                            .build());
        };
    }

    /// `serve web` may come as one word, too.
    private static List<String> words(JpContext context, List<String> given) throws Problem {
        var words = new ArrayList<String>();
        for (var word : String.join(" ", given).split(" ", -1)) {
            if (!isName(word)) {
                throw new Problem(
                        "'" + word + "' cannot be the name of a plugin",
                        "Letters, digits, dashes and underscores can, with a letter or digit first.",
                        2);
            }
            words.add(word);
        }
        if (String.join("-", words).length() > LONGEST) {
            throw new Problem("the name of the plugin is too long", "At most " + LONGEST + " characters.", 2);
        }
        // It could be written, but never called.
        if (!CommandPaths.reaches(context.commands(), words)) {
            throw new Problem(
                    "`jp " + String.join(" ", words) + "` is a command of jp itself, which a plugin cannot take over",
                    "Choose another name.",
                    2);
        }
        return words;
    }

    private static boolean isName(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!letter && (i == 0 || (c != '-' && c != '_'))) {
                return false;
            }
        }
        return !word.isEmpty();
    }

    private static String text(String language, List<String> words, String id) {
        return ShippedText.text("new/" + language)
                .replace("@WORDS@", String.join(" ", words))
                .replace("@ID@", id)
                .replace("@COMMAND@", JsonText.text(Json.texts(words)));
    }

    private static void write(Path file, String text) throws Problem {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (!file.toFile().setExecutable(true, false)) {
                Files.delete(file);
                throw new Problem(
                        "cannot make " + file + " executable", "Its folder may be on a disk that forbids it.");
            }
        } catch (FileAlreadyExistsException e) {
            throw new Problem(
                    String.valueOf(e.getFile()).equals(file.toString())
                            ? file + " exists already, and is left as it is"
                            : e.getFile() + " is in the way: it is no folder",
                    "Choose another name or another --dir.");
        } catch (IOException e) {
            throw new Problem("cannot write " + file + ": " + FileErrorWords.of(e), "");
        }
    }

    private static boolean onPath(Path folder, JpContext context) {
        for (var each : SearchPath.folders(context.environment().getOrDefault("PATH", ""))) {
            if (each.normalize().equals(folder)) {
                return true;
            }
        }
        return false;
    }

    private static String steps(Path file, Path folder, List<String> words, boolean onPath) {
        var called = String.join(" ", words);
        var steps = new StringBuilder("A new plugin: " + file + "\n\nNext:\n");
        if (!onPath) {
            steps.append("  export PATH=\"").append(folder).append(":$PATH\"\n");
        }
        // It is about to be edited: pinned as it is, it would be refused after the first change.
        boolean editable = DevelopedPlugin.isPossible(file);
        steps.append("  jp plugin approve ").append(editable ? "--dev " : "").append(called);
        steps.append("\n  jp ").append(called).append(" Ada\n");
        return editable
                ? steps.append("\nWhen it is done, `jp plugin approve ")
                        .append(called)
                        .append("` pins it as it is then.\n")
                        .toString()
                : steps.toString();
    }
}
