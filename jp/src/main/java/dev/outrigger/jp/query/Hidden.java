package dev.outrigger.jp.query;

/// What the user does not want to see.
public record Hidden(boolean reasoning, boolean tools) {}
