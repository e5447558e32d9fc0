package dev.outrigger.hosting.web;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Brings what a URL names, from the web or from this machine. The web is a class of its own, loaded at the first URL
/// that needs it.
public final class UrlFetch implements AutoCloseable {
    /// Where the bytes go. What fails here is our disk, not their server.
    public interface Sink {
        void take(ByteBuffer bytes) throws IOException;
    }

    /// What came.
    ///
    /// @param unchanged that it is still what the etag stood for; nothing came then
    /// @param etag "" when there was none
    public record Answer(boolean unchanged, String etag) {}

    private final JpContext context;
    private @Nullable HttpsDownload web;

    public UrlFetch(JpContext context) {
        this.context = context;
    }

    /// All of it, or a problem.
    ///
    /// @param what for people: a plugin's name, or "the registry"
    /// @param most bytes; more of them are a problem, whatever was said before
    /// @param etag of what we have; "" for nothing
    public Answer get(String url, String what, long most, String etag, Sink sink) throws Problem, OutputFailed {
        var bad = UrlRules.badUrl(url, true);
        if (!bad.isEmpty()) {
            throw new Problem("cannot fetch " + what + ": its URL " + bad + ": " + UrlRules.shown(url), "");
        }
        try (var progress = new DownloadProgress(context.printer(), what, url)) {
            if (UrlRules.isLocal(url)) {
                local(url, what, new Counted(sink, what, url, most, progress));
                return new Answer(false, "");
            }
            return web().get(url, what, etag, new Counted(sink, what, url, most, progress));
        }
    }

    private HttpsDownload web() throws Problem, OutputFailed {
        var now = web;
        if (now == null) {
            now = new HttpsDownload(context.environment(), context.folder(), context.settings());
            web = now;
        }
        return now;
    }

    private static void local(String url, String what, Counted counted) throws Problem, OutputFailed {
        try {
            var file = Path.of(URI.create(url));
            if (!Files.isRegularFile(file)) {
                throw new Problem("cannot fetch " + what + ": " + file + " is no ordinary file", "");
            }
            try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
                counted.expect(channel.size());
                var buffer = ByteBuffer.allocate(64 << 10);
                while (channel.read(buffer) >= 0) {
                    counted.take(buffer.flip());
                    buffer.clear();
                }
            }
        } catch (IllegalArgumentException e) {
            throw new Problem("cannot fetch " + what + ": " + url + " is no URL of a file: " + e.getMessage(), "");
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot fetch " + what + " from " + url + ": " + FileErrorWords.of(e), "");
        }
    }

    @Override
    public void close() {
        if (web != null) {
            web.close();
        }
    }

    /// Counts what passes, and ends it when it is too much.
    static final class Counted {
        private final Sink sink;
        private final String what;
        private final String url;
        private final long most;
        private final DownloadProgress progress;
        private long count;

        private Counted(Sink sink, String what, String url, long most, DownloadProgress progress) {
            this.sink = sink;
            this.what = what;
            this.url = url;
            this.most = most;
            this.progress = progress;
        }

        long count() {
            return count;
        }

        void expect(long total) throws Problem {
            if (total > most) {
                throw tooLarge();
            }
            progress.total(total);
        }

        void take(ByteBuffer bytes) throws Problem, OutputFailed {
            count += bytes.remaining();
            if (count > most) {
                throw tooLarge();
            }
            try {
                while (bytes.hasRemaining()) {
                    sink.take(bytes);
                }
            } catch (IOException e) {
                throw new Problem("cannot keep " + what + ": " + FileErrorWords.of(e), "");
            }
            progress.at(count);
        }

        private Problem tooLarge() {
            return new Problem(
                    what + " is refused: " + url + " sends more than " + DownloadProgress.size(most),
                    "Nothing was changed.");
        }
    }
}
