package dev.outrigger.fuzz.base;

import java.io.IOException;
import java.util.List;

/// One reader of foreign bytes, and what is right for it to do with any of them.
public interface Target {
    /// As it is called on the command line.
    String name();

    /// Inputs that the reader takes, or nearly.
    default List<byte[]> seeds(Seeds tree) throws IOException {
        return tree.own(name());
    }

    /// Words that mean something to the reader, to be put where they do not belong.
    default List<String> words() {
        return List.of();
    }

    /// Gives the bytes to the reader. What the reader documents as its answer to bad input is caught here; whatever is
    /// thrown from here is a finding, a [Broken] as well as any other exception or error.
    ///
    /// Returns what became of the input, in few words: inputs with an outcome that was not seen before are worth
    /// changing further.
    String read(byte[] input) throws Exception;

    /// No input is made longer. The reader's own limit, where that is smaller than what is worth the time.
    default int longest() {
        return 64 << 10;
    }

    /// What one input may take, in milliseconds of the processor, twice in a row.
    default int slowestMillis() {
        return 200;
    }

    /// What the reader may allocate for an input of this length, in bytes.
    default long mostAllocated(int length) {
        return (4L << 20) + 1_000L * length;
    }

    /// A promise of the reader that an input has broken.
    final class Broken extends RuntimeException {
        public Broken(String promise) {
            super(promise);
        }
    }
}
