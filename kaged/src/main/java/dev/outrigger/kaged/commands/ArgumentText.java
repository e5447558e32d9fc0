package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.store.OrdinaryFile;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.program.Problem;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A text that was given on the command line, or where to find it: `@FILE`, or `-` for stdin. `where` is its name in
/// messages.
record ArgumentText(String where, String text) {
    static ArgumentText of(KagedContext context, String name, String word, int most) throws Problem {
        if (word.equals("-")) {
            return read("stdin", new FileInputStream(FileDescriptor.in), most);
        }
        return word.startsWith("@")
                ? file(context, word.substring(1), most)
                : read(name, new ByteArrayInputStream(word.getBytes(StandardCharsets.UTF_8)), most);
    }

    /// All of it or nothing: what is left out might be what matters.
    static ArgumentText file(KagedContext context, String name, int most) throws Problem {
        var path = context.folder().resolve(Path.of(name));
        try (var in = Files.newInputStream(path)) {
            return read(name, in, most);
        } catch (IOException e) {
            throw new Problem("cannot read " + name + ": " + FileErrorWords.of(e), "");
        }
    }

    /// As [#file], and never waits: what is no file, such as a pipe or a device, is refused.
    static ArgumentText ordinaryFile(KagedContext context, String name, int most) throws Problem {
        try (var in = OrdinaryFile.open(context.folder().resolve(Path.of(name)))) {
            return read(name, in, most);
        } catch (IOException e) {
            throw new Problem("cannot read " + name + ": " + FileErrorWords.of(e), "");
        }
    }

    private static ArgumentText read(String where, InputStream in, int most) throws Problem {
        try {
            var bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new Problem(where + " is longer than " + (most >> 20) + " MiB", "");
            }
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return new ArgumentText(where, text.toString());
        } catch (IOException e) {
            throw new Problem("cannot read " + where + ": " + FileErrorWords.of(e), "");
        }
    }
}
