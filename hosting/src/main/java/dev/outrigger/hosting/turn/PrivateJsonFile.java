package dev.outrigger.hosting.turn;

import dev.outrigger.system.FileLock;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A file of the user's own with one JSON object, which nobody else reads, and which is replaced whole.
record PrivateJsonFile(Path path) {
    private static final int LARGEST = 1 << 20;

    interface Edit {
        void edit() throws IOException, MalformedJson;
    }

    /// Nothing when there is no such file.
    Optional<Json.Obj> read() throws IOException, MalformedJson {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.size() > LARGEST) {
                throw new MalformedJson("it is larger than " + LARGEST + " bytes");
            }
            var buffer = ByteBuffer.allocate((int) channel.size());
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until the end.
            }
            if (JsonText.parse(buffer.array(), 0, buffer.position()) instanceof Json.Obj object) {
                return Optional.of(object);
            }
            throw new MalformedJson("it is no object");
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// One at a time, so that nothing is undone by what was read before it. Its folder has to be there.
    void alone(Edit edit) throws IOException, MalformedJson {
        try (var _ = FileLock.awaitOwn(path.resolveSibling(path.getFileName() + ".lock"))) {
            edit.edit();
        }
    }

    void replace(Json.Obj content) throws IOException {
        WholeFile.replace(path, JsonText.bytes(content));
    }

    /// Without waiting for the disk: for what can be asked for again.
    void replaceUnsynced(Json.Obj content) throws IOException {
        WholeFile.replaceUnsynced(path, JsonText.bytes(content));
    }
}
