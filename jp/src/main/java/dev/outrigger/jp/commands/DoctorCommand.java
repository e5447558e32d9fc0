package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.PluginPrograms;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.trust.RunVerdict;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.hosting.turn.ProviderChoice;
import dev.outrigger.jp.commands.conversation.StoreCall;
import dev.outrigger.jp.commands.plugin.PluginWords;
import dev.outrigger.launch.StartDiagnosis;
import dev.outrigger.launch.StrayProcesses;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.ConversationOwner;
import dev.outrigger.workspace.conversations.ConversationSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What is missing or odd on this machine and in this workspace, and how to mend it.
final class DoctorCommand implements ProgramCommand<JpContext> {
    private enum State {
        OK("ok  "),
        ODD("odd "),
        BAD("BAD ");

        private final String mark;

        State(String mark) {
            this.mark = mark;
        }
    }

    private record Finding(State state, String what, String mend) {}

    @Override
    public Command describe() {
        return Command.named("doctor")
                .about("Look for what is missing or odd here, and say how to mend it")
                .example("jp doctor", "exit code 1 when something must be mended");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var findings = new ArrayList<Finding>();
        machine(findings, context);
        for (var note : StrayProcesses.endLeftovers(context.places().state())) {
            findings.add(new Finding(State.ODD, note, ""));
        }
        start(findings);
        settings(findings, context);
        workspace(findings, context);
        plugins(findings, context);
        assistant(findings, context);
        tools(findings, context);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        boolean bad = false;
        for (var finding : findings) {
            bad |= finding.state == State.BAD;
            text.append(finding.state.mark).append(finding.what).append('\n');
            if (!finding.mend.isEmpty()) {
                text.append("      ").append(finding.mend).append('\n');
            }
            list.add(Json.object()
                    .put("state", finding.state.mark.strip().toLowerCase(Locale.ROOT))
                    .put("what", finding.what)
                    .put("mend", finding.mend)
                    .build());
        }
        context.show(text.toString(), new Json.Arr(list));
        return bad ? 1 : 0;
    }

    private static void machine(List<Finding> findings, JpContext context) {
        findings.add(new Finding(State.OK, "Java " + Runtime.version() + " in " + System.getProperty("java.home"), ""));
        for (var tool : new String[] {"setsid", "setpriv", "unshare"}) {
            var found = onPath(tool, context);
            findings.add(
                    found
                            ? new Finding(State.OK, tool + " is there", "")
                            : new Finding(
                                    tool.equals("unshare") ? State.ODD : State.BAD,
                                    tool + " is missing: plugins " + (tool.equals("unshare") ? "with `contain` " : "")
                                            + "cannot be started",
                                    "Install util-linux."));
        }
    }

    private static boolean onPath(String tool, JpContext context) {
        var path = context.environment().getOrDefault("PATH", "") + ":/usr/bin:/bin";
        return SearchPath.find(tool, path).isPresent();
    }

    /// Without its cache jp works, only three times slower to start.
    private static void start(List<Finding> findings) {
        var cache = System.getProperty("jp.cache", "");
        findings.add(
                !cache.isEmpty() && Files.isReadable(Path.of(cache))
                        ? new Finding(State.OK, "the start-up cache is there", "")
                        : new Finding(
                                State.ODD,
                                "there is no start-up cache that fits: jp starts slowly",
                                "Run " + System.getProperty("jp.home", "") + "/renew, as whoever may write there."));
    }

    private static void settings(List<Finding> findings, JpContext context) {
        try {
            var warnings = context.loadSettings().warnings();
            for (var warning : warnings) {
                findings.add(new Finding(State.ODD, warning.text(), ""));
            }
            if (warnings.isEmpty()) {
                findings.add(new Finding(State.OK, "the settings are in order", ""));
            }
        } catch (Problem e) {
            findings.add(new Finding(State.BAD, e.what(), e.hint()));
        }
    }

    private static void workspace(List<Finding> findings, JpContext context) throws OutputFailed {
        try {
            var workspace = context.findWorkspace();
            if (workspace.isEmpty()) {
                findings.add(new Finding(
                        State.ODD,
                        "there is no workspace here",
                        "`jp init` makes one; without, `jp query` makes one of your own, in "
                                + context.places().own() + "."));
                return;
            }
            boolean own = workspace.get().isOwn(context.places());
            findings.add(new Finding(State.OK, (own ? "your own workspace " : "workspace ") + workspace.get(), ""));
            if (!Files.isWritable(workspace.get().storage())) {
                findings.add(new Finding(
                        State.BAD,
                        workspace.get().storage() + " cannot be written to",
                        "Look at its owner and its permissions."));
            }
            int damaged = 0;
            var all = StoreCall.of(context.conversations()::list);
            for (var one : all) {
                if (one.damage() != null) {
                    damaged++;
                    findings.add(new Finding(
                            State.BAD,
                            "conversation " + one.id() + " is damaged: "
                                    + one.damage().reason(),
                            "`jp conversation repair " + one.id() + "` shows what can be saved."));
                }
            }
            originals(findings, all);
            if (damaged == 0) {
                findings.add(new Finding(State.OK, all.size() + " conversations, none damaged", ""));
            }
        } catch (Problem e) {
            findings.add(new Finding(State.BAD, e.what(), e.hint()));
        }
    }

    private static void originals(List<Finding> findings, List<ConversationSummary> all) {
        int read = 0;
        for (var one : all) {
            switch (one.standing()) {
                case ConversationOwner.Ours() -> {}
                case ConversationOwner.Original _ -> read++;
                case ConversationOwner.Grown(var folder, var copied) ->
                    findings.add(new Finding(
                            State.ODD,
                            "conversation " + one.id() + " went on in the original jp, after " + copied + " of its now "
                                    + one.eventsCount() + " events were copied: " + folder,
                            "`jp conversation ls` shows both."));
            }
        }
        if (read > 0) {
            findings.add(new Finding(
                    State.OK,
                    read + " conversations are the original jp's; they are read, and copied when written to",
                    ""));
        }
    }

    private static void plugins(List<Finding> findings, JpContext context) throws OutputFailed {
        var path = context.environment().getOrDefault("PATH", "");
        var seen = new HashSet<String>();
        for (var plugin :
                PluginPrograms.of(context.environment(), context.places()).all()) {
            seen.add(plugin.id());
            var unfit = StartDiagnosis.of(plugin.file(), path);
            if (unfit.isPresent()) {
                findings.add(new Finding(State.ODD, String.valueOf(unfit.get().getMessage()), ""));
            }
            var trusted = trusted(context, plugin);
            if (unfit.isEmpty() || trusted.state != State.OK) {
                findings.add(trusted);
            }
        }
        developedButGone(findings, context, seen);
    }

    private static Finding trusted(JpContext context, PluginProgram plugin) throws OutputFailed {
        var id = plugin.id();
        var what = "plugin jp-" + id + " in " + plugin.file().getParent();
        var back = "`jp plugin revoke " + id + "` takes it back";
        try {
            var verdict = PluginWords.verdict(context, plugin);
            boolean pinned = PluginTerms.of(id, context.settings()).pin().isPresent();
            return switch (verdict) {
                case RunVerdict.Approved(var how)
                when how == RunVerdict.How.DEVELOPMENT && !pinned ->
                    new Finding(
                            State.ODD,
                            what + " is NOT PINNED (--dev): whatever is written to its file runs unasked",
                            back + "; when it is done, `jp plugin approve " + id + "` pins it.");
                case RunVerdict.Approved _, RunVerdict.Ask _, RunVerdict.Denied _ -> new Finding(State.OK, what, "");
                case RunVerdict.DevelopedElsewhere _ ->
                    new Finding(
                            State.ODD,
                            what + " is " + PluginWords.of(verdict),
                            back + "; `jp plugin approve --dev " + id + "` approves this file.");
                case RunVerdict.PinMismatch _, RunVerdict.Changed _ ->
                    new Finding(
                            State.ODD,
                            what + " is " + PluginWords.of(verdict),
                            "If you want this file to run: `jp plugin approve " + id + "`.");
            };
        } catch (Problem e) {
            return new Finding(State.ODD, what + ": nobody can tell whether it may run: " + e.what(), e.hint());
        }
    }

    /// An approval that waits for its file to come back.
    private static void developedButGone(List<Finding> findings, JpContext context, Set<String> seen)
            throws OutputFailed {
        try {
            if (!(context.settings().at("plugins.command").orElse(Json.EMPTY) instanceof Json.Obj(var tables))) {
                return;
            }
            for (var id : tables.keySet()) {
                var terms = PluginTerms.of(id, context.settings());
                if (!seen.contains(id)
                        && terms.run() == PluginTerms.Run.UNATTENDED
                        && terms.dev().isPresent()) {
                    findings.add(new Finding(
                            State.ODD,
                            "plugin jp-" + id + " is approved for development (--dev), and no such program is found",
                            "`jp plugin revoke " + id + "` takes it back."));
                }
            }
        } catch (Problem _) {
            // The settings cannot be read, which was said before.
        }
    }

    private static void assistant(List<Finding> findings, JpContext context) throws OutputFailed {
        try {
            var choice = ProviderChoice.of(context, "");
            findings.add(
                    choice.how() == ProviderChoice.How.NOTHING_FOUND
                            ? new Finding(
                                    State.ODD,
                                    "`jp query` asks " + choice.name() + ", which is no AI",
                                    "Run Ollama here, or choose a provider; `jp models` shows which can be asked.")
                            : new Finding(State.OK, "`jp query` asks " + choice.name(), ""));
        } catch (Problem e) {
            findings.add(new Finding(State.BAD, e.what(), e.hint()));
        }
    }

    private static void tools(List<Finding> findings, JpContext context) throws OutputFailed {
        SandboxReadiness.missing()
                .ifPresent(missing -> findings.add(new Finding(State.ODD, "tool plugins cannot run: " + missing, "")));
        ToolPlugins store;
        try {
            store = InstalledToolPlugins.store(context);
        } catch (Problem _) {
            // The settings cannot be read, which was said before.
            return;
        }
        var listing = store.list();
        for (var problem : listing.problems()) {
            findings.add(new Finding(State.ODD, problem, ""));
        }
        for (var plugin : listing.plugins()) {
            try {
                findings.add(new Finding(
                        State.OK, "tool plugin " + store.installed(plugin.id()).id(), ""));
            } catch (PluginStoreProblem e) {
                findings.add(new Finding(State.ODD, e.what(), e.hint()));
            }
        }
    }
}
