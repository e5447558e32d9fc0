package dev.outrigger.jp.describe;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.terminal.OutputFailed;

/// Gets a question answered by a plugin: sees to it that the plugin may be started at all, and chooses which file that
/// is (a pinned program runs from a copy). Called by several threads at once.
public interface Interviewer {
    Reply ask(Plugin plugin, Question question) throws Problem, OutputFailed;
}
