package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.describe.Interview;
import dev.outrigger.hosting.describe.InterviewQuestion;
import dev.outrigger.hosting.describe.InterviewReply;
import dev.outrigger.hosting.describe.Interviewer;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.PluginTrust;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import org.jspecify.annotations.Nullable;

/// Asks the one plugin whose help the user wants. To ask is to start it, so that approval is asked for like before a
/// run; once, however many questions there are, and not at all when the answers are known.
public final class RequestedInterview implements Interviewer, AutoCloseable {
    private final JpContext context;
    private final Interview interview;
    private @Nullable PluginTrust trust;

    public RequestedInterview(JpContext context) throws Problem, OutputFailed {
        this.context = context;
        this.interview = Interview.of(context.places(), context.settings(), context.log());
    }

    @Override
    public InterviewReply ask(PluginProgram plugin, InterviewQuestion question) throws Problem, OutputFailed {
        if (trust == null) {
            trust = PluginTrust.require(context, plugin);
            PluginStart.endLeftovers(context);
        }
        return interview.ask(PluginStart.of(context, plugin, trust), question);
    }

    @Override
    public void close() {
        if (trust != null) {
            trust.close();
        }
    }
}
