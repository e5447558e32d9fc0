package dev.outrigger.jp.query;

import java.util.List;

/// Which tools a call of `jp query` wants besides those of the settings (`-t`), and which of them it does not (`-T`).
public record ToolChoice(List<String> with, List<String> without) {
    public ToolChoice {
        with = List.copyOf(with);
        without = List.copyOf(without);
    }
}
