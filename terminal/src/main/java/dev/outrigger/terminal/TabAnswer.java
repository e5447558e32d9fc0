package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// The answer to a TAB, as the [CompletionScript] of a program asks for it: `jp __complete SHELL TAIL -- WORD...`. The
/// last word is the one being typed.
///
/// First a line that says what the shell is to complete by itself: `files`, `folders` or `none`; or `open`, when the
/// word goes on behind a candidate, so that no blank is put there. Then one candidate per line, with a tab and its
/// description behind it where the shell can show that. Anything odd is answered with nothing: nobody reads messages
/// while typing.
public final class TabAnswer {
    public static final String WORD = "__complete";

    /// The shell, the tail, and two dashes.
    private static final int WORDS_BEFORE = 3;

    private TabAnswer() {}

    /// Whether it is a script that asks.
    public static boolean asked(List<String> words) {
        return !words.isEmpty() && words.getFirst().equals(WORD);
    }

    /// `words` are all of the program.
    public static String answer(
            List<String> words, Command root, Completion.GuestCommands guests, Completion.ProgramValues known) {
        if (words.size() <= 1 + WORDS_BEFORE || !words.get(WORDS_BEFORE).equals("--")) {
            return "none\n";
        }
        var shell = words.get(1);
        var tail = words.get(2);
        var typed = new ArrayList<>(words.subList(1 + WORDS_BEFORE, words.size()));
        var last = typed.getLast();
        for (int i = 0; i < typed.size(); i++) {
            // fish takes the quotes off all words but the one being typed
            if (!shell.equals("fish") || i == typed.size() - 1) {
                typed.set(i, ShellQuotes.taken(typed.get(i)));
            }
        }
        if (shell.equals("bash") && !ShellQuotes.onePiece(tail)) {
            return "none\n";
        }
        var answer = Completion.of(root, guests, known, typed);
        var lines = new StringBuilder(first(answer)).append('\n');
        var head = last.endsWith(tail) ? last.substring(0, last.length() - tail.length()) : "";
        int cut = ShellQuotes.taken(head).length();
        for (var candidate : answer.candidates()) {
            if (shell.equals("bash")) {
                lines.append(ShellQuotes.put(candidate.text().substring(cut), tail));
            } else {
                lines.append(candidate.text()).append('\t').append(candidate.about());
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    private static String first(Completion.Answer answer) {
        for (var candidate : answer.candidates()) {
            if (candidate.open()) {
                return "open";
            }
        }
        return switch (answer.files()) {
            case NONE -> "none";
            case ANY -> "files";
            case FOLDERS -> "folders";
        };
    }
}
