package dev.outrigger.hosting.turn;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;

/// What a model is told before the conversation: the user's words, or else where it is and how it is read.
public final class ModelInstructions {
    private ModelInstructions() {}

    public static String of(JpContext context) throws Problem, OutputFailed {
        var settings = context.settings();
        var own = settings.text("assistant.system_prompt");
        return own.isEmpty()
                ? """
                You are %s, an assistant in a terminal. Your answers are read there: Markdown, to the point.
                The user works in the folder %s; paths that you give to tools are relative to it.
                """.formatted(
                        settings.text("assistant.name"), context.workspace().root())
                : own;
    }
}
