package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToPlugin.Found;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where words stand in conversations, in large or small letters: each event once, the newest conversation first.
final class TextSearch {
    private static final List<String> FIELDS = List.of("content", "message", "reasoning", "question");
    /// So much before and behind the words.
    private static final int AROUND = 80;

    private final Pattern words;
    private final long most;
    private final List<Found.Match> found = new ArrayList<>();

    TextSearch(String words, long most) {
        this.words = Pattern.compile(Pattern.quote(words), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        this.most = most;
    }

    /// What cannot be read is passed over, and said in the log.
    List<Found.Match> in(Conversations conversations, RunLog log) throws IOException {
        for (var each : conversations.list()) {
            if (found.size() >= most) {
                break;
            }
            try {
                var seq = new long[1];
                conversations.read(each.id(), 0, Long.MAX_VALUE).forEach(event -> look(each.id(), ++seq[0], event));
            } catch (StoreRefusal e) {
                log.add(LogLevel.INFO, "jp", "not searched: " + e.getMessage());
            }
        }
        return found;
    }

    private void look(ConversationId conversation, long seq, Json.Obj event) {
        for (var field : FIELDS) {
            var text = event.text(field).orElse("");
            var match = words.matcher(text);
            if (found.size() < most && match.find()) {
                found.add(new Found.Match(conversation, seq, excerpt(text, match)));
                return;
            }
        }
    }

    private static String excerpt(String text, Matcher match) {
        int from = Math.max(0, match.start() - AROUND);
        int to = Math.min(text.length(), match.end() + AROUND);
        from -= from > 0 && Character.isLowSurrogate(text.charAt(from)) ? 1 : 0;
        to += to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
        return (from > 0 ? "…" : "")
                + text.substring(from, to).replaceAll("\\s+", " ").strip()
                + (to < text.length() ? "…" : "");
    }
}
