package dev.outrigger.assistant.approval;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Tool;

/// Whoever can be asked about a call: it shows what the question says, and passes on what it is answered.
public interface ApprovalFront {
    /// Why nobody can be asked about this tool, and what could be done about that, for the model; "" when somebody can.
    String absence(Tool tool);

    /// Waits until somebody has decided. Several calls may be asked about at once; whether they are shown at once or
    /// one after the other is the front's to say. When cancelled it returns soon, and what it returns then does not
    /// count.
    Decision ask(ApprovalQuestion question, Cancellation cancellation);
}
