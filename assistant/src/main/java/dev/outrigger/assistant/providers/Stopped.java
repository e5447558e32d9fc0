package dev.outrigger.assistant.providers;

import java.io.IOException;

/// Nobody wants the rest.
final class Stopped extends IOException {
    Stopped() {
        super("cancelled");
    }
}
