package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.service.TrialRun;
import dev.outrigger.kaged.store.FolderValidation;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.kaged.store.WrapOrigin;
import dev.outrigger.launch.sandbox.PlanReason;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Needs no daemon: the plan of a sandbox is made from the manifest and this machine.
final class PluginExplainCommand implements ProgramCommand<KagedContext> {
    /// `target` is where the plugin's folder is, or will be once it is installed.
    private record Subject(Path folder, Path target, Manifest manifest) {}

    /// A part of the plan. `line` is that of the manifest which causes it, 0 when none does.
    private record Part(String rule, PlanReason because, int line) {
        boolean isCall() {
            return rule.startsWith(SandboxPlan.CALL);
        }

        String text() {
            var where = line == 0 ? "" : "  (" + ManifestReader.FILE + ":" + line + ")";
            return VisibleText.line(rule + "  ← " + because.words() + where, 2000) + "\n";
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
                .arg(Argument.positional(
                        "PLUGIN", "Its name, or the folder of one that is not installed: ./examples/notes"))
                .longAbout("""
                        Show a plugin's sandbox: each mount and rule, and the line of the manifest that causes it.

                        What the manifest declares comes first, then what its command needs, then what every sandbox \
                        has. A folder that is not installed yet is shown where it will be.""")
                .arg(Argument.flag("all", "Each system call that is refused, too"))
                .example("kaged plugin explain notes", "what it can reach, and why")
                .example("kaged plugin explain ./examples/notes", "before it is installed");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var subject = subject(context, context.values().text("PLUGIN").orElse(""));
        var parts = plan(context, subject);
        var text = new StringBuilder(VisibleText.text(subject.manifest.text()));
        var origin = WrapOrigin.of(subject.folder);
        if (!origin.isEmpty()) {
            text.append("  made from: ").append(VisibleText.line(origin, 300)).append('\n');
        }
        text.append('\n');
        boolean all = context.values().flag("all");
        long calls = parts.stream().filter(Part::isCall).count();
        parts.stream().filter(part -> all || !part.isCall()).map(Part::text).forEach(text::append);
        if (!all && calls > 0) {
            text.append("call ").append(calls).append(" system calls are refused: --all lists them\n");
        }
        context.page(
                text.toString(),
                Json.object()
                        .put("name", subject.manifest.name())
                        .put("version", subject.manifest.version())
                        .put("origin", origin)
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
    private static List<Part> plan(KagedContext context, Subject subject) throws Problem {
        try {
            var path = context.environment().getOrDefault("PATH", "/usr/bin:/bin");
            return TrialRun.explain(context.home(), subject.folder, subject.manifest, path).stream()
                    .map(rule -> part(subject, rule))
                    .sorted(Comparator.comparingInt(part -> rank(part.because)))
                    .toList();
        } catch (ServiceRefusal e) {
            throw new Problem(String.valueOf(e.getMessage()), "It would not be started.");
        }
    }

    private static int rank(PlanReason because) {
        return switch (because) {
            case PlanReason.Declared _ -> 0;
            case PlanReason.Command _ -> 1;
            case PlanReason.Always _ -> 2;
        };
    }

    private static Part part(Subject subject, SandboxPlan.Rule<String> rule) {
        return switch (rule.because()) {
            case PlanReason.Declared declared ->
                new Part(rule.rule(), declared, lineOf(subject.manifest, declared.words()));
            case PlanReason.Command _, PlanReason.Always _ ->
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
    private static Subject subject(KagedContext context, String word) throws Problem {
        var home = context.home();
        if (!word.contains("/") && !word.equals(".") && !word.equals("..")) {
            switch (context.plugins().standing(word)) {
                case StoreStanding.Installed(var _, var folder, var manifest) -> {
                    return new Subject(folder, folder, manifest);
                }
                case StoreStanding.Broken broken
                when Files.exists(broken.folder()) -> throw new Problem(broken.problem(), "");
                case StoreStanding.Broken _, StoreStanding.Absent _ -> {}
            }
        }
        var folder = context.folder().resolve(word).normalize();
        if (!Files.isDirectory(folder)) {
            throw new Problem(
                    "there is no plugin " + word + " in " + home.plugins() + ", and no such folder here",
                    "`kaged plugin list` shows what is installed.");
        }
        return switch (CheckedFolder.of(folder)) {
            case FolderValidation.Valid valid ->
                new Subject(
                        valid.survey().root(),
                        home.plugins().resolve(valid.manifest().name()),
                        valid.manifest());
            case FolderValidation.Invalid invalid -> throw new Problem(invalid.problem(), "");
        };
    }
}
