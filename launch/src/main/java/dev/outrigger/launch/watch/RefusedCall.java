package dev.outrigger.launch.watch;

import java.util.List;

/// A system call that the sandbox refuses, and that is to be seen. The kernel asks about it instead of refusing it
/// by itself, and gets `errno` for an answer: a refusal of its own would come first, and nobody would know.
public record RefusedCall(String name, int number, When when, int errno) {
    /// Arguments are compared by their low 32 bits.
    public sealed interface When {
        record Always() implements When {}

        record WithBits(int argument, int bits) implements When {}

        record With(int argument, List<Integer> values) implements When {
            public With {
                values = List.copyOf(values);
            }
        }

        record Without(int argument, List<Integer> values) implements When {
            public Without {
                values = List.copyOf(values);
            }
        }
    }
}
