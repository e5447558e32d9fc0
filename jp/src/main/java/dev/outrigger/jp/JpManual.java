package dev.outrigger.jp;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.ManPages;
import dev.outrigger.terminal.program.ProgramVersion;
import java.io.IOException;
import java.nio.file.Path;

/// Writes the man pages of jp into a folder, when it is built. Not a command.
final class JpManual {
    private JpManual() {}

    public static void main(String[] words) throws IOException {
        ManPages.write(Commands.ROOT, ProgramVersion.NUMBER, Path.of(words[0]));
    }
}
