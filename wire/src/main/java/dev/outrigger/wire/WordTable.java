package dev.outrigger.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The constants of an enum by the words that the wire has for them, each of which means one.
public final class WordTable<E extends Enum<E>> {
    private final Map<String, E> byWord;

    private WordTable(Map<String, E> byWord) {
        this.byWord = byWord;
    }

    public static <E extends Enum<E>> WordTable<E> of(E[] all, Function<E, String> word) {
        // Without a stream, which is sixty classes more to start with.
        var byWord = new HashMap<String, E>();
        for (var one : all) {
            var known = byWord.put(word.apply(one), one);
            if (known != null) {
                throw new IllegalArgumentException("one word for both " + known + " and " + one);
            }
        }
        return new WordTable<>(byWord);
    }

    /// Nothing for a word that means none.
    public @Nullable E find(String word) {
        return byWord.get(word);
    }
}
