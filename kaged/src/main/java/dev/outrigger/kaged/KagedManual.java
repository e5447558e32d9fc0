package dev.outrigger.kaged;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.terminal.ManPages;
import dev.outrigger.terminal.program.ProgramVersion;
import java.io.IOException;
import java.nio.file.Path;

/// Writes the man pages of kaged into a folder, when it is built. Not a command.
public final class KagedManual {
    private KagedManual() {}

    public static void main(String[] words) throws IOException {
        ManPages.write(Commands.ROOT, ProgramVersion.NUMBER, Path.of(words[0]));
    }
}
