package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.describe.Interview;
import dev.outrigger.hosting.describe.InterviewQuestion;
import dev.outrigger.hosting.describe.InterviewReply;
import dev.outrigger.hosting.describe.Interviewer;
import dev.outrigger.hosting.describe.PluginDescriptions;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.PluginTrust;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import java.util.List;

/// Asks plugins about themselves where nobody waits to be asked for approval: only those that have it are started.
public final class UnattendedInterviews implements Interviewer {
    private final JpContext context;
    private final Interview interview;

    public UnattendedInterviews(JpContext context) throws Problem, OutputFailed {
        this.context = context;
        this.interview = Interview.of(context.places(), context.settings(), context.log());
    }

    /// Only for those that may run without a question; what they say is remembered.
    public void describe(List<PluginProgram> approved) {
        PluginStart.endLeftovers(context);
        var descriptions = PluginDescriptions.open(context.places().state());
        for (var refusal : descriptions.describe(approved, this)) {
            context.log().add(LogLevel.WARN, "jp", refusal);
        }
        for (var trouble : descriptions.troubles()) {
            context.log().add(LogLevel.WARN, "jp", trouble);
        }
    }

    /// All that the plugin says of itself, its help too.
    public void learn(PluginProgram plugin) throws Problem, OutputFailed {
        PluginStart.endLeftovers(context);
        PluginDescriptions.open(context.places().state()).learn(plugin, this);
    }

    @Override
    public InterviewReply ask(PluginProgram plugin, InterviewQuestion question) throws Problem, OutputFailed {
        try (var trust = PluginTrust.ifApproved(context, plugin)
                .orElseThrow(() -> new Problem("jp-" + plugin.id() + " is not approved", ""))) {
            return interview.ask(PluginStart.of(context, plugin, trust), question);
        }
    }
}
