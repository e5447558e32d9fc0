package dev.outrigger.jp.finding;

import dev.outrigger.jp.Problem;
import dev.outrigger.terminal.OutputFailed;
import java.util.List;

/// Asks plugins what they are, so that [dev.outrigger.jp.describe.Descriptions] knows it afterwards.
public interface Describer {
    /// Only ever given programs that may run without a question.
    void describe(List<Plugin> approved) throws Problem, OutputFailed;
}
