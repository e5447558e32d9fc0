package dev.outrigger.hosting.context;

import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;

/// A command that changes something, in three steps, so that one that ends with an error has changed nothing: all that
/// can fail comes before the change, and what is said of it afterwards cannot.
public interface ChangingCommand extends ProgramCommand<JpContext> {
    /// Finds out whether it can be done, and asks whoever is to be asked. Changes nothing.
    Planned plan(JpContext context) throws Problem, OutputFailed;

    @Override
    default int run(JpContext context) throws Problem, OutputFailed {
        var report = plan(context).carryOut();
        context.done();
        report.tell(context).show(context);
        return 0;
    }

    /// What is to be done.
    interface Planned {
        /// All of it; or a [Problem], and nothing.
        Report carryOut() throws Problem, OutputFailed;
    }

    /// What is so now. There are no problems any more: what cannot be told is left out.
    interface Report {
        Answer tell(JpContext context) throws OutputFailed;
    }

    /// Every change is told in both forms, so that none can be without an answer for programs.
    ///
    /// @param aside whether the words are a note beside the matter, and no result
    record Answer(String words, Json json, boolean aside) {
        public static Answer result(String text, Json json) {
            return new Answer(text, json, false);
        }

        public static Answer note(String words, Json json) {
            return new Answer(words, json, true);
        }

        void show(JpContext context) throws OutputFailed {
            if (aside && !context.json()) {
                context.printer().note(words);
            } else {
                context.show(words, json);
            }
        }
    }
}
