package dev.outrigger.jp.plugin;

import dev.outrigger.assistant.providers.KeyRing;
import dev.outrigger.jp.Act;
import dev.outrigger.jp.Ear;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.Signals;
import dev.outrigger.jp.describe.Descriptions;
import dev.outrigger.jp.describe.Interview;
import dev.outrigger.jp.describe.OptionsCheck;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.jp.trust.Trust;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Child;
import dev.outrigger.launch.Launcher;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToPlugin.Init;
import dev.outrigger.workspace.Private;
import dev.outrigger.workspace.Reason;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.conversations.Conversations;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `jp <plugin> …`: from a program that was found to the exit code of its run.
public final class PluginCommand implements Act {
    private final Plugin plugin;
    private final List<String> args;

    public PluginCommand(Plugin plugin, List<String> args) {
        this.plugin = plugin;
        this.args = args;
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var file = session.values().text("trace-plugin");
        if (file.isEmpty()) {
            return run(session, null);
        }
        try (var out = Private.outputWhenWritten(session.folder().resolve(file.get()))) {
            var trace = new Trace(Trace.toFile(out, KeyRing.of(session.keySources(), session.environment())));
            int code = run(session, trace);
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
        return "cannot write the trace to " + file + ": " + Reason.of(e);
    }

    /// The same, watched by a trace.
    public int run(Session session, @Nullable Trace trace) throws Problem, OutputFailed {
        var conversations = session.conversations("jp " + plugin.id());
        Start.endLeftovers(session);
        try (var trust = Trust.require(session, plugin)) {
            if (trust.developed()) {
                session.printer()
                        .note("jp-" + plugin.id() + " runs as it is now, not pinned (--dev); when it is done: jp plugin"
                                + " approve " + plugin.id());
            }
            checkOptions(session, trust);
            return served(session, trust, conversations, trace);
        }
    }

    private int served(Session session, Trust trust, Conversations conversations, @Nullable Trace trace)
            throws Problem, OutputFailed {
        var init = init(session, trust.terms());
        try (var child = start(session, trust)) {
            var desk = new Desk(plugin.id(), conversations, init.config(), session.log());
            var visit = new Visit(
                    plugin.id(), child, trace, desk, session.printer(), session.log(), Limits.of(session.settings()));
            Outcome outcome;
            try (var _ = Signals.onEnd(visit::interrupt)) {
                outcome = visit.run(init);
            }
            if (outcome instanceof Outcome.Left && !visit.strayWords().isEmpty()) {
                session.printer().note("warning: " + visit.strayWords());
            }
            return exitCode(outcome);
        }
    }

    private Child start(Session session, Trust trust) throws Problem, OutputFailed {
        try {
            return new Launcher(session.places().state())
                    .start(Start.of(session, plugin, trust), new Ear(session.log(), plugin.id()));
        } catch (CannotStart e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        }
    }

    /// A plugin that has options is asked what options it understands, if it was not before.
    private void checkOptions(Session session, Trust trust) throws Problem, OutputFailed {
        if (trust.terms().options().fields().isEmpty()) {
            return;
        }
        var descriptions = Descriptions.open(session.places().state());
        var interview = Interview.of(session.places(), session.settings(), session.log());
        for (var refusal : descriptions.describe(
                List.of(plugin), (asked, question) -> interview.ask(Start.of(session, asked, trust), question))) {
            session.log().add(LogLevel.WARN, "jp", refusal);
        }
        switch (OptionsCheck.of(plugin, descriptions, session.settings())) {
            case OptionsCheck.Fine() -> {}
            case OptionsCheck.Wrong(var words) ->
                throw new Problem(words, "`jp plugin show " + plugin.id() + "` says where its options come from.");
            case OptionsCheck.NoSchema(var words) -> session.printer().note("warning: " + words);
        }
    }

    private Init init(Session session, Terms terms) throws Problem, OutputFailed {
        var workspace = session.workspace();
        var settings = session.settings();
        var places = session.places();
        return new Init(
                new Init.Place(workspace.root().toString(), workspace.storage().toString(), workspace.id()),
                new Init.Paths(places.data().toString(), places.config().toString(), ownFolder(session)),
                settings.forPlugin(plugin.id()),
                terms.options(),
                args,
                session.log().shown());
    }

    /// Made by us, with this workspace's name on it: one that the plugin made would be nobody's. Where none can be
    /// made,
    /// it is told of none.
    private static @Nullable String ownFolder(Session session) throws Problem {
        try {
            return session.workspace().userFolder(session.places()).claim().toString();
        } catch (WorkspaceProblem e) {
            session.log().add(LogLevel.WARN, "jp", "no folder of the user's own for this workspace: " + e.getMessage());
            return null;
        }
    }

    private int exitCode(Outcome outcome) throws Problem, OutputFailed {
        return switch (outcome) {
            case Outcome.Left(var code, var reason) -> {
                if (!reason.isEmpty()) {
                    throw new Problem(Escapes.strip(reason), "", code);
                }
                yield code;
            }
            case Outcome.Broke(var fault) -> throw Words.of("jp-" + plugin.id(), fault);
            case Outcome.Interrupted(var code) -> code;
            case Outcome.NoOutput(var failure) -> throw failure;
        };
    }
}
