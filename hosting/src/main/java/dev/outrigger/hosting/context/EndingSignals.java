package dev.outrigger.hosting.context;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// The ways a terminal or a system asks jp to end, while somebody listens to them.
public final class EndingSignals implements AutoCloseable {
    private record Before(Signal signal, SignalHandler handler) {}

    private final List<Before> before = new ArrayList<>();

    private EndingSignals() {}

    /// Calls back with the exit code a shell expects: 128 and the signal's number. Until closed.
    public static EndingSignals onEnd(IntConsumer listener) {
        var signals = new EndingSignals();
        for (var name : new String[] {"INT", "TERM", "HUP"}) {
            var signal = new Signal(name);
            var old = Signal.handle(signal, _ -> listener.accept(128 + signal.getNumber()));
            signals.before.add(new Before(signal, old));
        }
        return signals;
    }

    /// Calls back when one of this name comes. Until closed.
    public static EndingSignals on(String name, Runnable listener) {
        var signals = new EndingSignals();
        var signal = new Signal(name);
        signals.before.add(new Before(signal, Signal.handle(signal, _ -> listener.run())));
        return signals;
    }

    @Override
    public void close() {
        for (var each : before) {
            Signal.handle(each.signal, each.handler);
        }
    }
}
