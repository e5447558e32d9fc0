package dev.outrigger.hosting.trust;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Whether a program may change and run all the same: `plugins.command.<id>.dev` names its file. Only its bytes may be
/// others than before; where it lies, and who could have written it, is looked at before every start.
public sealed interface DevelopedPlugin {
    /// Nobody said so.
    record No() implements DevelopedPlugin {}

    /// It is the file that was named, and the user's alone. `file` is what to start: no link leads elsewhere any more.
    record Fit(Path file) implements DevelopedPlugin {}

    /// It was said, and does not hold for what is there now.
    record Unfit(String why) implements DevelopedPlugin {}

    static DevelopedPlugin of(PluginProgram plugin, PluginTerms terms) {
        var named = terms.dev();
        return named.isEmpty() ? new No() : of(plugin.file(), named.get());
    }

    private static DevelopedPlugin of(Path file, String named) {
        Path real;
        try {
            real = OwnProgram.real(file);
        } catch (IOException e) {
            return new Unfit(file + " cannot be found: " + FileErrorWords.of(e));
        }
        if (!real.toString().equals(named)) {
            return new Unfit("it is " + VisibleText.name(real.toString()) + ", and "
                    + (named.isEmpty() ? "no file" : VisibleText.name(named)) + " was named");
        }
        var objection = OwnProgram.objection(real);
        return objection.isPresent() ? new Unfit(objection.get()) : new Fit(real);
    }

    /// Whether a file could be approved so, as it lies there.
    static boolean isPossible(Path file) {
        try {
            return OwnProgram.objection(OwnProgram.real(file)).isEmpty();
        } catch (IOException _) {
            // What cannot be found can be approved in no way.
            return false;
        }
    }

    /// The file to name for it.
    static Path toName(PluginProgram plugin) throws Problem {
        Path real;
        Optional<String> objection;
        try {
            real = OwnProgram.real(plugin.file());
            objection = OwnProgram.objection(real);
        } catch (IOException e) {
            throw new Problem(
                    "jp-" + plugin.id() + " (" + plugin.file() + ") cannot be found: " + FileErrorWords.of(e), "");
        }
        if (objection.isPresent()) {
            throw new Problem(
                    "jp-" + plugin.id() + " cannot be approved for development: " + objection.get(),
                    "Only a file that nobody but you can write may change and run unasked. As it is now: jp plugin"
                            + " approve " + plugin.id());
        }
        return real;
    }
}
