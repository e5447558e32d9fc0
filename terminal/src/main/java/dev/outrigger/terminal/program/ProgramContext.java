package dev.outrigger.terminal.program;

import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Pager;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.Map;

/// What any command works with; each program adds what its own ones need.
public abstract class ProgramContext {
    private final Map<String, String> environment;
    private final Path folder;
    private final ArgumentValues values;
    private final Printer printer;
    private final StreamLook look;
    private boolean done;

    protected ProgramContext(
            Map<String, String> environment, Path folder, ArgumentValues values, Printer printer, StreamLook look) {
        this.environment = environment;
        this.folder = folder;
        this.values = values;
        this.printer = printer;
        this.look = look;
    }

    public final Map<String, String> environment() {
        return environment;
    }

    /// Where the user stands.
    public final Path folder() {
        return folder;
    }

    public final ArgumentValues values() {
        return values;
    }

    public final Printer printer() {
        return printer;
    }

    /// How results look on stdout.
    public final StreamLook look() {
        return look;
    }

    public final boolean json() {
        return printer.mode() == Printer.Mode.JSON;
    }

    /// What was asked for is done; if anything goes wrong now, only the words about it are lost.
    public final void done() {
        done = true;
    }

    public final boolean isDone() {
        return done;
    }

    /// A result, for people or for programs. It may hold a stranger's text, so the printer looks at it first, and
    /// breaks its lines between words where a terminal shows them.
    public final void show(String text, Json json) throws OutputFailed {
        if (json()) {
            printer.result(json);
        } else {
            printer.content(text);
        }
    }

    /// A result that is for a program even where a terminal shows it: no line of it is broken.
    public final void showExactly(String text, Json json) throws OutputFailed {
        if (json()) {
            printer.result(json);
        } else {
            printer.print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", text);
        }
    }

    /// A result that may be longer than the screen.
    public final void page(String text, Json json) throws OutputFailed {
        if (json()) {
            printer.result(json);
        } else {
            Pager.show(text, look, pagerEnvironment(), printer);
        }
    }

    /// In which the user's pager is looked for.
    protected Map<String, String> pagerEnvironment() {
        return environment;
    }
}
