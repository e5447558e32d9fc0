package dev.outrigger.jp.finding;

/// A way to serve a call, and what became of it.
public record Candidate(Offer offer, Fate fate) {}
