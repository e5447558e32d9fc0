package dev.outrigger.hosting.visit;

import dev.outrigger.assistant.providers.KeyRing;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.StderrToLog;
import dev.outrigger.hosting.describe.Interview;
import dev.outrigger.hosting.describe.OptionsCheck;
import dev.outrigger.hosting.describe.PluginDescriptions;
import dev.outrigger.hosting.live.LiveDesk;
import dev.outrigger.hosting.live.PluginQueries;
import dev.outrigger.hosting.live.Subscriptions;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.trust.PluginTrust;
import dev.outrigger.hosting.turn.PreparedTurn;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.system.EndingSignals;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.CommandAction;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToPlugin.Init;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.StoredEvents;
import dev.outrigger.workspace.settings.Settings;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `jp <plugin> …`: from a program that was found to the exit code of its run.
public final class PluginRun implements CommandAction<JpContext> {
    private final PluginProgram plugin;
    private final List<String> args;

    public PluginRun(PluginProgram plugin, List<String> args) {
        this.plugin = plugin;
        this.args = args;
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var file = context.values().text("trace-plugin");
        if (file.isEmpty()) {
            return run(context, null);
        }
        try (var out = PrivateFiles.outputWhenWritten(context.folder().resolve(file.get()))) {
            var trace = new LineTrace(LineTrace.toFile(out, KeyRing.of(context.keySources(), context.environment())));
            int code = run(context, trace);
            var failure = trace.failure();
            if (failure != null) {
                throw new Problem(
                        notTraced(file.get(), failure), "jp-" + plugin.id() + " itself ran.", code == 0 ? 1 : code);
            }
            return code;
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem(notTraced(file.get(), e), "");
        }
    }

    private static String notTraced(String file, IOException e) {
        return "cannot write the trace to " + file + ": " + FileErrorWords.of(e);
    }

    /// The same, watched by a trace.
    public int run(JpContext context, @Nullable LineTrace trace) throws Problem, OutputFailed {
        var conversations = context.conversations("jp " + plugin.id());
        PluginStart.endLeftovers(context);
        try (var trust = PluginTrust.forRun(context, plugin)) {
            if (trust.developed()) {
                context.printer()
                        .note("jp-" + plugin.id() + " runs as it is now, not pinned (--dev); when it is done: jp plugin"
                                + " approve " + plugin.id());
            }
            checkOptions(context, trust);
            return served(context, trust, conversations, trace);
        }
    }

    private int served(JpContext context, PluginTrust trust, Conversations conversations, @Nullable LineTrace trace)
            throws Problem, OutputFailed {
        var init = init(context, trust.terms());
        try (var child = start(context, trust)) {
            var limits = PluginLimits.of(context.settings());
            var visit = new PluginVisit(
                    plugin.id(),
                    child,
                    trace,
                    line -> desk(context, trust.terms(), conversations, init, limits, line),
                    context.printer(),
                    context.log(),
                    limits);
            VisitOutcome outcome;
            try (var _ = EndingSignals.onEnd(visit::interrupt)) {
                outcome = visit.run(init);
            }
            rememberWriter(context, visit);
            if (outcome instanceof VisitOutcome.Broke(VisitFault.NoExit(ProgramEnding.NotStarted _, var _))) {
                trust.sayWhatIsWrong(context);
            }
            if (outcome instanceof VisitOutcome.Left && !visit.strayWords().isEmpty()) {
                context.printer().note("warning: " + visit.strayWords());
            }
            return exitCode(outcome);
        }
    }

    private void rememberWriter(JpContext context, PluginVisit visit) {
        if (visit.hasLocked()) {
            try {
                WritingPlugins.remember(context.places(), plugin);
            } catch (IOException e) {
                context.log().add(LogLevel.DEBUG, "jp", "its next start will be slower: " + e.getMessage());
            }
        }
    }

    private PluginDesk desk(
            JpContext context,
            PluginTerms terms,
            Conversations conversations,
            Init init,
            PluginLimits limits,
            Subscriptions.Line line) {
        StoredEvents.Discretion discretion = delta -> Settings.deltaForPlugin(delta, plugin.id());
        var subscriptions = new Subscriptions(plugin.id(), conversations, line, context.log());
        var queries = new PluginQueries(
                conversations,
                subscriptions,
                (conversation, wishes) -> PreparedTurn.of(context.inConversation(conversation), wishes),
                limits.responses(),
                limits.queriesAtOnce(),
                context.log());
        var live = new LiveDesk(conversations, discretion, subscriptions, queries, context.log());
        return new PluginDesk(
                conversations,
                init.config(),
                discretion,
                terms.mayRemove(),
                live,
                new LookupDesk(context, conversations),
                context.log());
    }

    private RunningProgram start(JpContext context, PluginTrust trust) throws Problem, OutputFailed {
        try {
            return new Launcher(context.places().state())
                    .start(PluginStart.of(context, plugin, trust), new StderrToLog(context.log(), plugin.id()));
        } catch (CannotStart e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        }
    }

    /// A plugin that has options is asked what options it understands, if it was not before.
    private void checkOptions(JpContext context, PluginTrust trust) throws Problem, OutputFailed {
        if (trust.terms().options().fields().isEmpty()) {
            return;
        }
        var descriptions = PluginDescriptions.open(context.places().state());
        var interview = Interview.of(context.places(), context.settings(), context.log());
        for (var refusal : descriptions.describe(
                List.of(plugin), (asked, question) -> interview.ask(PluginStart.of(context, asked, trust), question))) {
            context.log().add(LogLevel.WARN, "jp", refusal);
        }
        switch (OptionsCheck.of(plugin, descriptions, context.settings())) {
            case OptionsCheck.Fine() -> {}
            case OptionsCheck.Wrong(var words) ->
                throw new Problem(words, "`jp plugin show " + plugin.id() + "` says where its options come from.");
            case OptionsCheck.NoSchema(var words) -> context.printer().note("warning: " + words);
        }
    }

    private Init init(JpContext context, PluginTerms terms) throws Problem, OutputFailed {
        var workspace = context.workspace();
        var settings = context.settings();
        var places = context.places();
        return new Init(
                new Init.Workspace(
                        workspace.root().toString(), workspace.storage().toString(), workspace.id()),
                new Init.Paths(places.data().toString(), places.config().toString(), ownFolder(context)),
                settings.forPlugin(plugin.id()),
                terms.options(),
                args,
                context.log().shown());
    }

    /// Made by us, with this workspace's name on it: one that the plugin made would be nobody's. Where none can be
    /// made, it is told of none.
    private static @Nullable String ownFolder(JpContext context) throws Problem {
        try {
            return context.workspace().userFolder(context.places()).claim().toString();
        } catch (WorkspaceProblem e) {
            context.log().add(LogLevel.WARN, "jp", "no folder of the user's own for this workspace: " + e.getMessage());
            return null;
        }
    }

    private int exitCode(VisitOutcome outcome) throws Problem, OutputFailed {
        return switch (outcome) {
            case VisitOutcome.Left(var code, var reason) -> {
                if (!reason.isEmpty()) {
                    throw new Problem(TerminalEscapes.strip(reason), "", code);
                }
                yield code;
            }
            case VisitOutcome.Broke(var fault) -> throw OutcomeWords.of("jp-" + plugin.id(), fault);
            case VisitOutcome.Interrupted(var code) -> code;
            case VisitOutcome.NoOutput(var failure) -> throw failure;
        };
    }
}
