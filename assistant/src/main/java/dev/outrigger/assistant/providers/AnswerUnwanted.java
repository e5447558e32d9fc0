package dev.outrigger.assistant.providers;

import java.io.IOException;

/// Nobody wants the rest.
final class AnswerUnwanted extends IOException {
    AnswerUnwanted() {
        super("cancelled");
    }
}
