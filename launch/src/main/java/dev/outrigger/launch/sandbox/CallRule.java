package dev.outrigger.launch.sandbox;

import java.util.List;

/// What happens to a system call; those without a rule are allowed. Arguments are compared by their low 32 bits, which
/// is all that the kernel itself looks at in the calls that have such rules.
sealed interface CallRule {
    SystemCall call();

    Errno answer();

    /// One clause for people.
    String words();

    /// What a refused call returns. `ENOSYS` makes a program take the older way it has for older kernels.
    enum Errno {
        EPERM(1),
        ENOSYS(38),
        EAFNOSUPPORT(97);

        final int number;

        Errno(int number) {
            this.number = number;
        }
    }

    record Never(SystemCall call, Errno answer) implements CallRule {
        @Override
        public String words() {
            return name(call) + " → " + answer;
        }
    }

    /// Refused when an argument is one of these.
    record NotWith(SystemCall call, int argument, List<Integer> values, Errno answer) implements CallRule {
        @Override
        public String words() {
            return name(call) + " with " + hex(values) + " → " + answer;
        }
    }

    /// Refused unless an argument is one of these.
    record OnlyWith(SystemCall call, int argument, List<Integer> values, Errno answer) implements CallRule {
        @Override
        public String words() {
            return name(call) + " but with " + hex(values) + " → " + answer;
        }
    }

    /// Refused when an argument has one of these bits.
    record NotWithBits(SystemCall call, int argument, int bits, Errno answer) implements CallRule {
        @Override
        public String words() {
            return name(call) + " with a bit of 0x" + Integer.toHexString(bits) + " → " + answer;
        }
    }

    /// Refused when an argument has one of these bits, and a second one counts for it: has one of its own.
    record NotWithBitsWhen(SystemCall call, int when, int whenBits, int argument, int bits, Errno answer)
            implements CallRule {
        @Override
        public String words() {
            return name(call) + " with a bit of 0x" + Integer.toHexString(bits) + " → " + answer;
        }
    }

    private static String name(SystemCall call) {
        return call.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String hex(List<Integer> values) {
        return String.join(
                ", ", values.stream().map(v -> "0x" + Integer.toHexString(v)).toList());
    }
}
