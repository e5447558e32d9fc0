package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.service.Refusal;
import dev.outrigger.kaged.service.Rehearsal;
import dev.outrigger.kaged.store.Standing;
import dev.outrigger.kaged.store.Store;
import dev.outrigger.kaged.store.Validation;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// Needs no daemon: the plan of a sandbox is made from the manifest and this machine.
final class PluginExplain implements BuiltIn {
    private static final String CAUSED_BY = "  ← ";

    private record Subject(Path folder, Manifest manifest) {}

    @Override
    public Command describe() {
        return Command.named("explain")
                .about("Show a plugin's sandbox: each mount and rule, and the line of the manifest that causes it")
                .arg(Arg.positional("PLUGIN", "Its name, or the folder of one that is not installed: ./oh-my-pi"))
                .example("kaged plugin explain oh-my-pi", "what it can reach, and why")
                .example("kaged plugin explain ./oh-my-pi", "before it is installed");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var subject = subject(session, session.values().text("PLUGIN").orElse(""));
        var text = new StringBuilder(Escapes.strip(subject.manifest.text())).append('\n');
        var list = new ArrayList<Json>();
        for (var line : plan(session, subject)) {
            int at = line.indexOf(CAUSED_BY);
            var what = at < 0 ? line : line.substring(0, at);
            var cause = at < 0 ? "" : line.substring(at + CAUSED_BY.length());
            int number = lineOf(subject.manifest, cause);
            var where = number == 0 ? "" : "  (" + ManifestReader.FILE + ":" + number + ")";
            text.append(Escapes.oneLine(what + CAUSED_BY + cause + where, 2000)).append('\n');
            var part = Json.object().put("rule", what.strip()).put("because", cause);
            if (number > 0) {
                part.put("line", number);
            }
            list.add(part.build());
        }
        session.page(
                text.toString(),
                Json.object()
                        .put("name", subject.manifest.name())
                        .put("version", subject.manifest.version())
                        .put(
                                "manifest",
                                subject.folder.resolve(ManifestReader.FILE).toString())
                        .put("plan", new Json.Arr(list))
                        .build());
        return 0;
    }

    private static Iterable<String> plan(Session session, Subject subject) throws Problem {
        try {
            var path = session.environment().getOrDefault("PATH", "/usr/bin:/bin");
            return Rehearsal.explain(session.home(), subject.folder, subject.manifest, path);
        } catch (Refusal e) {
            throw new Problem(String.valueOf(e.getMessage()), "It would not be started.");
        }
    }

    /// 0 when it is no capability of the manifest's that causes it.
    private static int lineOf(Manifest manifest, String cause) {
        for (var declared : manifest.capabilities()) {
            if (declared.text().equals(cause)) {
                return declared.line();
            }
        }
        return 0;
    }

    /// A name is looked for among the installed ones first; a word with a slash is a folder.
    private static Subject subject(Session session, String word) throws Problem {
        var home = session.home();
        if (!word.contains("/") && !word.equals(".") && !word.equals("..")) {
            switch (new Store(home).standing(word)) {
                case Standing.Installed(var _, var folder, var manifest) -> {
                    return new Subject(folder, manifest);
                }
                case Standing.Broken broken
                when Files.exists(broken.folder()) -> throw new Problem(broken.problem(), "");
                case Standing.Broken _, Standing.Absent _ -> {}
            }
        }
        var folder = session.folder().resolve(word).normalize();
        if (!Files.isDirectory(folder)) {
            throw new Problem(
                    "there is no plugin " + word + " in " + home.plugins() + ", and no such folder here",
                    "`kaged plugin list` shows what is installed.");
        }
        return switch (Checked.of(folder)) {
            case Validation.Valid valid -> new Subject(valid.survey().root(), valid.manifest());
            case Validation.Invalid invalid -> throw new Problem(invalid.problem(), "");
        };
    }
}
