package dev.outrigger.jp.plugin;

import dev.outrigger.launch.Ending;
import java.util.List;

/// How a plugin broke the contract, so that its run could not go on. The words for it are in [Words].
public sealed interface Fault {
    /// It did not say `ready` in time.
    record NoHandshake(long seconds) implements Fault {}

    /// It wants a newer protocol than we speak.
    record WrongProtocol(int wanted) implements Fault {}

    /// Line after line that is no message; `last` is how the last one begins, `why` why it was none.
    record OnlyStrays(int lines, String last, String why) implements Fault {}

    /// Its output ended without `exit`.
    record NoExit(Ending ending, List<String> lastWords) implements Fault {}

    /// Its output ended without `exit`, and it lived on.
    record WentSilent() implements Fault {}

    /// It left so many answers unread for so long that there was no room for more.
    record Stalled(long seconds) implements Fault {}

    /// An answer that was on its way could not be read to its end.
    record BrokenAnswer(String why) implements Fault {}
}
