package dev.outrigger.hosting.visit;

import dev.outrigger.launch.ProgramEnding;
import java.util.List;

/// How a plugin broke the contract, so that its run could not go on. The words for it are in [OutcomeWords].
public sealed interface VisitFault {
    /// It did not say `ready` in time.
    record NoHandshake(long seconds) implements VisitFault {}

    /// It wants a newer protocol than we speak.
    record WrongProtocol(int wanted) implements VisitFault {}

    /// Line after line that is no message; `last` is how the last one begins, `why` why it was none.
    record OnlyStrays(int lines, String last, String why) implements VisitFault {}

    /// Its output ended without `exit`.
    record NoExit(ProgramEnding ending, List<String> lastWords) implements VisitFault {}

    /// Its output ended without `exit`, and it lived on.
    record WentSilent() implements VisitFault {}

    /// It left so many answers unread for so long that there was no room for more.
    record Stalled(long seconds) implements VisitFault {}

    /// It asked on and on without waiting for answers, so that not even refusals had room.
    record Flooding() implements VisitFault {}

    /// An answer that was on its way could not be read to its end.
    record BrokenAnswer(String why) implements VisitFault {}
}
