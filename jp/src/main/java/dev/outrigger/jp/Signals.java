package dev.outrigger.jp;

import java.util.function.IntConsumer;
import sun.misc.Signal;

/// The ways a terminal or a system asks jp to end.
public final class Signals {
    private Signals() {}

    /// Calls back with the exit code a shell expects: 128 and the signal's number.
    public static void onEnd(IntConsumer handler) {
        for (var name : new String[] {"INT", "TERM", "HUP"}) {
            var signal = new Signal(name);
            Signal.handle(signal, _ -> handler.accept(128 + signal.getNumber()));
        }
    }
}
