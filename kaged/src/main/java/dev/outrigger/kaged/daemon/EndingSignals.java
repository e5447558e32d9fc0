package dev.outrigger.kaged.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// Tells which signal ends the daemon, until closed. What the signal does stays as it was: the JVM ends, and asks its
/// hooks before. One that was ignored when the daemon started stays ignored.
final class EndingSignals implements AutoCloseable {
    private record Before(Signal signal, SignalHandler handler) {}

    private final List<Before> before = new ArrayList<>();

    private EndingSignals() {}

    static EndingSignals heard(Consumer<String> listener) {
        var signals = new EndingSignals();
        for (var name : new String[] {"TERM", "INT", "HUP"}) {
            var signal = new Signal(name);
            var old = Signal.handle(signal, got -> {
                listener.accept("by SIG" + got.getName());
                // As the JVM's own handler does.
                System.exit(128 + got.getNumber());
            });
            signals.before.add(new Before(signal, old));
            if (old.equals(SignalHandler.SIG_IGN)) {
                Signal.handle(signal, old);
            }
        }
        return signals;
    }

    @Override
    public void close() {
        for (var each : before) {
            Signal.handle(each.signal, each.handler);
        }
    }
}
