package dev.outrigger.system;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// The ways a terminal or a system asks a program to end, while somebody listens to them. Until closed.
public final class EndingSignals implements AutoCloseable {
    private record Before(Signal signal, SignalHandler handler) {}

    private final List<Before> before = new ArrayList<>();

    private EndingSignals() {}

    /// Calls back with the exit code a shell expects: 128 and the signal's number.
    public static EndingSignals onEnd(IntConsumer listener) {
        var signals = new EndingSignals();
        for (var name : new String[] {"INT", "TERM", "HUP"}) {
            signals.listen(name, signal -> listener.accept(exitCode(signal)));
        }
        return signals;
    }

    /// Calls back with the name of the signal, and ends the JVM with that exit code, as its own handler does. A signal
    /// that was ignored when the program started stays ignored.
    public static EndingSignals beforeEnd(Consumer<String> listener) {
        var signals = new EndingSignals();
        for (var name : new String[] {"TERM", "INT", "HUP"}) {
            var old = signals.listen(name, signal -> {
                listener.accept("SIG" + signal.getName());
                System.exit(exitCode(signal));
            });
            if (old.equals(SignalHandler.SIG_IGN)) {
                Signal.handle(new Signal(name), old);
            }
        }
        return signals;
    }

    /// Calls back when one of this name comes.
    public static EndingSignals on(String name, Runnable listener) {
        var signals = new EndingSignals();
        signals.listen(name, _ -> listener.run());
        return signals;
    }

    private SignalHandler listen(String name, SignalHandler handler) {
        var signal = new Signal(name);
        var old = Signal.handle(signal, handler);
        before.add(new Before(signal, old));
        return old;
    }

    private static int exitCode(Signal signal) {
        return 128 + signal.getNumber();
    }

    @Override
    public void close() {
        for (var each : before) {
            Signal.handle(each.signal, each.handler);
        }
    }
}
