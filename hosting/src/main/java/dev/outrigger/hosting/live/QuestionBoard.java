package dev.outrigger.hosting.live;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Inquirer;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.approval.ApprovalFront;
import dev.outrigger.assistant.approval.ApprovalQuestion;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.CallAction;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost.AnswerInquiry;
import dev.outrigger.wire.command.ToHost.DecideCall;
import dev.outrigger.wire.command.ToHost.Respond;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts what a turn asks to those who have subscribed to its conversation, and takes their answers: of each question
/// the first that fits.
final class QuestionBoard implements ApprovalFront, Inquirer {
    private static final List<String> ACTIONS =
            Arrays.stream(CallAction.values()).map(CallAction::word).toList();
    private static final String IN_TIME = "no answer in time";

    /// Why an answer does not count.
    record Refusal(RequestErrorCode code, String message) {}

    private record OpenCall(ApprovalQuestion approval, OpenQuestion<Decision> question) {}

    private record OpenInquiry(ToolQuestion inquiry, OpenQuestion<Json> question) {}

    private final LiveTurn turn;
    private final Supplier<List<ConversationSubscription>> subscriptions;
    private final RespondRules rules;
    private final Map<String, OpenCall> calls = new ConcurrentHashMap<>();
    private final Map<String, OpenInquiry> inquiries = new ConcurrentHashMap<>();

    QuestionBoard(LiveTurn turn, Supplier<List<ConversationSubscription>> subscriptions, RespondRules rules) {
        this.turn = turn;
        this.subscriptions = subscriptions;
        this.rules = rules;
    }

    /// Where nobody is left at all, somebody may come yet.
    private boolean nobodyAnswers() {
        var here = subscriptions.get();
        return !here.isEmpty() && here.stream().noneMatch(ConversationSubscription::responds);
    }

    @Override
    public String absence(Tool tool) {
        return nobodyAnswers() ? "nobody who follows this conversation answers questions" : "";
    }

    @Override
    public Decision ask(ApprovalQuestion approval, Cancellation cancellation) {
        var question = new OpenQuestion<Decision>(wording(approval));
        // To what was asked about, whatever somebody makes of it too late.
        var usual = usual(approval);
        calls.put(approval.call(), new OpenCall(approval, question));
        try {
            turn.ask(question);
            var answer = question.await(rules.timeout(), cancellation);
            if (answer.isEmpty()) {
                turn.closed(
                        question,
                        null,
                        cancellation.isCancelled()
                                ? "cancel"
                                : (rules.approve() ? CallAction.APPROVE : CallAction.REJECT).word());
            }
            return answer.orElse(usual);
        } finally {
            calls.remove(approval.call());
        }
    }

    /// When nobody answers in time. A front gets all of a proposal: what it does not show is its affair.
    private Decision usual(ApprovalQuestion approval) {
        if (!rules.approve()) {
            return new Decision.Reject(IN_TIME + ", so the call was not made");
        }
        approval.seen();
        return approval.approve();
    }

    private static OpenQuestion.Wording wording(ApprovalQuestion approval) {
        var proposal = approval.proposal();
        var tool = approval.tool();
        var json = Json.object().put("words", proposal.words());
        if (!approval.about().isEmpty()) {
            json.put("about", approval.about());
        }
        if (!proposal.whole().isEmpty()) {
            json.put("whole", proposal.whole());
        }
        json.put("source", tool.source()).put("sandbox", tool.confinement()).put("mutating", tool.mutating());
        json.put("show_arguments", approval.showsArguments());
        return new OpenQuestion.Wording(approval.call(), OpenQuestion.Kind.CALL, json.build(), ACTIONS, Json.EMPTY);
    }

    @Override
    public Optional<Json> answer(String id, String tool, ToolQuestion inquiry, Cancellation cancellation) {
        var question = new OpenQuestion<Json>(wording(id, inquiry));
        inquiries.put(id, new OpenInquiry(inquiry, question));
        try {
            turn.ask(question);
            if (nobodyAnswers()) {
                turn.closed(question, null, "none");
                return inquiry.standard();
            }
            var answer = question.await(rules.timeout(), cancellation);
            if (answer.isEmpty()) {
                turn.closed(question, null, cancellation.isCancelled() ? "cancel" : "none");
                return cancellation.isCancelled() ? Optional.empty() : inquiry.standard();
            }
            return answer;
        } finally {
            inquiries.remove(id);
        }
    }

    private static OpenQuestion.Wording wording(String id, ToolQuestion inquiry) {
        var more = Json.object().put("kind", inquiry.kind().name().toLowerCase(Locale.ROOT));
        inquiry.standard().ifPresent(standard -> more.put("default", standard));
        return new OpenQuestion.Wording(id, OpenQuestion.Kind.INQUIRY, null, List.of(), more.build());
    }

    /// Nothing when the answer counts.
    Optional<Refusal> take(Respond said) {
        return switch (said) {
            case DecideCall decision -> decide(decision);
            case AnswerInquiry answer -> answered(answer);
        };
    }

    private Optional<Refusal> decide(DecideCall said) {
        var open = calls.get(said.call());
        if (open == null || !open.question.isOpen()) {
            return late("tool call", said.call());
        }
        if (said.remember() && said.action() != CallAction.APPROVE) {
            return unfit("`remember` goes with the action approve");
        }
        synchronized (open.approval) {
            if (said.action() == CallAction.MODIFY && said.arguments() != null) {
                var misfit = open.approval.modify(said.arguments());
                if (misfit.isPresent()) {
                    return unfit(misfit.get());
                }
            }
            if (!open.question.settle(decision(open.approval, said))) {
                return late("tool call", said.call());
            }
        }
        turn.closed(open.question, said.subId(), said.action().word());
        if (said.remember()) {
            settleAlike();
        }
        return Optional.empty();
    }

    /// A front gets all of a proposal, and shows it before it lets anybody say yes.
    private static Decision decision(ApprovalQuestion approval, DecideCall said) {
        return switch (said.action()) {
            case APPROVE, MODIFY -> {
                approval.seen();
                yield said.remember() ? approval.approveAlways() : approval.approve();
            }
            case REJECT -> approval.reject(said.reason() == null ? "" : said.reason());
        };
    }

    /// What was said of one call may hold for others that are open.
    private void settleAlike() {
        for (var open : new ArrayList<>(calls.values())) {
            var decision = open.approval.answeredMeanwhile();
            if (decision.isPresent() && open.question.settle(decision.get())) {
                turn.closed(open.question, null, CallAction.APPROVE.word());
            }
        }
    }

    private Optional<Refusal> answered(AnswerInquiry said) {
        var open = inquiries.get(said.inquiry());
        if (open == null || !open.question.isOpen()) {
            return late("inquiry", said.inquiry());
        }
        var misfit = misfit(open.inquiry, said.answer());
        if (misfit != null) {
            return unfit("field `answer` must be " + misfit);
        }
        if (!open.question.settle(said.answer())) {
            return late("inquiry", said.inquiry());
        }
        turn.closed(open.question, said.subId(), "answer");
        return Optional.empty();
    }

    private static @Nullable String misfit(ToolQuestion inquiry, Json answer) {
        return switch (inquiry.kind()) {
            case TEXT -> answer instanceof Json.Str ? null : "a string";
            case BOOLEAN -> answer instanceof Json.Bool ? null : "true or false";
            case SELECT ->
                answer instanceof Json.Str(var text) && inquiry.options().contains(text) ? null : "one of the options";
        };
    }

    private static Optional<Refusal> late(String what, String id) {
        return Optional.of(new Refusal(
                RequestErrorCode.NOT_OPEN, "no question about the " + what + " " + Excerpt.of(id) + " is open"));
    }

    private static Optional<Refusal> unfit(String why) {
        return Optional.of(new Refusal(RequestErrorCode.INVALID_REQUEST, why));
    }
}
