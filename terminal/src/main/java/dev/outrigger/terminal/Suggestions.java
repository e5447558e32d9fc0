package dev.outrigger.terminal;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Did you mean …?
public final class Suggestions {
    private static final int FARTHEST = 3;
    private static final int LONGEST = 64;

    private Suggestions() {}

    /// The candidate with the fewest slips of the finger (a letter too many, missing, wrong, or two swapped) away from
    /// the word, else one that the word begins; nothing when all are too far.
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        var typed = word.toLowerCase(Locale.ROOT);
        var nearest = Optional.<String>empty();
        int least = Math.min(FARTHEST, Math.max(1, (bare(typed) + 1) / 3)) + 1;
        for (var candidate : candidates) {
            int distance = distance(typed, candidate.toLowerCase(Locale.ROOT), least);
            if (distance < least) {
                least = distance;
                nearest = Optional.of(candidate);
            }
        }
        return nearest.isPresent() ? nearest : begunBy(typed, candidates);
    }

    static String didYouMean(String candidate) {
        return "did you mean '" + candidate + "'?";
    }

    /// Dashes in front say nothing about how close two options are.
    private static int bare(String word) {
        int dashes = 0;
        while (dashes < word.length() && word.charAt(dashes) == '-') {
            dashes++;
        }
        return word.length() - dashes;
    }

    private static Optional<String> begunBy(String word, Collection<String> candidates) {
        if (bare(word) < 2) {
            return Optional.empty();
        }
        var shortest = Optional.<String>empty();
        for (var candidate : candidates) {
            if (candidate.toLowerCase(Locale.ROOT).startsWith(word)
                    && (shortest.isEmpty()
                            || candidate.length() < shortest.get().length())) {
                shortest = Optional.of(candidate);
            }
        }
        return shortest;
    }

    /// Damerau-Levenshtein in its restricted form; `limit` when it is that or more.
    private static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) >= limit) {
            return limit;
        }
        var before = new int[b.length() + 1];
        var last = new int[b.length() + 1];
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            int best = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int cost = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost = Math.min(cost, before[j - 2] + 1);
                }
                row[j] = cost;
                best = Math.min(best, cost);
            }
            if (best >= limit) {
                return limit;
            }
            var spare = before;
            before = last;
            last = row;
            row = spare;
        }
        return Math.min(last[b.length()], limit);
    }
}
