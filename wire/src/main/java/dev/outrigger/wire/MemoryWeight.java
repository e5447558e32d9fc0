package dev.outrigger.wire;

/// How much memory a value holds, roughly, and rather too much than too little: an empty object of two bytes takes more
/// than a hundred.
public final class MemoryWeight {
    private static final int TEXT = 64;
    private static final int OBJECT = 192;
    private static final int FIELD = 48;
    private static final int ARRAY = 64;
    private static final int ITEM = 8;

    private MemoryWeight() {}

    /// No deeper than [JsonText] takes it.
    public static long of(Json value) {
        return switch (value) {
            case Json.Str(var text) -> TEXT + text.length();
            case Json.Num(var text) -> TEXT + text.length();
            case Json.Bool _, Json.Null _ -> 0;
            case Json.Arr(var items) -> {
                long weight = ARRAY;
                for (var item : items) {
                    weight += ITEM + of(item);
                }
                yield weight;
            }
            case Json.Obj(var fields) -> {
                long weight = OBJECT;
                for (var field : fields.entrySet()) {
                    weight += FIELD + field.getKey().length() + of(field.getValue());
                }
                yield weight;
            }
            // Holds next to nothing until it is written.
            case Json.Deferred _ -> TEXT;
        };
    }
}
