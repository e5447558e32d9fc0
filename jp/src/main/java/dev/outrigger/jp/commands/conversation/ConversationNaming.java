package dev.outrigger.jp.commands.conversation;

import dev.outrigger.terminal.Suggestions;
import dev.outrigger.workspace.conversations.ConversationSummary;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Which conversations somebody may mean by a word: those whose id begins or ends with it, and those that are called
/// so, as the list shows it. A title never hides an id, nor an id a title: who is meant by both is asked, since others
/// may choose the titles in a workspace.
final class ConversationNaming {
    private ConversationNaming() {}

    static List<ConversationSummary> meant(String text, List<ConversationSummary> all) {
        var wanted = plain(text);
        if (wanted.isEmpty()) {
            return List.of();
        }
        var ids = new ArrayList<ConversationSummary>();
        var same = new ArrayList<ConversationSummary>();
        var alike = new ArrayList<ConversationSummary>();
        var begun = new ArrayList<ConversationSummary>();
        for (var one : all) {
            var digits = one.id().digits();
            var title = plain(title(one));
            if (digits.startsWith(text) || digits.endsWith(text)) {
                ids.add(one);
            } else if (title.equals(wanted)) {
                same.add(one);
            } else if (folded(title).equals(folded(wanted))) {
                alike.add(one);
            } else if (folded(title).startsWith(folded(wanted))) {
                begun.add(one);
            }
        }
        var called = !same.isEmpty() ? same : alike;
        if (ids.isEmpty() && called.isEmpty()) {
            return distinct(begun);
        }
        ids.addAll(called);
        return distinct(ids);
    }

    static Optional<ConversationSummary> nearest(String text, List<ConversationSummary> all) {
        var titles = new HashMap<String, ConversationSummary>();
        for (var one : all) {
            if (!title(one).isEmpty()) {
                titles.putIfAbsent(title(one), one);
            }
        }
        return Suggestions.nearest(text, titles.keySet()).map(titles::get);
    }

    /// The list may have two lines of one id, when the original jp went on in it.
    private static List<ConversationSummary> distinct(List<ConversationSummary> found) {
        var distinct = new ArrayList<ConversationSummary>();
        for (var one : found) {
            if (distinct.stream().noneMatch(other -> other.id().equals(one.id()))) {
                distinct.add(one);
            }
        }
        return distinct;
    }

    private static String title(ConversationSummary one) {
        return one.title() == null ? "" : ConversationLsCommand.title(one);
    }

    /// Keyboards and editors write the same letter in different ways.
    private static String plain(String text) {
        return Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
