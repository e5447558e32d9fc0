package dev.outrigger.jp.front;

import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.event.Event;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a request is made of besides its words: files, and what is piped in. All of it is text, and none without end.
public final class RequestInputs {
    private static final int LARGEST = 1 << 20;
    private static final int MOST_FILES = 64;
    private static final int USAGE = 2;

    private final Path folder;

    public RequestInputs(Path folder) {
        this.folder = folder;
    }

    /// Files that go with a request, named as the user named them.
    public List<Event.Attachment> attachments(List<String> names) throws Problem {
        if (names.size() > MOST_FILES) {
            throw new Problem("more than " + MOST_FILES + " files are attached", "", USAGE);
        }
        var attachments = new ArrayList<Event.Attachment>();
        for (var name : names) {
            attachments.add(new Event.Attachment(name, file(name)));
        }
        return attachments;
    }

    public String file(String name) throws Problem {
        var path = folder.resolve(name);
        if (Files.isDirectory(path)) {
            throw new Problem(name + " is a folder", "Attach its files one by one: -a FILE -a FILE", USAGE);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new Problem(name + " is no ordinary file", "Pipe its content in instead.", USAGE);
        }
        try (var in = Files.newInputStream(path)) {
            return text(in, name);
        } catch (NoSuchFileException _) {
            throw new Problem("there is no file " + name, "", USAGE);
        } catch (IOException e) {
            throw new Problem(name + " cannot be read: " + e.getMessage(), "", USAGE);
        }
    }

    /// What comes from standard input, up to its end; nothing when that is nothing.
    public static Optional<String> stdin() throws Problem {
        // Not closed: it is not ours alone.
        var in = new FileInputStream(FileDescriptor.in);
        try {
            var text = text(in, "standard input");
            return text.isBlank() ? Optional.empty() : Optional.of(text);
        } catch (IOException _) {
            // closed by whoever started us
            return Optional.empty();
        }
    }

    private static String text(InputStream in, String what) throws IOException, Problem {
        var bytes = in.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new Problem(what + " is larger than 1 MiB", "Give the model the part that matters.", USAGE);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new Problem(what + " is no UTF-8 text", "Only text can be sent to a model here.", USAGE);
        }
    }
}
