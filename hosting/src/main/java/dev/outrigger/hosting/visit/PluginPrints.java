package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToHost.Print;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a plugin prints. A channel or format that nobody knows is the usual one, with a warning in the log.
final class PluginPrints {
    private final String plugin;
    private final Printer printer;
    private final RunLog log;

    PluginPrints(String plugin, Printer printer, RunLog log) {
        this.plugin = plugin;
        this.printer = printer;
        this.log = log;
    }

    /// @param line the number of the plugin's line that says this
    void print(Print print, int line) throws OutputFailed {
        printer.print(
                known(line, "channel", print.channel(), PrintChannel.CONTENT, PrintChannel::of),
                known(line, "format", print.format(), PrintFormat.PLAIN, PrintFormat::of),
                print.language() == null ? "" : print.language(),
                print.text());
    }

    private <T> T known(int line, String field, @Nullable String word, T usual, Function<String, Optional<T>> of) {
        if (word == null) {
            return usual;
        }
        return of.apply(word).orElseGet(() -> {
            log.add(LogLevel.WARN, plugin, "line " + line + " prints with an unknown " + field + ", `" + word + "`");
            return usual;
        });
    }
}
