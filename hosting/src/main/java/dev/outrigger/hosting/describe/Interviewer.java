package dev.outrigger.hosting.describe;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;

/// Gets a question answered by a plugin: sees to it that the plugin may be started at all, and chooses which file that
/// is (a pinned program runs from a copy). Called by several threads at once.
public interface Interviewer {
    InterviewReply ask(PluginProgram plugin, InterviewQuestion question) throws Problem, OutputFailed;
}
