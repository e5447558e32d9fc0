package dev.outrigger.launch;

/// Waits for something that must not be left half done: an interrupt during it is kept for whoever comes after.
public interface UninterruptedWait<T, E extends Exception> {
    T attempt() throws InterruptedException, E;

    static <T, E extends Exception> T keep(UninterruptedWait<T, E> waiting) throws E {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return waiting.attempt();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
