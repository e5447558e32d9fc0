package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramEnding;

/// How a sandboxed program ended.
public sealed interface SandboxEnding {
    /// One clause for people.
    String words();

    record Ran(ProgramEnding ending) implements SandboxEnding {
        @Override
        public String words() {
            return ending.words();
        }
    }

    /// The sandbox could not be made: no line of the program ever ran.
    record NotMade(String why) implements SandboxEnding {
        @Override
        public String words() {
            return why;
        }
    }
}
