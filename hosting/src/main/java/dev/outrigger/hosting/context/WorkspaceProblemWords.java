package dev.outrigger.hosting.context;

import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.WorkspaceProblem;

/// What the workspace refuses, as the problem of a command.
public final class WorkspaceProblemWords {
    private WorkspaceProblemWords() {}

    public static Problem of(WorkspaceProblem problem) {
        return new Problem(String.valueOf(problem.getMessage()), problem.hint());
    }
}
