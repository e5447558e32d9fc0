package dev.outrigger.terminal;

/// A whole line as one would type it, and what it does.
public record Example(String line, String about) {}
