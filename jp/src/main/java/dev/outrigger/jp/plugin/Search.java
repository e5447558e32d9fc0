package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Call;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.jp.finding.Offer;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.finding.Routing;
import dev.outrigger.jp.trust.Standing;
import dev.outrigger.terminal.OutputFailed;
import java.util.ArrayList;

/// Finds what serves a call. When nothing is called like its words, a program of any name may claim them: then, and
/// only then, those that may run are asked.
public final class Search {
    private final Session session;
    private final Finder finder;

    public Search(Session session, Finder finder) {
        this.session = session;
        this.finder = finder;
    }

    public Routing route(Call call) throws Problem, OutputFailed {
        var routing = finder.route(call);
        return served(routing) || !askedAnyone() ? routing : finder.route(call);
    }

    /// With every candidate, for people who wonder.
    public Routing explain(Call call) throws Problem, OutputFailed {
        var routing = finder.explain(call);
        return call.served() || served(routing) || !askedAnyone() ? routing : finder.explain(call);
    }

    /// A group that is left with words has nobody for them.
    private static boolean served(Routing routing) {
        var chosen = routing.chosen();
        return chosen.isPresent()
                && (!(chosen.get().offer() instanceof Offer.Group)
                        || routing.rest().isEmpty());
    }

    private boolean askedAnyone() throws Problem, OutputFailed {
        var approved = new ArrayList<Plugin>();
        for (var plugin : finder.undescribed()) {
            if (Standing.of(session, plugin).approvedNow()) {
                approved.add(plugin);
            }
        }
        if (approved.isEmpty()) {
            return false;
        }
        new Asking(session).describe(approved);
        finder.forget();
        return true;
    }
}
