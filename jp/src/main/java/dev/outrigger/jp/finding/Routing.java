package dev.outrigger.jp.finding;

import dev.outrigger.jp.finding.Offer.Group;
import dev.outrigger.jp.finding.Offer.Known;
import dev.outrigger.jp.finding.Offer.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which of several ways serves a call: all of them in order, with a fate each.
///
/// @param rest the words that the chosen one is left with; all of them when none is
public record Routing(List<Candidate> candidates, List<String> rest) {
    /// From the one that is taken to the one that would be taken last.
    private static final Comparator<Offer> ORDER = new Order();

    /// The order of the offers says nothing. Those that do not serve these words are left out.
    public static Routing of(Call call, List<Offer> offers) {
        var path = call.path();
        var sorted = new ArrayList<Offer>();
        for (var offer : offers) {
            if (Names.isCommand(offer.command()) && Names.startsWith(path, offer.command())) {
                sorted.add(offer);
            }
        }
        if (sorted.size() > 1) {
            sorted.sort(ORDER);
        }
        var candidates = new ArrayList<Candidate>();
        Offer chosen = null;
        for (var offer : sorted) {
            if (isAnother(offer, candidates)) {
                Fate fate;
                if (call.served() || offer.command().size() <= call.builtIn().size()) {
                    fate = Fate.BUILT_IN;
                } else if (chosen == null) {
                    chosen = offer;
                    fate = chosen(offer);
                } else {
                    fate = behind(chosen, offer);
                }
                candidates.add(new Candidate(offer, fate));
            }
        }
        return new Routing(
                candidates, call.after(chosen == null ? 0 : chosen.command().size()));
    }

    public Optional<Candidate> chosen() {
        for (var candidate : candidates) {
            if (candidate.fate().chosen()) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /// A program that serves the words in two ways stands where the better one puts it.
    private static boolean isAnother(Offer offer, List<Candidate> before) {
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

    private static Fate chosen(Offer offer) {
        return switch (offer) {
            case Program _ -> Fate.CHOSEN;
            case Known _ -> Fate.NOT_INSTALLED;
            case Group _ -> Fate.GROUP;
        };
    }

    private static Fate behind(Offer chosen, Offer offer) {
        if (offer.command().size() < chosen.command().size()) {
            return Fate.LONGER_PATH;
        }
        if (offer instanceof Group) {
            return Fate.REAL_PROGRAM;
        }
        if (offer instanceof Known known && !known.wanted()) {
            return Fate.NOT_WANTED;
        }
        if (source(offer) != source(chosen)) {
            return Fate.EARLIER_SOURCE;
        }
        if (!(offer instanceof Program program) || !(chosen instanceof Program first)) {
            return Fate.EARLIER_ID;
        }
        if (!program.executable()) {
            return Fate.NOT_EXECUTABLE;
        }
        if (program.declared() != first.declared()) {
            return Fate.FILE_NAME;
        }
        return program.place() != first.place() ? Fate.EARLIER_FOLDER : Fate.EARLIER_ID;
    }

    private static int source(Offer offer) {
        return switch (offer) {
            case Program program -> program.plugin().source() == Plugin.Source.INSTALLED ? 0 : 2;
            case Known known -> known.wanted() ? 1 : 3;
            case Group _ -> 4;
        };
    }

    private static String id(Offer offer) {
        return switch (offer) {
            case Program program -> program.plugin().id();
            case Known known -> known.entry().id();
            case Group group -> Names.id(group.command());
        };
    }

    /// Like a shell, it passes over what cannot be executed while PATH has something that can. An installed program
    /// that cannot be executed stays in its place, so that somebody hears of it.
    private static int unfit(Offer offer) {
        return offer instanceof Program program && program.place() > 0 && !program.executable() ? 1 : 0;
    }

    private static int declared(Offer offer) {
        return offer instanceof Program program && program.declared() ? 1 : 0;
    }

    private static int place(Offer offer) {
        return offer instanceof Program program ? program.place() : 0;
    }

    private static final class Order implements Comparator<Offer> {
        @Override
        public int compare(Offer one, Offer other) {
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
