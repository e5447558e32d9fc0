package dev.outrigger.launch;

import java.nio.file.Path;

/// Why a program cannot be started. The message is one line for people: what is wrong, where, and what to do.
public abstract sealed class CannotStart extends Exception {
    private CannotStart(String message) {
        super(message, null, false, false);
    }

    public static final class Missing extends CannotStart {
        Missing(Path file, String why) {
            super(file + ": " + why);
        }
    }

    public static final class NotAFile extends CannotStart {
        NotAFile(Path file, String what) {
            super(file + " is " + what + ", not a program");
        }
    }

    public static final class NotExecutable extends CannotStart {
        NotExecutable(Path file, String why) {
            super(file + " may not be executed: " + why);
        }
    }

    public static final class EmptyFile extends CannotStart {
        EmptyFile(Path file) {
            super(file + " is empty: a download or build that was cut off?");
        }
    }

    /// Made for another processor or system, or for none.
    public static final class WrongArchitecture extends CannotStart {
        WrongArchitecture(Path file, String found, String machine) {
            super(file + " is " + found + "; this machine runs programs for " + machine);
        }
    }

    /// A binary whose dynamic loader is not installed.
    public static final class MissingLoader extends CannotStart {
        MissingLoader(Path file, String loader) {
            super(file + " needs the loader " + loader + ", which is not here: it was built for another C library or"
                    + " system; install that, or a build for this one");
        }
    }

    /// A script whose first line names no program that can run it.
    public static final class BadInterpreter extends CannotStart {
        BadInterpreter(Path file, String interpreter, String why) {
            super(file + ": its first line names the interpreter \"" + interpreter + "\": " + why);
        }
    }

    /// One of the system's programs that every start goes through is not installed.
    public static final class MissingTool extends CannotStart {
        MissingTool(Path file, String tool) {
            super("cannot start " + file + ": the program " + tool
                    + " is not installed (Debian, Ubuntu, Fedora, Alpine: package util-linux)");
        }
    }

    /// What the system itself said when it was asked to run the file.
    public static final class ExecFailed extends CannotStart {
        ExecFailed(Path file, String message) {
            super("cannot start " + file + ": " + message);
        }
    }
}
