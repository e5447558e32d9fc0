package dev.outrigger.assistant.plugin;

import dev.outrigger.wire.tool.ToCoreCodec;

/// What happens to a call, in the order in which it does.
sealed interface Heard {
    record Started(Running process) implements Heard {}

    record NotStarted(String why) implements Heard {}

    /// `text` is "" when nobody traces.
    record Line(ToCoreCodec.Decoded said, boolean blank, String text) implements Heard {}

    record TooLong() implements Heard {}

    /// The plugin's last word is said.
    record EndOfOutput() implements Heard {}

    /// It and everything it started are dead.
    record Ended(Running.End end) implements Heard {}

    /// Everything was written, or nobody takes it any more.
    record Written(boolean whole) implements Heard {}

    record Cancelled() implements Heard {}
}
