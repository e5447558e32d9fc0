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
import dev.outrigger.launch.sandbox.Because;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Visible;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Needs no daemon: the plan of a sandbox is made from the manifest and this machine.
final class PluginExplain implements BuiltIn {
    /// `target` is where the plugin's folder is, or will be once it is installed.
    private record Subject(Path folder, Path target, Manifest manifest) {}

    /// A part of the plan. `line` is that of the manifest which causes it, 0 when none does.
    private record Part(String rule, Because because, int line) {
        boolean isCall() {
            return rule.startsWith(SandboxPlan.CALL);
        }

        String text() {
            var where = line == 0 ? "" : "  (" + ManifestReader.FILE + ":" + line + ")";
            return Visible.line(rule + "  ← " + because.words() + where, 2000) + "\n";
        }

        Json.Obj json() {
            var json = Json.object().put("rule", rule.strip()).put("because", because.words());
            if (line > 0) {
                json.put("line", line);
            }
            return json.build();
        }
    }

    @Override
    public Command describe() {
        return Command.named("explain")
                .about("Show a plugin's sandbox: each mount and rule, and the line of the manifest that causes it")
                .arg(Arg.positional("PLUGIN", "Its name, or the folder of one that is not installed: ./examples/notes"))
                .longAbout("""
                        Show a plugin's sandbox: each mount and rule, and the line of the manifest that causes it.

                        What the manifest declares comes first, then what its command needs, then what every sandbox \
                        has. A folder that is not installed yet is shown where it will be.""")
                .arg(Arg.flag("all", "Each system call that is refused, too"))
                .example("kaged plugin explain notes", "what it can reach, and why")
                .example("kaged plugin explain ./examples/notes", "before it is installed");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var subject = subject(session, session.values().text("PLUGIN").orElse(""));
        var parts = plan(session, subject);
        var text = new StringBuilder(Visible.text(subject.manifest.text())).append('\n');
        boolean all = session.values().flag("all");
        long calls = parts.stream().filter(Part::isCall).count();
        parts.stream().filter(part -> all || !part.isCall()).map(Part::text).forEach(text::append);
        if (!all && calls > 0) {
            text.append("call ").append(calls).append(" system calls are refused: --all lists them\n");
        }
        session.page(
                text.toString(),
                Json.object()
                        .put("name", subject.manifest.name())
                        .put("version", subject.manifest.version())
                        .put(
                                "manifest",
                                subject.folder.resolve(ManifestReader.FILE).toString())
                        .put(
                                "plan",
                                new Json.Arr(
                                        parts.stream().<Json>map(Part::json).toList()))
                        .build());
        return 0;
    }

    /// What the manifest causes comes first: that is what an operator has to decide about.
    private static List<Part> plan(Session session, Subject subject) throws Problem {
        try {
            var path = session.environment().getOrDefault("PATH", "/usr/bin:/bin");
            return Rehearsal.explain(session.home(), subject.folder, subject.manifest, path).stream()
                    .map(rule -> part(subject, rule))
                    .sorted(Comparator.comparingInt(part -> rank(part.because)))
                    .toList();
        } catch (Refusal e) {
            throw new Problem(String.valueOf(e.getMessage()), "It would not be started.");
        }
    }

    private static int rank(Because because) {
        return switch (because) {
            case Because.Declared _ -> 0;
            case Because.Command _ -> 1;
            case Because.Always _ -> 2;
        };
    }

    private static Part part(Subject subject, SandboxPlan.Rule<String> rule) {
        return switch (rule.because()) {
            case Because.Declared declared ->
                new Part(rule.rule(), declared, lineOf(subject.manifest, declared.words()));
            case Because.Command _, Because.Always _ ->
                new Part(
                        rule.rule()
                                .replaceAll(
                                        Pattern.quote(subject.folder.toString()) + "(?=[/ )]|$)",
                                        Matcher.quoteReplacement(subject.target.toString())),
                        rule.because(),
                        0);
        };
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
                    return new Subject(folder, folder, manifest);
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
            case Validation.Valid valid ->
                new Subject(
                        valid.survey().root(),
                        home.plugins().resolve(valid.manifest().name()),
                        valid.manifest());
            case Validation.Invalid invalid -> throw new Problem(invalid.problem(), "");
        };
    }
}
