package dev.outrigger.assistant.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.approval.ApprovalQuestion.Answer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ApprovalQuestionTest {
    private final ApprovalMemory memory = ApprovalMemory.ofThisRun();

    @Test
    void whatWasShownInPartHasToBeSeenBeforeAYes() throws Exception {
        var question = question(new Deletion("builtin", "first lines…", "all of it"));
        assertThat(question.answers()).containsExactlyInAnyOrder(Answer.VIEW, Answer.MODIFY, Answer.REJECT);
        assertThatThrownBy(question::approve).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(question::approveAlways).isInstanceOf(IllegalStateException.class);
        assertThat(memory.granted(question.tool())).isFalse();

        question.seen();
        assertThat(question.answers()).contains(Answer.APPROVE, Answer.ALWAYS).doesNotContain(Answer.VIEW);
        assertThat(question.approve()).isEqualTo(new Decision.Approve(question.proposal()));
    }

    @Test
    void whatTheFrontHasNoRoomForHasToBeSeenToo() throws Exception {
        var question = question(new Deletion("mcp.x", "", ""));
        assertThat(question.answers()).contains(Answer.APPROVE);
        question.shownInPart("the rest");
        assertThat(question.unseen()).isEqualTo("the rest");
        assertThatThrownBy(question::approve).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aYesIsToWhatWasShownLast() throws Exception {
        var question = question(new Deletion("mcp.x", "", ""));
        assertThat(question.modify(json("{\"path\":\"b\"}"))).isEmpty();
        assertThat(((Decision.Approve) question.approve()).proposal().arguments())
                .isEqualTo(json("{\"path\":\"b\"}"));
    }

    @Test
    void otherArgumentsAreLookedAtAnewAndMisfitsChangeNothing() throws Exception {
        var question = question(new Deletion("builtin", "first lines…", "all of it"));
        question.seen();
        assertThat(question.modify(json("{\"path\":7}"))).isPresent();
        assertThat(question.proposal().arguments()).isEqualTo(json("{\"path\":\"a\"}"));
        assertThat(question.answers()).contains(Answer.APPROVE);

        assertThat(question.modify(json("{\"path\":\"b\"}"))).isEmpty();
        assertThat(question.answers()).doesNotContain(Answer.APPROVE);
    }

    @Test
    void alwaysHoldsForTheToolAsItIsNow() throws Exception {
        var tool = new Deletion("mcp.x", "", "");
        var question = question(tool);
        assertThat(question.answeredMeanwhile()).isEmpty();
        question.approveAlways();
        assertThat(question(tool).answeredMeanwhile()).contains(new Decision.Granted());
        assertThat(question(new Deletion("mcp.y", "", "")).answeredMeanwhile()).isEmpty();
    }

    @Test
    void aStrangersToolIsShownWithItsOwnWordsAndAllArguments() throws Exception {
        assertThat(question(new Deletion("mcp.x", "deletes", "")).showsArguments())
                .isTrue();
        assertThat(question(new Deletion("mcp.x", "deletes", "")).about()).isEqualTo("Deletes a file.");
        assertThat(question(new Deletion("builtin", "deletes", "")).showsArguments())
                .isFalse();
        assertThat(question(new Deletion("builtin", "deletes", "")).about()).isEmpty();
    }

    @Test
    void whereNobodyCanBeAskedTheAnswerIsNoAndWhatWasAlwaysAllowedRuns() throws Exception {
        var asked = new ArrayList<String>();
        var nobody = new ApprovalFront() {
            @Override
            public String absence(Tool tool) {
                return "there is nobody";
            }

            @Override
            public Decision ask(ApprovalQuestion question, Cancellation cancellation) {
                asked.add(question.tool().fullName());
                return question.approve();
            }
        };
        var approver = new AskingApprover(nobody, memory);
        var tool = new Deletion("mcp.x", "", "");
        var call = new Event.ToolCallRequest("1", "delete", json("{\"path\":\"a\"}"));
        assertThat(approver.decide(call, tool, new Cancellation()))
                .isEqualTo(new Decision.Reject("rejected: there is nobody"));
        memory.grant(tool);
        assertThat(approver.decide(call, tool, new Cancellation())).isEqualTo(new Decision.Granted());
        assertThat(asked).isEmpty();
    }

    private ApprovalQuestion question(Tool tool) throws MalformedJson {
        return new ApprovalQuestion("call-1", tool, json("{\"path\":\"a\"}"), memory);
    }

    private static Json.Obj json(String text) throws MalformedJson {
        return (Json.Obj) JsonText.parse(text);
    }

    private record Deletion(String source, String words, String whole) implements Tool {
        @Override
        public ToolDefinition definition() {
            try {
                return new ToolDefinition(
                        "delete",
                        "Deletes a file.",
                        json("{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}"));
            } catch (MalformedJson e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Consent consent() {
            return Consent.ASK;
        }

        @Override
        public String fingerprint() {
            return "delete 1";
        }

        @Override
        public Proposal propose(Json.Obj arguments) {
            return new Proposal(arguments, words, whole, run -> run(arguments, run));
        }

        @Override
        public ToolResult run(Json.Obj arguments, ToolRun run) {
            return ToolResult.of("deleted");
        }
    }
}
