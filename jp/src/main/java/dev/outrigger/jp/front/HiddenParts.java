package dev.outrigger.jp.front;

/// What the user does not want to see.
public record HiddenParts(boolean reasoning, boolean tools) {}
