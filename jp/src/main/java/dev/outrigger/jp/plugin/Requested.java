package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.describe.Interview;
import dev.outrigger.jp.describe.Interviewer;
import dev.outrigger.jp.describe.Question;
import dev.outrigger.jp.describe.Reply;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.trust.Trust;
import dev.outrigger.terminal.OutputFailed;
import org.jspecify.annotations.Nullable;

/// Asks the one plugin whose help the user wants. To ask is to start it, so that approval is asked for like before a
/// run; once, however many questions there are, and not at all when the answers are known.
final class Requested implements Interviewer, AutoCloseable {
    private final Session session;
    private final Interview interview;
    private @Nullable Trust trust;

    Requested(Session session) throws Problem, OutputFailed {
        this.session = session;
        this.interview = Interview.of(session.places(), session.settings(), session.log());
    }

    @Override
    public Reply ask(Plugin plugin, Question question) throws Problem, OutputFailed {
        if (trust == null) {
            trust = Trust.require(session, plugin);
            Start.endLeftovers(session);
        }
        return interview.ask(Start.of(session, plugin, trust), question);
    }

    @Override
    public void close() {
        if (trust != null) {
            trust.close();
        }
    }
}
