package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.ControlDesk.Declined;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.UninterruptedWait;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// One at a time for each plugin: two clients who install and remove the same one do it one after the other. On a
/// thread of its own: a client who leaves interrupts the one that serves them, and would leave half a removal.
final class PluginTurns {
    private final Set<String> taken = new HashSet<>();

    @FunctionalInterface
    interface Work {
        Json done() throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException;
    }

    /// Waits for the turn and for the end of it, whatever happens to this thread.
    Json in(String plugin, Work work) throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var task = new FutureTask<Json>(() -> {
            take(plugin);
            try {
                return work.done();
            } finally {
                leave(plugin);
            }
        });
        Thread.ofPlatform().name("changes " + plugin).start(task);
        try {
            return UninterruptedWait.keep(() -> task.get());
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case StoreProblem why -> throw why;
                case AuditFailure why -> throw why;
                case StorageFailure why -> throw why;
                case Declined why -> throw why;
                case IOException why -> throw why;
                case RuntimeException why -> throw why;
                case null, default -> throw new IllegalStateException("while " + plugin + " was changed", e);
            }
        }
    }

    private synchronized void take(String plugin) {
        while (!taken.add(plugin)) {
            try {
                wait();
            } catch (InterruptedException _) {
                // Nobody knows this thread.
            }
        }
    }

    private synchronized void leave(String plugin) {
        taken.remove(plugin);
        notifyAll();
    }
}
