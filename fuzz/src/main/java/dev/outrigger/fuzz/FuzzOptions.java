package dev.outrigger.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was asked for on the command line.
///
/// @param targets all when empty
record FuzzOptions(
        List<String> targets,
        long inputs,
        long seconds,
        long seed,
        int threads,
        Optional<String> repeat,
        boolean list,
        boolean help) {
    static final String HELP = """
            Usage: bin/fuzz [TARGET…] [--inputs N] [--seconds N] [--seed N] [--threads N]
                   bin/fuzz TARGET --repeat FILE
                   bin/fuzz --list

            Gives damaged inputs, made from seeds in the tree, to what reads foreign bytes, in this process. A reader
            may take them or refuse them in its own words; what it does besides (any other exception, too much time,
            too much memory, a broken promise) is a finding, kept as a file in target/fuzz.

              --inputs N    inputs for each target; 1000000 unless said otherwise
              --seconds N   at most so long for each target
              --seed N      other inputs; the same ones for the same number and threads; 1 unless said otherwise
              --threads N   1 unless said otherwise
              --repeat FILE gives this one input to the target, and shows what it does
              --list        the targets

            Example: an hour for two of them, other inputs than the last time
              bin/fuzz manifest toml --inputs 1000000000 --seconds 3600 --seed 7
            """;

    static FuzzOptions of(String... args) throws Mistake {
        var targets = new ArrayList<String>();
        long inputs = 1_000_000;
        long seconds = Long.MAX_VALUE / 2_000_000_000L;
        long seed = 1;
        int threads = 1;
        Optional<String> repeat = Optional.empty();
        boolean list = false;
        boolean help = false;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--inputs" -> inputs = number(args, ++i, Long.MAX_VALUE);
                case "--seconds" -> seconds = number(args, ++i, seconds);
                case "--seed" -> seed = number(args, ++i, Long.MAX_VALUE);
                case "--threads" -> threads = (int) number(args, ++i, 1_000);
                case "--repeat" -> repeat = Optional.of(value(args, ++i));
                case "--list" -> list = true;
                case "-h", "--help" -> help = true;
                default -> {
                    if (args[i].startsWith("-")) {
                        throw new Mistake("unknown option " + args[i] + ": see bin/fuzz --help");
                    }
                    targets.add(args[i]);
                }
            }
        }
        if (repeat.isPresent() && targets.size() != 1) {
            throw new Mistake("--repeat needs the one target that the input is for");
        }
        return new FuzzOptions(targets, inputs, seconds, seed, threads, repeat, list, help);
    }

    private static String value(String[] args, int at) throws Mistake {
        if (at == args.length) {
            throw new Mistake(args[at - 1] + " needs a value: see bin/fuzz --help");
        }
        return args[at];
    }

    private static long number(String[] args, int at, long most) throws Mistake {
        try {
            long number = Long.parseLong(value(args, at));
            if (number > 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new Mistake(args[at - 1] + " needs a whole number from 1 on, not " + args[at]);
    }

    /// Of whoever called us; one line.
    static final class Mistake extends Exception {
        Mistake(String what) {
            super(what);
        }
    }
}
