package dev.outrigger.hosting.program;

import java.util.List;

/// What may be a word of a command, and so a part of a file's name.
public final class CommandNames {
    /// No call is longer, and a hostile one must not have every folder of PATH searched a thousand times.
    static final int MOST_WORDS = 8;

    private CommandNames() {}

    public static boolean isName(String word) {
        if (word.isEmpty() || word.charAt(0) == '-' || word.charAt(0) == '.') {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c <= ' ' || c == '/' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    /// `jp-<id>` serves these words.
    public static String id(List<String> command) {
        return String.join("-", command);
    }

    /// The words that an id stands for; one that does not fall into words stays whole.
    public static List<String> words(String id) {
        var words = List.of(id.split("-", -1));
        return isCommand(words) ? words : List.of(id);
    }

    /// How many of the words could belong to a command's path: options and what no file can be called end it.
    public static int leading(List<String> words) {
        int count = 0;
        while (count < words.size() && count < MOST_WORDS && isName(words.get(count))) {
            count++;
        }
        return count;
    }

    public static boolean isCommand(List<String> command) {
        return !command.isEmpty() && leading(command) == command.size();
    }

    public static boolean startsWith(List<String> words, List<String> start) {
        return words.size() >= start.size() && words.subList(0, start.size()).equals(start);
    }
}
