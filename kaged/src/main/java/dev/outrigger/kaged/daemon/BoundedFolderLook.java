package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.control.ControlDesk.Declined;
import dev.outrigger.kaged.service.BoundedSteps;
import dev.outrigger.kaged.store.StoreProblem;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A look at a folder of somebody's: whatever is in it, and wherever it lies, who asks about it has an answer.
record BoundedFolderLook(BoundedSteps steps) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    <T> T at(String what, Callable<T> work) throws StoreProblem, Declined {
        var task = new FutureTask<T>(work);
        if (!steps.unlessLeft(PATIENCE, "a look at " + what, task)) {
            throw new Declined("a look at " + what + " takes longer than " + PATIENCE.toSeconds()
                    + " s, or hangs: something in it is no ordinary file, or its file system does not answer");
        }
        try {
            return task.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Declined("nobody waits for it any more");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case StoreProblem why -> throw why;
                case Declined why -> throw why;
                case RuntimeException why -> throw why;
                case null, default -> throw new IllegalStateException("while looking at " + what, e);
            }
        }
    }
}
