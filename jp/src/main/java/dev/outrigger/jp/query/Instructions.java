package dev.outrigger.jp.query;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.OutputFailed;

/// What a model is told before the conversation: the user's words, or else where it is and how it is read.
public final class Instructions {
    private Instructions() {}

    public static String of(Session session) throws Problem, OutputFailed {
        var settings = session.settings();
        var own = settings.text("assistant.system_prompt");
        return own.isEmpty()
                ? """
                You are %s, an assistant in a terminal. Your answers are read there: Markdown, to the point.
                The user works in the folder %s; paths that you give to tools are relative to it.
                """.formatted(
                        settings.text("assistant.name"), session.workspace().root())
                : own;
    }
}
