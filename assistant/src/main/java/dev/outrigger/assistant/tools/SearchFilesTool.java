package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Lines that hold a text, or fit a regular expression.
final class SearchFilesTool extends BuiltinTool {
    private static final int MOST_HITS = 200;
    private static final int LONGEST_LINE = 300;
    private static final int LONGEST_PATTERN = 1000;
    private static final long LARGEST_FILE = 4L << 20;
    private static final long MOST_BYTES = 512L << 20;
    private static final int BINARY_HEAD = 8192;

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "search_files",
            "Searches the text files of the workspace, line by line, and answers with path:line: text.",
            schema(
                    Json.object()
                            .put("pattern", property("string", "The text to find, or a regular expression."))
                            .put("regex", property("boolean", "Whether pattern is a regular expression (Java's)."))
                            .put("ignore_case", property("boolean", "Large and small letters are the same."))
                            .put("path", property("string", "The folder or file to search. Absent: the root."))
                            .put("glob", property("string", "Only files of such names, such as *.java or src/**/*.md."))
                            .put("all", property("boolean", "Also what is hidden, and what git ignores."))
                            .build(),
                    "pattern"));

    private final Duration limit;

    SearchFilesTool(ToolFolder ground, Duration limit) {
        super(ground, DEFINITION, Consent.UNATTENDED);
        this.limit = limit;
    }

    @Override
    ToolResult act(FieldReader arguments, ToolRun run) throws ToolRefused, IOException, FieldReader.Mistake {
        var glob = arguments.textOrEmpty("glob");
        var hunt = new Hunt(pattern(arguments), glob, limit, run.cancellation());
        var rounds = new FolderWalk(hunt, arguments.truth("all"), Integer.MAX_VALUE, run.cancellation());
        try (var place = ground.find(path(arguments))) {
            var shown = ToolFolder.shown(place.path());
            switch (place.kind()) {
                case FOLDER -> rounds.through(place);
                case FILE -> {
                    consentToSecrets(place, run);
                    var folder = place.way().getLast();
                    var name = Path.of(place.name());
                    hunt.search(folder, name, place.path(), ToolFolder.attributes(folder, name));
                }
                case SPECIAL -> throw new ToolRefused(shown + " is a pipe, a socket or a device, and not searched");
                case ABSENT -> throw new ToolRefused(shown + " does not exist");
            }
        }
        return ToolResult.of(hunt.told(rounds));
    }

    private static Pattern pattern(FieldReader arguments) throws ToolRefused, FieldReader.Mistake {
        var text = arguments.text("pattern");
        if (text.isEmpty() || text.length() > LONGEST_PATTERN) {
            throw new ToolRefused("pattern must have 1 to " + LONGEST_PATTERN + " characters");
        }
        int flags = (arguments.truth("ignore_case") ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0)
                | (arguments.truth("regex") ? 0 : Pattern.LITERAL);
        try {
            return Pattern.compile(text, flags);
        } catch (PatternSyntaxException e) {
            throw new ToolRefused("pattern is no regular expression: " + PlainWords.line(e.getDescription()));
        } catch (StackOverflowError _) {
            throw new ToolRefused("pattern is nested too deeply");
        }
    }

    private static final class Hunt implements FolderWalk.Visitor {
        private final Pattern pattern;
        private final @Nullable GlobPattern glob;
        private final boolean globOfPath;
        private final Duration patience;
        private final TimedText.Limit limit;
        private final StringBuilder hits = new StringBuilder();
        private int count;
        private long bytes;
        private int files;
        private int large;
        private int secret;
        private int unreadable;
        private String end = "";

        Hunt(Pattern pattern, String glob, Duration patience, Cancellation cancellation) {
            this.pattern = pattern;
            this.glob = glob.isEmpty() ? null : GlobPattern.of(glob);
            this.globOfPath = glob.indexOf('/') >= 0;
            this.patience = patience;
            this.limit = new TimedText.Limit(patience.toNanos(), cancellation);
        }

        @Override
        public boolean visit(FolderWalk.Entry entry) {
            if (!entry.attributes().isRegularFile()
                    || (glob != null && !glob.matches(globOfPath ? entry.path() : String.valueOf(entry.name())))) {
                return true;
            }
            if (SecretFileNames.likely(entry.path())) {
                secret++;
                return true;
            }
            try {
                return search(entry.folder(), entry.name(), entry.path(), entry.attributes());
            } catch (IOException | ToolRefused _) {
                // Counted, and told at the end.
                unreadable++;
                return true;
            }
        }

        /// Whether there may be more.
        boolean search(SecureDirectoryStream<Path> folder, Path name, String path, BasicFileAttributes seen)
                throws ToolRefused, IOException {
            if (seen.size() > LARGEST_FILE) {
                large++;
                return true;
            }
            var content = content(folder, name, seen);
            bytes += content.length;
            files++;
            if (binary(content)) {
                return true;
            }
            try {
                lines(path, FileExcerpts.decoded(content, content.length).text());
            } catch (TimedText.Passed _) {
                end = "stopped after " + patience.toMillis() + " ms, in " + PlainWords.line(path);
            } catch (StackOverflowError _) {
                end = "the expression goes too deep for a line in " + PlainWords.line(path);
            }
            if (end.isEmpty() && limit.passed()) {
                end = "stopped after " + patience.toMillis() + " ms";
            } else if (end.isEmpty() && bytes > MOST_BYTES) {
                end = "stopped after " + (MOST_BYTES >> 20) + " MiB";
            }
            return end.isEmpty();
        }

        private static byte[] content(SecureDirectoryStream<Path> folder, Path name, BasicFileAttributes seen)
                throws ToolRefused, IOException {
            try (var channel = PlaceInFolder.read(folder, name, seen)) {
                var buffer = ByteBuffer.allocate((int) seen.size());
                while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                    // Until the end, or as much as there was.
                }
                var content = new byte[buffer.position()];
                buffer.flip().get(content);
                return content;
            }
        }

        private static boolean binary(byte[] content) {
            for (int i = 0; i < Math.min(content.length, BINARY_HEAD); i++) {
                if (content[i] == 0) {
                    return true;
                }
            }
            return false;
        }

        private void lines(String path, String text) {
            int number = 0;
            for (int from = 0; from < text.length() && end.isEmpty(); ) {
                number++;
                int newline = text.indexOf('\n', from);
                int to = newline < 0 ? text.length() : newline;
                var line = text.substring(from, to > from && text.charAt(to - 1) == '\r' ? to - 1 : to);
                var matcher = pattern.matcher(new TimedText(line, limit));
                if (matcher.find()) {
                    hit(path, number, line, matcher.start());
                }
                from = to + 1;
            }
        }

        private void hit(String path, int number, String line, int at) {
            if (++count > MOST_HITS) {
                end = "cut: these are the first " + MOST_HITS + " hits; search a folder below, or for more";
                return;
            }
            // The hit itself is to be seen, also far out in a long line.
            int from = at < LONGEST_LINE / 2 ? 0 : at - LONGEST_LINE / 4;
            int to = Math.min(line.length(), from + LONGEST_LINE);
            hits.append(PlainWords.line(path)).append(':').append(number).append(": ");
            hits.append(from > 0 ? "…" : "")
                    .append(line, from, to)
                    .append(to < line.length() ? "…" : "")
                    .append('\n');
        }

        String told(FolderWalk rounds) {
            var text = new StringBuilder(hits);
            if (count == 0) {
                text.append("[nothing found in ").append(files).append(files == 1 ? " file]\n" : " files]\n");
            }
            note(text, end);
            note(text, rounds.leftOut(), "that are hidden or ignored by git were left out");
            note(text, large, "larger than " + (LARGEST_FILE >> 20) + " MiB were left out");
            note(text, secret, "that look like places for secrets were left out");
            note(text, unreadable + rounds.unreadable(), "could not be read");
            return text.toString();
        }

        private static void note(StringBuilder text, int count, String what) {
            note(text, count == 0 ? "" : count + " " + what);
        }

        private static void note(StringBuilder text, String what) {
            if (!what.isEmpty()) {
                text.append('[').append(what).append("]\n");
            }
        }
    }
}
