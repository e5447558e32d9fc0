package dev.outrigger.jp.help;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Completion;
import java.util.ArrayList;
import java.util.List;

/// The answer to a TAB, as the scripts of `jp completion` ask for it: `jp __complete SHELL TAIL -- WORD...`. The last
/// word is the one being typed.
///
/// First a line that says what the shell is to complete by itself: `files`, `folders` or `none`; then one candidate per
/// line, with a tab and its description behind it where the shell can show that. Anything odd is answered with nothing:
/// nobody reads messages while typing.
public final class Tab {
    public static final String WORD = "__complete";

    /// The shell, the tail, and two dashes.
    private static final int WORDS_BEFORE = 3;

    private Tab() {}

    /// `words` are those behind [#WORD].
    public static String answer(List<String> words, Command builtIns, Known known, Kept kept) {
        if (words.size() <= WORDS_BEFORE || !words.get(WORDS_BEFORE - 1).equals("--")) {
            return "none\n";
        }
        var shell = words.get(0);
        var tail = words.get(1);
        var typed = new ArrayList<>(words.subList(WORDS_BEFORE, words.size()));
        var last = typed.getLast();
        for (int i = 0; i < typed.size(); i++) {
            // fish takes the quotes off all words but the one being typed
            if (!shell.equals("fish") || i == typed.size() - 1) {
                typed.set(i, Quotes.taken(typed.get(i)));
            }
        }
        if (shell.equals("bash") && !Quotes.onePiece(tail)) {
            return "none\n";
        }
        var answer = Completion.of(builtIns, new Guests(builtIns, known, kept), typed);
        var lines = new StringBuilder(files(answer.files())).append('\n');
        var head = last.endsWith(tail) ? last.substring(0, last.length() - tail.length()) : "";
        int cut = Quotes.taken(head).length();
        for (var candidate : answer.candidates()) {
            if (shell.equals("bash")) {
                lines.append(Quotes.put(candidate.text().substring(cut), tail));
            } else {
                lines.append(candidate.text()).append('\t').append(candidate.about());
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    private static String files(Completion.Files files) {
        return switch (files) {
            case NONE -> "none";
            case ANY -> "files";
            case FOLDERS -> "folders";
        };
    }
}
