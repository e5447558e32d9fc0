package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.CallRouting;
import dev.outrigger.hosting.finding.CallWords;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.finding.PluginOffer;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import java.util.ArrayList;

/// Finds what serves a call. When nothing is called like its words, a program of any name may claim them: then, and
/// only then, those that may run are asked.
public final class CallSearch {
    private final JpContext context;
    private final PluginFinder finder;

    public CallSearch(JpContext context, PluginFinder finder) {
        this.context = context;
        this.finder = finder;
    }

    public CallRouting route(CallWords call) throws Problem, OutputFailed {
        var routing = finder.route(call);
        return served(routing) || !askedAnyone() ? routing : finder.route(call);
    }

    /// With every candidate, for people who wonder.
    public CallRouting explain(CallWords call) throws Problem, OutputFailed {
        var routing = finder.explain(call);
        return call.served() || served(routing) || !askedAnyone() ? routing : finder.explain(call);
    }

    /// A group that is left with words has nobody for them.
    private static boolean served(CallRouting routing) {
        var chosen = routing.chosen();
        return chosen.isPresent()
                && (!(chosen.get().offer() instanceof PluginOffer.Group)
                        || routing.rest().isEmpty());
    }

    private boolean askedAnyone() throws Problem, OutputFailed {
        var approved = new ArrayList<PluginProgram>();
        for (var plugin : finder.undescribed()) {
            if (PluginStanding.of(context, plugin).approvedNow()) {
                approved.add(plugin);
            }
        }
        if (approved.isEmpty()) {
            return false;
        }
        new UnattendedInterviews(context).describe(approved);
        finder.forget();
        return true;
    }
}
