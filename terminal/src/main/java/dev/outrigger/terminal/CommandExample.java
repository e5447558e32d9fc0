package dev.outrigger.terminal;

/// A whole line as one would type it, and what it does.
public record CommandExample(String line, String about) {}
