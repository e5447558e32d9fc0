package dev.outrigger.launch;

/// Waits for something that must not be left half done: an interrupt during it is kept for whoever comes after.
public interface Uninterrupted<T> {
    T attempt() throws InterruptedException;

    static <T> T keep(Uninterrupted<T> waiting) {
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
