package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.describe.Descriptions;
import dev.outrigger.jp.describe.Interview;
import dev.outrigger.jp.describe.Interviewer;
import dev.outrigger.jp.describe.Question;
import dev.outrigger.jp.describe.Reply;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.trust.Trust;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.command.LogLevel;
import java.util.List;

/// Asks plugins about themselves where nobody waits to be asked for approval: only those that have it are started.
public final class Asking implements Interviewer {
    private final Session session;
    private final Interview interview;

    public Asking(Session session) throws Problem, OutputFailed {
        this.session = session;
        this.interview = Interview.of(session.places(), session.settings(), session.log());
    }

    /// Only for those that may run without a question; what they say is remembered.
    public void describe(List<Plugin> approved) {
        Start.endLeftovers(session);
        var descriptions = Descriptions.open(session.places().state());
        for (var refusal : descriptions.describe(approved, this)) {
            session.log().add(LogLevel.WARN, "jp", refusal);
        }
        for (var trouble : descriptions.troubles()) {
            session.log().add(LogLevel.WARN, "jp", trouble);
        }
    }

    /// All that the plugin says of itself, its help too.
    public void learn(Plugin plugin) throws Problem, OutputFailed {
        Start.endLeftovers(session);
        Descriptions.open(session.places().state()).learn(plugin, this);
    }

    @Override
    public Reply ask(Plugin plugin, Question question) throws Problem, OutputFailed {
        try (var trust = Trust.ifApproved(session, plugin)
                .orElseThrow(() -> new Problem("jp-" + plugin.id() + " is not approved", ""))) {
            return interview.ask(Start.of(session, plugin, trust), question);
        }
    }
}
