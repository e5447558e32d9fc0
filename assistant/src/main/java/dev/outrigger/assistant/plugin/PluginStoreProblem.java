package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.AdvisedProblem;

/// Why installed tool plugins cannot be used or changed.
public final class PluginStoreProblem extends AdvisedProblem {
    PluginStoreProblem(String what, String hint) {
        super(what, hint);
    }
}
