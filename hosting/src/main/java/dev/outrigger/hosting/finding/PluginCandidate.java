package dev.outrigger.hosting.finding;

/// A way to serve a call, and what became of it.
public record PluginCandidate(PluginOffer offer, CandidateFate fate) {}
