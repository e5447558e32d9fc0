package dev.outrigger.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The constants of an enum by the words that the wire has for them, each of which means one.
public final class WordTable<E extends Enum<E>> {
    private final Map<String, E> byWord;

    private WordTable(Map<String, E> byWord) {
        this.byWord = byWord;
    }

    public static <E extends Enum<E>> WordTable<E> of(E[] all, Function<E, String> word) {
        return new WordTable<>(Arrays.stream(all).collect(Collectors.toUnmodifiableMap(word, Function.identity())));
    }

    /// Nothing for a word that means none.
    public @Nullable E find(String word) {
        return byWord.get(word);
    }
}
