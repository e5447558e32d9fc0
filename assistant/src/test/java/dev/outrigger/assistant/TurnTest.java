package dev.outrigger.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.AnswerFinish.Reason;
import dev.outrigger.assistant.Approver.Decision;
import dev.outrigger.assistant.ProviderProblem.Kind;
import dev.outrigger.assistant.Tool.Consent;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Timeout(60)
class TurnTest {
    private static final Json.Obj WANTS_N = object("{\"type\":\"object\",\"required\":[\"n\"]}");

    private final TurnFixture fixture = new TurnFixture();

    @Test
    void storesTheRequestAndTheAnswerAndShowsItsPieces() {
        var outcome = fixture.says(new AnswerPiece.Text("Hel"), new AnswerPiece.Text("lo"))
                .ask("hi");

        assertThat(outcome).isEqualTo(new Turn.Outcome.Done(Reason.DONE, new AnswerFinish.Usage(10, 1)));
        assertThat(fixture.renderedSeqs).containsExactly(1L, 2L, 3L);
        assertThat(fixture.stored)
                .containsExactly(new Event.TurnStart(), new Event.ChatRequest("hi"), new Event.Message("Hello"));
        assertThat(fixture.shown).containsExactly(new AnswerPiece.Text("Hel"), new AnswerPiece.Text("lo"));
    }

    @Test
    void keepsThoughtsWithTheirSealApartFromTheAnswer() {
        var seal = object("{\"signature\":\"x\"}");
        fixture.says(
                        new AnswerPiece.Thought("let me"),
                        new AnswerPiece.Thought(" see"),
                        new AnswerPiece.Seal(seal),
                        new AnswerPiece.Text("Yes"),
                        new AnswerPiece.Thought("hm"),
                        new AnswerPiece.Text("No"))
                .ask("hi");

        assertThat(fixture.stored.subList(2, fixture.stored.size()))
                .containsExactly(
                        new Event.Reasoning("let me see", seal),
                        new Event.Message("Yes"),
                        new Event.Reasoning("hm"),
                        new Event.Message("No"));
    }

    @Test
    void runsToolsSideBySideAndStoresTheirResultsInTheOrderOfTheCalls() throws Exception {
        var secondIsDone = new CountDownLatch(1);
        fixture.tool("first", Consent.UNATTENDED, (_, _) -> {
                    // Only if the second runs meanwhile does this end.
                    return ToolResult.of(awaited(secondIsDone) ? "one" : "the second never ran");
                })
                .tool("second", Consent.UNATTENDED, (_, _) -> {
                    secondIsDone.countDown();
                    return ToolResult.of("two");
                })
                .says(call("a", "first"), call("b", "second"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(fixture.stored.subList(2, fixture.stored.size()))
                .containsExactly(
                        new Event.ToolCallRequest("a", "first", Json.EMPTY),
                        new Event.ToolCallRequest("b", "second", Json.EMPTY),
                        new Event.ToolCallResponse("a", "one", false),
                        new Event.ToolCallResponse("b", "two", false),
                        new Event.Message("done"));
        assertThat(fixture.asked.get(1).history()).containsSubsequence(fixture.stored.subList(2, 6));
    }

    @Test
    void asksAboutAllCallsAtOnceAndTakesTheDecisionsInAnyOrder() {
        var bothAsked = new CountDownLatch(2);
        var lastDecided = new CountDownLatch(1);
        fixture.approver = (call, _, _) -> {
            bothAsked.countDown();
            assertThat(awaited(bothAsked)).isTrue();
            if (call.id().equals("a")) {
                assertThat(awaited(lastDecided)).isTrue();
                return new Decision.Reject("not this one");
            }
            lastDecided.countDown();
            return new Decision.Granted();
        };
        fixture.tool("t", Consent.ASK, (_, _) -> ToolResult.of("ran"))
                .says(call("a", "t"), call("b", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses())
                .containsExactly(
                        new Event.ToolCallResponse("a", "not this one", true),
                        new Event.ToolCallResponse("b", "ran", false));
    }

    @Test
    void runsACallWithTheArgumentsThatTheUserGaveItAndTellsTheModel() {
        var changed = object("{\"n\":2}");
        fixture.approver = (_, tool, _) -> new Decision.Approve(tool.propose(changed));
        fixture.tool("t", Consent.ASK, (arguments, _) -> ToolResult.of(JsonText.text(arguments)))
                .says(new AnswerPiece.Call("a", "t", object("{\"n\":1}")))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses().getFirst().content())
                .isEqualTo("(The user changed the arguments to {\"n\":2})\n{\"n\":2}");
        assertThat(responses().getFirst().metadata()).isEqualTo(object("{\"arguments\":{\"n\":2}}"));
    }

    @Test
    void neverAsksAboutNorRunsACallThatCannotWork() {
        fixture.approver = (_, _, _) -> {
            throw new AssertionError("asked");
        };
        fixture.tool("t", Consent.ASK, (_, _) -> ToolResult.of("ran"))
                .tool("off", Consent.SKIP, (_, _) -> ToolResult.of("ran"))
                .says(
                        new AnswerPiece.Call("a", "t", object("{\"n\":\"x\"}")),
                        call("b", "nosuch"),
                        call("c", "off"),
                        new AnswerPiece.BadCall("d", "t", "{\"n\":", "it ends too early"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses()).hasSize(4).allMatch(Event.ToolCallResponse::isError);
        assertThat(responses().stream().map(Event.ToolCallResponse::content))
                .satisfiesExactly(
                        misfit -> assertThat(misfit).startsWith("the arguments do not fit, at /n: "),
                        unknown -> assertThat(unknown).isEqualTo("there is no tool nosuch; there are [t, off]"),
                        skipped -> assertThat(skipped).contains("not to be run"),
                        bad -> assertThat(bad).contains("it ends too early"));
        assertThat(fixture.asked.getFirst().tools())
                .extracting(ToolDefinition::name)
                .containsExactly("t");
        assertThat(fixture.bugs).isEmpty();
    }

    @Test
    void givesACallAnotherIdWhenTheConversationHasItAlready() {
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("ran"))
                .says(call("0", "t"), call("0", "t"))
                .says(call("0", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses()).extracting(Event.ToolCallResponse::id).containsExactly("0", "0-2", "0-3");
    }

    @Test
    void turnsAToolThatThrowsIntoAResultAndTellsOfTheBug() {
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> {
                    throw new IllegalStateException("detail");
                })
                .says(call("a", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses().getFirst().isError()).isTrue();
        assertThat(responses().getFirst().content()).doesNotContain("detail");
        assertThat(fixture.bugs).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void cutsALongResultAtACharacterAndSaysHowMuchAndWhatToDo() {
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("€".repeat(400_000)))
                .says(call("a", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        // 65,536 is no multiple of the three bytes of a €.
        assertThat(responses().getFirst().content())
                .isEqualTo(
                        "€".repeat(21_845) + "\n[cut: these are the first 65535 of 1200000 bytes. For the rest, ask for"
                                + " less at a time: a part, a page, a filter]");
    }

    @Test
    void howLongAResultMayBeIsForTheSettingsToSay() {
        fixture.limits = new Turn.Limits(1024);
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("x".repeat(2_000_000)))
                .says(call("a", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses().getFirst().content()).contains("the first 1048576 of 2000000 bytes");
    }

    @Test
    void theThirdIdenticalCallInARowIsRefusedAndToldTheModel() {
        var ran = new AtomicInteger();
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("run " + ran.incrementAndGet()));
        var other = new AnswerPiece.Call("x", "t", object("{\"n\":1}"));
        fixture.says(call("a", "t"))
                .says(call("b", "t"))
                .says(call("c", "t"))
                .says(call("d", "t"))
                .says(other)
                .says(call("e", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses())
                .extracting(Event.ToolCallResponse::isError)
                .containsExactly(false, false, true, true, false, false);
        assertThat(responses().get(2).content()).contains("3 times in a row", "change the arguments");
        assertThat(ran).hasValue(4);
    }

    /// Before the model is called, and not between its answer and the calls in it.
    @Test
    void toolsThatChangeMeanwhileAreOfferedWithTheNextCallOfTheModel() {
        var renewals = new AtomicInteger();
        fixture.toolbox = new Toolbox() {
            @Override
            public List<Tool> tools() {
                return List.copyOf(fixture.tools.subList(0, Math.min(renewals.get(), fixture.tools.size())));
            }

            @Override
            public void renew() {
                renewals.incrementAndGet();
            }
        };
        fixture.tool("first", Consent.UNATTENDED, (_, _) -> ToolResult.of("1"))
                .tool("second", Consent.UNATTENDED, (_, _) -> ToolResult.of("2"))
                .says(call("a", "first"))
                .says(call("b", "second"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(fixture.asked.getFirst().tools())
                .extracting(ToolDefinition::name)
                .containsExactly("first");
        assertThat(fixture.asked.get(1).tools())
                .extracting(ToolDefinition::name)
                .containsExactly("first", "second");
        assertThat(responses()).noneMatch(Event.ToolCallResponse::isError);
        assertThat(renewals).hasValue(3);
    }

    @Test
    void storesNoResultWithTheKeyInIt() {
        fixture.tool(
                        "env",
                        Consent.UNATTENDED,
                        (_, _) -> new ToolResult(
                                "KEY=sk-of-the-fixture\nHOME=/", false, object("{\"stderr\":[\"sk-of-the-fixture\"]}")))
                .says(call("a", "env"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses().getFirst().content()).isEqualTo("KEY=(the key)\nHOME=/");
        assertThat(fixture.stored.toString()).doesNotContain("sk-of-the-fixture");
    }

    @Test
    void storesAToolsQuestionAndItsAnswer() {
        fixture.inquirer = (_, _, _, _) -> Optional.of(Json.of("blue"));
        fixture.tool(
                        "t",
                        Consent.UNATTENDED,
                        (_, run) -> ToolResult.of(JsonText.text(run.ask(new ToolQuestion(
                                        "Which?", ToolQuestion.Kind.SELECT, List.of("blue", "red"), Optional.empty()))
                                .orElseThrow())))
                .says(call("a", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(fixture.stored)
                .containsSubsequence(
                        new Event.InquiryRequest(
                                "a.1",
                                "Which?",
                                List.of("blue", "red"),
                                object("{\"type\":\"tool\",\"tool\":\"t\"}"),
                                Json.EMPTY),
                        new Event.InquiryResponse("a.1", Json.of("blue")),
                        new Event.ToolCallResponse("a", "\"blue\"", false));
    }

    @Test
    void keepsWhatCameWhenItIsCancelledInMidAnswer() {
        fixture.model((pieces, stop) -> {
            pieces.piece(new AnswerPiece.Text("half an ans"));
            fixture.cancellation.cancel();
            assertThat(stop.isCancelled()).isTrue();
            return new AnswerFinish(Reason.CANCELLED, AnswerFinish.Usage.NONE);
        });

        assertThat(fixture.ask("hi")).isInstanceOf(Turn.Outcome.Cancelled.class);
        assertThat(fixture.stored.getLast())
                .isEqualTo(new Event.Message("half an ans", object("{\"incomplete\":true}")));
    }

    @Test
    void tellsRunningToolsOfACancellationAndAnswersEveryCall() {
        fixture.tool("t", Consent.UNATTENDED, (_, run) -> {
                    var told = new CountDownLatch(1);
                    try (var _ = run.cancellation().onCancel(told::countDown)) {
                        fixture.cancellation.cancel();
                        return ToolResult.error(awaited(told) ? "was told" : "was not told");
                    }
                })
                .says(call("a", "t"), call("b", "nosuch"));

        assertThat(fixture.ask("go")).isInstanceOf(Turn.Outcome.Cancelled.class);
        assertThat(responses()).extracting(Event.ToolCallResponse::id).containsExactly("a", "b");
        assertThat(responses().getFirst().content()).isEqualTo("was told");
    }

    @Test
    void runsNothingThatWasApprovedAfterTheCancellation() {
        var ran = new AtomicInteger();
        fixture.approver = (_, _, _) -> {
            fixture.cancellation.cancel();
            return new Decision.Granted();
        };
        fixture.tool("t", Consent.ASK, (_, _) -> ToolResult.of("" + ran.incrementAndGet()))
                .says(call("a", "t"));

        assertThat(fixture.ask("go")).isInstanceOf(Turn.Outcome.Cancelled.class);
        assertThat(ran).hasValue(0);
        assertThat(responses()).containsExactly(new Event.ToolCallResponse("a", "cancelled by the user", true));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"EMPTY", "ABSENT", "MALFORMED", "UNFIT", "REFUSED"},
            mode = Mode.EXCLUDE)
    void triesAgainWhatMayPass(Kind kind) {
        fixture.fails(new ProviderProblem(kind, "not now", ""))
                .fails(new ProviderProblem(kind, "not now", ""))
                .says(new AnswerPiece.Text("yes"));

        assertThat(fixture.ask("hi")).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.waits.stream().filter(Renderer.Waiting.Retry.class::isInstance))
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"EMPTY", "ABSENT", "MALFORMED", "UNFIT", "REFUSED"})
    void doesNotTryAgainWhatWillNotPass(Kind kind) {
        fixture.fails(new ProviderProblem(kind, "never", "Change it."));

        assertThat(fixture.ask("hi"))
                .isEqualTo(new Turn.Outcome.Failed("never", "Change it.", AnswerFinish.Usage.NONE));
    }

    @Test
    void givesUpAfterFiveTries() {
        for (int i = 0; i < 5; i++) {
            fixture.fails(new ProviderProblem(Kind.BUSY, "busy", "Wait."));
        }

        assertThat(fixture.ask("hi")).isEqualTo(new Turn.Outcome.Failed("busy", "Wait.", AnswerFinish.Usage.NONE));
        assertThat(fixture.asked).hasSize(5);
    }

    @Test
    void doesNotTryAgainWhatTheUserHasSeenTheBeginningOf() {
        fixture.model((pieces, _) -> {
            pieces.piece(new AnswerPiece.Text("half"));
            pieces.piece(call("a", "t"));
            throw new ProviderProblem(Kind.CUT, "cut off", "Ask again.");
        });

        assertThat(fixture.ask("hi"))
                .isEqualTo(new Turn.Outcome.Failed(
                        "cut off",
                        "Ask again. What came is stored; another `jp query` goes on from there.",
                        AnswerFinish.Usage.NONE));
        assertThat(fixture.stored.subList(2, fixture.stored.size()))
                .containsExactly(
                        new Event.Message("half"),
                        new Event.ToolCallRequest("a", "t", Json.EMPTY),
                        new Event.ToolCallResponse(
                                "a", "the model's answer broke off, so this call was not made", true));
    }

    @Test
    void pausesLongerEachTimeAndAsLongAsTheProviderAsks() {
        var busy = new ProviderProblem(Kind.BUSY, "", "");
        for (int attempt = 1; attempt <= 4; attempt++) {
            long most = 1000L << (attempt - 1);
            assertThat(RetryBackoff.USUAL.after(attempt, busy).orElseThrow())
                    .isBetween(Duration.ofMillis(most / 2), Duration.ofMillis(most));
        }
        assertThat(new RetryBackoff(100, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofMinutes(5))
                        .after(99, busy)
                        .orElseThrow())
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
        assertThat(RetryBackoff.USUAL.after(5, busy)).isEmpty();
        assertThat(RetryBackoff.USUAL.after(1, asking(Duration.ofSeconds(7)))).contains(Duration.ofSeconds(7));
        assertThat(RetryBackoff.USUAL.after(1, asking(Duration.ofHours(1)))).isEmpty();
    }

    @Test
    void canBeCancelledWhileItWaitsForTheNextTry() {
        fixture.model((_, _) -> {
            // By then it waits for an hour.
            Thread.ofVirtual().start(fixture.cancellation::cancel);
            throw asking(Duration.ofHours(1));
        });

        assertThat(fixture.ask(
                        new Event.ChatRequest("hi"),
                        new RetryBackoff(5, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(2))))
                .isInstanceOf(Turn.Outcome.Cancelled.class);
    }

    @Test
    void storesDataThatFitsTheSchemaAndShowsNoPiecesOfIt() {
        fixture.says(new AnswerPiece.Text("```json\n{\"n\":"), new AnswerPiece.Text("1}\n```"));

        assertThat(askData()).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Data(object("{\"n\":1}")));
        assertThat(fixture.stored).hasSize(3);
        assertThat(fixture.shown).isEmpty();
        assertThat(fixture.asked.getFirst().schema()).contains(WANTS_N);
    }

    @Test
    void findsDataBetweenTheOnlyFencesThereAre() {
        fixture.says(new AnswerPiece.Text("Here you are:\n\n```json\n{\"n\":1}\n```\nAnything else?"));

        assertThat(askData()).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Data(object("{\"n\":1}")));
    }

    @Test
    void doesNotChooseBetweenTwoBlocksOfData() {
        fixture.says(new AnswerPiece.Text("```\n{\"n\":1}\n```\nor\n```\n{\"n\":2}\n```"))
                .says(new AnswerPiece.Text("{\"n\":3}"));

        assertThat(askData()).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Data(object("{\"n\":3}")));
    }

    @Test
    void sendsDataThatDoesNotFitBackOnceWithTheReason() {
        fixture.says(new AnswerPiece.Text("Sure: {}")).says(new AnswerPiece.Text("{\"n\":2}"));

        assertThat(askData()).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Data(object("{\"n\":2}")));
        assertThat(fixture.stored).hasSize(3);
        assertThat(fixture.asked.getLast().history().getLast())
                .isInstanceOfSatisfying(
                        Event.ChatRequest.class,
                        repair -> assertThat(repair.content()).contains("does not fit", "no JSON"));
    }

    @Test
    void failsClearlyWhenTheDataStillDoesNotFitAndKeepsIt() {
        fixture.says(new AnswerPiece.Text("{}")).says(new AnswerPiece.Text("{\"m\":2}"));

        assertThat(askData())
                .isInstanceOfSatisfying(
                        Turn.Outcome.Failed.class,
                        failed -> assertThat(failed.what())
                                .startsWith("the answer does not fit the schema, and did not when asked again"));
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Message("{\"m\":2}", object("{\"misfit\":true}")));
    }

    @Test
    void keepsThoughtsAndDataApartWhateverComesFirst() {
        fixture.says(
                new AnswerPiece.Text("{\"n\":"),
                new AnswerPiece.Thought("hm"),
                new AnswerPiece.Text("1}"),
                new AnswerPiece.Thought("well"),
                new AnswerPiece.Seal(object("{\"s\":1}")));

        assertThat(askData()).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.stored.subList(2, fixture.stored.size()))
                .containsExactly(
                        new Event.Reasoning("hmwell", object("{\"s\":1}")), new Event.Data(object("{\"n\":1}")));
    }

    @Test
    void storesWhatWasSaidOnTheWayToAToolThoughDataIsWanted() {
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("ran"))
                .says(new AnswerPiece.Text("Let me see."), call("a", "t"))
                .says(new AnswerPiece.Text("{\"n\":1}"));

        assertThat(askData()).isInstanceOf(Turn.Outcome.Done.class);
        assertThat(fixture.stored).contains(new Event.Message("Let me see."), new Event.Data(object("{\"n\":1}")));
        assertThat(fixture.shown).containsExactly(new AnswerPiece.Text("Let me see."));
    }

    @Test
    void keepsHalfOfTheDataWhenItIsCancelled() {
        fixture.model((pieces, _) -> {
            pieces.piece(new AnswerPiece.Text("{\"n\":"));
            fixture.cancellation.cancel();
            return new AnswerFinish(Reason.CANCELLED, AnswerFinish.Usage.NONE);
        });

        assertThat(askData()).isInstanceOf(Turn.Outcome.Cancelled.class);
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Message("{\"n\":", object("{\"incomplete\":true}")));
    }

    @Test
    void asksInTheOrderOfTheCallsAndWaitsForNoToolThatRuns() {
        var asked = new ArrayList<String>();
        var allAsked = new CountDownLatch(3);
        fixture.approver = (call, _, _) -> {
            synchronized (asked) {
                asked.add(call.id());
            }
            allAsked.countDown();
            return new Decision.Granted();
        };
        // Runs until the others were asked about.
        fixture.tool("slow", Consent.UNATTENDED, (_, _) -> ToolResult.of("" + awaited(allAsked)))
                .tool("t", Consent.ASK, (_, _) -> ToolResult.of("ran"))
                .says(call("a", "slow"), call("b", "t"), call("x", "nosuch"), call("c", "t"), call("d", "t"))
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses().getFirst().content()).isEqualTo("true");
        assertThat(asked).containsExactlyInAnyOrder("b", "c", "d");
    }

    @Test
    void runsNoMoreThanSomeCallsOfOneAnswer() {
        var calls = new AnswerPiece[130];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = new AnswerPiece.Call("" + i, "t", object("{\"n\":" + i + "}"));
        }
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("ran"))
                .says(calls)
                .says(new AnswerPiece.Text("done"))
                .ask("go");

        assertThat(responses()).hasSize(130);
        assertThat(responses().stream().filter(Event.ToolCallResponse::isError)).hasSize(2);
    }

    @Test
    void saysThatASchemaIsNoneBeforeAnybodyIsAsked() {
        assertThat(fixture.ask(new Event.ChatRequest(
                        "hi", Optional.of(object("{\"$ref\":\"#/nowhere\"}")), List.of(), Json.EMPTY)))
                .isInstanceOfSatisfying(
                        Turn.Outcome.Failed.class,
                        failed -> assertThat(failed.what()).startsWith("the schema cannot be used: "));
    }

    @Test
    void answersWhatACrashLeftUnansweredAndGoesOn() {
        fixture.stored.addAll(List.of(
                new Event.TurnStart(),
                new Event.ChatRequest("before"),
                new Event.ToolCallRequest("a", "t", Json.EMPTY),
                new Event.ToolCallRequest("b", "t", Json.EMPTY),
                new Event.ToolCallResponse("a", "fine", false)));
        fixture.says(new AnswerPiece.Text("on we go")).ask("again");

        assertThat(fixture.stored.subList(5, fixture.stored.size()))
                .containsExactly(
                        new Event.ToolCallResponse("b", TurnEvents.LEFT_BEHIND, true),
                        new Event.TurnStart(),
                        new Event.ChatRequest("again"),
                        new Event.Message("on we go"));
    }

    @Test
    void stopsTheModelWhenTheAnswerCannotBeStored() {
        fixture.refusal = event -> event instanceof Event.Reasoning ? Optional.of("disk full") : Optional.empty();
        fixture.model((pieces, stop) -> {
            pieces.piece(new AnswerPiece.Thought("hm"));
            pieces.piece(new AnswerPiece.Text("a"));
            assertThat(stop.isCancelled()).isTrue();
            return new AnswerFinish(Reason.CANCELLED, AnswerFinish.Usage.NONE);
        });

        assertThat(fixture.ask("hi")).isEqualTo(new Turn.Outcome.Failed("disk full", "", AnswerFinish.Usage.NONE));
    }

    @Test
    void endsTheTurnWhenNobodyWatchesAnyMore() {
        fixture.rendererBreaks = piece -> piece.equals(new AnswerPiece.Text("two"));
        fixture.model((pieces, stop) -> {
            pieces.piece(new AnswerPiece.Text("one "));
            pieces.piece(new AnswerPiece.Text("two"));
            assertThat(stop.isCancelled()).isTrue();
            return new AnswerFinish(Reason.CANCELLED, AnswerFinish.Usage.NONE);
        });

        assertThat(fixture.ask("hi")).isInstanceOf(Turn.Outcome.Unwatched.class);
        assertThat(fixture.stored.getLast()).isEqualTo(new Event.Message("one two", object("{\"incomplete\":true}")));
    }

    @Test
    void stopsAModelThatCallsToolsWithoutEnd() {
        fixture.tool("t", Consent.UNATTENDED, (_, _) -> ToolResult.of("ran"));
        for (int i = 0; i < 200; i++) {
            fixture.says(call("x", "t"));
        }

        assertThat(fixture.ask("go"))
                .isInstanceOfSatisfying(
                        Turn.Outcome.Failed.class,
                        failed -> assertThat(failed.what()).contains("200 times in a row"));
    }

    private Turn.Outcome askData() {
        return fixture.ask(new Event.ChatRequest("hi", Optional.of(WANTS_N), List.of(), Json.EMPTY));
    }

    private List<Event.ToolCallResponse> responses() {
        var responses = new ArrayList<Event.ToolCallResponse>();
        for (var event : fixture.stored) {
            if (event instanceof Event.ToolCallResponse response) {
                responses.add(response);
            }
        }
        return responses;
    }

    private static ProviderProblem asking(Duration pause) {
        return new ProviderProblem(Kind.BUSY, "busy", "", pause);
    }

    private static AnswerPiece.Call call(String id, String tool) {
        return new AnswerPiece.Call(id, tool, Json.EMPTY);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Json.Obj object(String text) {
        try {
            return (Json.Obj) JsonText.parse(text);
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }
}
