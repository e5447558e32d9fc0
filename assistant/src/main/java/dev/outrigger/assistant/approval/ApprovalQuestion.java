package dev.outrigger.assistant.approval;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.Json;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// One call that somebody has to decide about: what is to be shown, and which answers count at this moment. There is no
/// yes before all was seen, and a yes is to what was shown last. The texts are as tools and models wrote them: who
/// draws them makes visible what is not. For one thread at a time.
public final class ApprovalQuestion {
    public enum Answer {
        APPROVE,
        /// Yes, and for this tool as it is now from here on, as far as the front remembers.
        ALWAYS,
        /// All of what was shown in part.
        VIEW,
        MODIFY,
        REJECT
    }

    private final String call;
    private final Tool tool;
    private final ApprovalMemory memory;
    private Proposal proposal;
    /// All of what was shown in part; "" when it was seen.
    private String unseen;

    ApprovalQuestion(String call, Tool tool, Json.Obj arguments, ApprovalMemory memory) {
        this.call = call;
        this.tool = tool;
        this.memory = memory;
        this.proposal = tool.propose(arguments);
        this.unseen = proposal.whole();
    }

    /// The id of the call.
    public String call() {
        return call;
    }

    public Tool tool() {
        return tool;
    }

    /// What would run after a yes.
    public Proposal proposal() {
        return proposal;
    }

    /// Of a stranger's tool its own words are all that there is; "" for one of ours, whose name says it.
    public String about() {
        return isOurs() ? "" : tool.definition().description();
    }

    /// Whether the proposal's words leave something out that the arguments have.
    public boolean showsArguments() {
        return (proposal.words().isEmpty() || !isOurs())
                && !proposal.arguments().fields().isEmpty();
    }

    /// All of what was shown in part; "" when there is no such thing, or it was seen since.
    public String unseen() {
        return unseen;
    }

    /// A front that has no room for something says so: then there is more to be seen before a yes.
    public void shownInPart(String whole) {
        unseen += whole;
    }

    public void seen() {
        unseen = "";
    }

    public Set<Answer> answers() {
        return unseen.isEmpty()
                ? EnumSet.of(Answer.APPROVE, Answer.ALWAYS, Answer.MODIFY, Answer.REJECT)
                : EnumSet.of(Answer.VIEW, Answer.MODIFY, Answer.REJECT);
    }

    /// An answer to another call, given meanwhile, may be the answer to this one.
    public Optional<Decision> answeredMeanwhile() {
        return memory.granted(tool) ? Optional.of(new Decision.Granted()) : Optional.empty();
    }

    public Decision approve() {
        mustBePossible(Answer.APPROVE);
        return new Decision.Approve(proposal);
    }

    public Decision approveAlways() {
        mustBePossible(Answer.ALWAYS);
        memory.grant(tool);
        return new Decision.Approve(proposal);
    }

    /// Why the call cannot have these arguments; nothing when it has them now, and is to be shown anew.
    public Optional<String> modify(Json.Obj arguments) {
        var misfit = tool.definition().misfit(arguments);
        if (misfit.isEmpty()) {
            proposal = tool.propose(arguments);
            unseen = proposal.whole();
        }
        return misfit;
    }

    /// `why` is told to the model; it may be empty.
    public Decision reject(String why) {
        return new Decision.Reject("rejected by the user" + (why.isBlank() ? "" : ": " + why.strip()));
    }

    private boolean isOurs() {
        return tool.source().equals("builtin");
    }

    /// A front that lets a yes through which there is no place for must not have it.
    private void mustBePossible(Answer answer) {
        if (!answers().contains(answer)) {
            throw new IllegalStateException(answer + " before all of the call was seen");
        }
    }
}
