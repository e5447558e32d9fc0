package dev.outrigger.launch;

import java.lang.invoke.MethodHandles;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/// Spares the JDK a search. At the first start of a process [ProcessBuilder] looks for a logger to tell of it, in every
/// module and through the whole class path: 10 ms of CPU time, a sixth of what `jp` needs to a plugin's first line, and
/// the plugin waits for it. Nobody has set such a logger up, so the field is filled before it looks.
///
/// The field is the JDK's own and open only to who starts Java with `--add-opens java.base/java.lang=ALL-UNNAMED`, as
/// `bin/lib/start.sh` does. Where it is closed, or another JDK has no such field, starts take longer and nothing else.
final class QuietProcessStart implements System.Logger {
    private QuietProcessStart() {}

    static void give() {
        try {
            // Not by reflection's Field, which would make two classes for it: 3 ms.
            MethodHandles.privateLookupIn(ProcessBuilder.class, MethodHandles.lookup())
                    .findStaticVarHandle(ProcessBuilder.class, "LOGGER", System.Logger.class)
                    .set((System.Logger) new QuietProcessStart());
        } catch (NoSuchFieldException | IllegalAccessException | UnsupportedOperationException _) {
            // Then the JDK looks for one.
        }
    }

    @Override
    public String getName() {
        return ProcessBuilder.class.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return false;
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... params) {}
}
