package dev.outrigger.hosting.finding;

import dev.outrigger.hosting.finding.PluginOffer.Group;
import dev.outrigger.hosting.finding.PluginOffer.Known;
import dev.outrigger.hosting.finding.PluginOffer.Program;
import dev.outrigger.hosting.program.CommandNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which of several ways serves a call: all of them in order, with a fate each.
///
/// @param rest the words that the chosen one is left with; all of them when none is
public record CallRouting(List<PluginCandidate> candidates, List<String> rest) {
    /// From the one that is taken to the one that would be taken last.
    private static final Comparator<PluginOffer> ORDER = new Order();

    /// The order of the offers says nothing. Those that do not serve these words are left out.
    public static CallRouting of(CallWords call, List<PluginOffer> offers) {
        var path = call.path();
        var sorted = new ArrayList<PluginOffer>();
        for (var offer : offers) {
            if (CommandNames.isCommand(offer.command()) && CommandNames.startsWith(path, offer.command())) {
                sorted.add(offer);
            }
        }
        if (sorted.size() > 1) {
            sorted.sort(ORDER);
        }
        var candidates = new ArrayList<PluginCandidate>();
        PluginOffer chosen = null;
        for (var offer : sorted) {
            if (isAnother(offer, candidates)) {
                CandidateFate fate;
                if (call.served() || offer.command().size() <= call.builtIn().size()) {
                    fate = CandidateFate.BUILT_IN;
                } else if (chosen == null) {
                    chosen = offer;
                    fate = chosen(offer);
                } else {
                    fate = behind(chosen, offer);
                }
                candidates.add(new PluginCandidate(offer, fate));
            }
        }
        return new CallRouting(
                candidates, call.after(chosen == null ? 0 : chosen.command().size()));
    }

    public Optional<PluginCandidate> chosen() {
        for (var candidate : candidates) {
            if (candidate.fate().chosen()) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /// A program that serves the words in two ways stands where the better one puts it.
    private static boolean isAnother(PluginOffer offer, List<PluginCandidate> before) {
        if (offer instanceof Program program) {
            for (var candidate : before) {
                if (candidate.offer() instanceof Program other
                        && other.plugin().file().equals(program.plugin().file())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static CandidateFate chosen(PluginOffer offer) {
        return switch (offer) {
            case Program _ -> CandidateFate.CHOSEN;
            case Known _ -> CandidateFate.NOT_INSTALLED;
            case Group _ -> CandidateFate.GROUP;
        };
    }

    private static CandidateFate behind(PluginOffer chosen, PluginOffer offer) {
        if (offer.command().size() < chosen.command().size()) {
            return CandidateFate.LONGER_PATH;
        }
        if (offer instanceof Group) {
            return CandidateFate.REAL_PROGRAM;
        }
        if (offer instanceof Known known && !known.wanted()) {
            return CandidateFate.NOT_WANTED;
        }
        if (source(offer) != source(chosen)) {
            return CandidateFate.EARLIER_SOURCE;
        }
        if (!(offer instanceof Program program) || !(chosen instanceof Program first)) {
            return CandidateFate.EARLIER_ID;
        }
        if (!program.executable()) {
            return CandidateFate.NOT_EXECUTABLE;
        }
        if (program.declared() != first.declared()) {
            return CandidateFate.FILE_NAME;
        }
        return program.place() != first.place() ? CandidateFate.EARLIER_FOLDER : CandidateFate.EARLIER_ID;
    }

    private static int source(PluginOffer offer) {
        return switch (offer) {
            case Program program ->
                switch (program.plugin().source()) {
                    case SHIPPED -> -1;
                    case INSTALLED -> 0;
                    case PATH -> 2;
                };
            case Known known -> known.wanted() ? 1 : 3;
            case Group _ -> 4;
        };
    }

    private static String id(PluginOffer offer) {
        return switch (offer) {
            case Program program -> program.plugin().id();
            case Known known -> known.entry().id();
            case Group group -> CommandNames.id(group.command());
        };
    }

    /// Like a shell, it passes over what cannot be executed while PATH has something that can. An installed program
    /// that cannot be executed stays in its place, so that somebody hears of it.
    private static int unfit(PluginOffer offer) {
        return offer instanceof Program program && program.place() > 0 && !program.executable() ? 1 : 0;
    }

    private static int declared(PluginOffer offer) {
        return offer instanceof Program program && program.declared() ? 1 : 0;
    }

    private static int place(PluginOffer offer) {
        return offer instanceof Program program ? program.place() : 0;
    }

    private static final class Order implements Comparator<PluginOffer> {
        @Override
        public int compare(PluginOffer one, PluginOffer other) {
            int order = other.command().size() - one.command().size();
            if (order == 0) {
                order = source(one) - source(other);
            }
            if (order == 0) {
                order = unfit(one) - unfit(other);
            }
            if (order == 0) {
                order = declared(one) - declared(other);
            }
            if (order == 0) {
                order = place(one) - place(other);
            }
            return order == 0 ? id(one).compareTo(id(other)) : order;
        }
    }
}
