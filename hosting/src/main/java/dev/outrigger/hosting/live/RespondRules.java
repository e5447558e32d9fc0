package dev.outrigger.hosting.live;

import java.time.Duration;

/// What becomes of a question that nobody answers.
///
/// @param approve whether a tool call is then let through
public record RespondRules(Duration timeout, boolean approve) {}
