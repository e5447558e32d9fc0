package dev.outrigger.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// What inputs are made from: the seeds, and each input that had an outcome which none before it had.
final class Corpus {
    private static final int MOST_LEARNT = 2_000;
    private static final int LONGEST_LEARNT = 8 << 10;
    private static final int LONGEST_OUTCOME = 60;

    private final List<byte[]> seeds;
    private final List<byte[]> learnt = new ArrayList<>();
    private final Set<String> outcomes = new HashSet<>();
    private final RandomGenerator random;

    Corpus(List<byte[]> seeds, RandomGenerator random) {
        this.seeds = seeds.isEmpty() ? List.of(new byte[0]) : seeds;
        this.random = random;
    }

    byte[] any() {
        var from = learnt.isEmpty() || random.nextBoolean() ? seeds : learnt;
        return from.get(random.nextInt(from.size()));
    }

    void learn(byte[] input, String outcome) {
        if (input.length <= LONGEST_LEARNT && learnt.size() < MOST_LEARNT && outcomes.add(kind(outcome))) {
            learnt.add(input);
        }
    }

    /// Without numbers, and without what is quoted from the input.
    private static String kind(String outcome) {
        var kind = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < outcome.length() && kind.length() < LONGEST_OUTCOME; i++) {
            char c = outcome.charAt(i);
            quoted ^= c == '"' || c == '`';
            if (!quoted && (c < '0' || c > '9')) {
                kind.append(c);
            }
        }
        return kind.toString();
    }
}
