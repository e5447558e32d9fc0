package dev.outrigger.jp.front;

import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A request as it is written in an editor: the user's words, and below a line the last messages, to look at.
final class RequestDraft {
    static final String SCISSORS = "--- >8 --- write above; from this line on nothing is sent ---";
    private static final int LAST = 6;
    private static final int LONGEST = 4000;

    private RequestDraft() {}

    static String blank(String words, List<Event> events) {
        var letter = new StringBuilder(words).append("\n\n").append(SCISSORS).append('\n');
        for (var line : last(events)) {
            letter.append('\n').append(line).append('\n');
        }
        return letter.toString();
    }

    /// Without the lines from the scissors on; nothing when only blanks are left.
    static Optional<String> words(String letter) {
        int cut = letter.indexOf(SCISSORS);
        var kept = (cut < 0 ? letter : letter.substring(0, cut)).strip();
        return kept.isEmpty() ? Optional.empty() : Optional.of(kept);
    }

    private static List<String> last(List<Event> events) {
        var lines = new ArrayList<String>();
        for (int i = events.size() - 1; i >= 0 && lines.size() < LAST; i--) {
            if (events.get(i) instanceof Event.Message message) {
                lines.addFirst("Assistant: " + cut(message.message()));
            } else if (events.get(i) instanceof Event.ChatRequest request) {
                lines.addFirst("You: " + cut(request.content()));
            }
        }
        return lines;
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}
