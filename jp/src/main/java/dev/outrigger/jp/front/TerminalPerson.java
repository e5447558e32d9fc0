package dev.outrigger.jp.front;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Prompt;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/// The person at the terminal: has one mouth, so is asked one thing at a time.
public final class TerminalPerson {
    private final TurnRenderer watching;
    private final Prompt prompt;
    /// Fair: who came first is heard first.
    private final ReentrantLock ear = new ReentrantLock(true);

    public TerminalPerson(TurnRenderer watching, Prompt prompt) {
        this.watching = watching;
        this.prompt = prompt;
    }

    interface Conversation<T> {
        Optional<T> talk();
    }

    /// Nothing when cancelled, before or while asked. Reading from a terminal cannot be ended from outside, so it has a
    /// thread of its own, which is left to itself then: the program is about to end.
    <T> Optional<T> ask(Cancellation cancellation, Conversation<T> conversation) {
        ear.lock();
        try {
            if (cancellation.isCancelled()) {
                return Optional.empty();
            }
            return watching.aside(() -> {
                var answer = heard(cancellation, conversation);
                if (cancellation.isCancelled()) {
                    leaveTheLine();
                }
                return answer;
            });
        } finally {
            ear.unlock();
        }
    }

    /// What follows should not stand behind the question.
    private void leaveTheLine() {
        try {
            prompt.tell(PrintFormat.PLAIN, "\n");
        } catch (OutputFailed _) {
            // the terminal is gone, and with it the question
        }
    }

    private static <T> Optional<T> heard(Cancellation cancellation, Conversation<T> conversation) {
        var answer = new CompletableFuture<Optional<T>>();
        Thread.ofPlatform().daemon().name("question").start(() -> {
            try {
                answer.complete(conversation.talk());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        try (var _ = cancellation.onCancel(() -> answer.complete(Optional.empty()))) {
            return answer.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("while asking", e.getCause());
        }
    }
}
