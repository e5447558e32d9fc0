package dev.outrigger.launch;

/// How a program ended.
public sealed interface ProgramEnding {
    /// One clause for people.
    String words();

    record Exited(int status) implements ProgramEnding {
        @Override
        public String words() {
            return "exit status " + status;
        }
    }

    /// An exit status as a signal leaves it. The JDK folds death by signal `n` into the status 128 + `n`, so that a
    /// program which calls `exit(137)` looks the same as one that was killed: hence the careful words.
    record Signalled(int number, String name) implements ProgramEnding {
        @Override
        public String words() {
            return "exit status " + (128 + number) + " (as after " + name + ")";
        }
    }

    /// The system refused to run it, or what prepares it failed, its sandbox for one: no line of it ever ran.
    ///
    /// @param why one line for people
    record NotStarted(String why) implements ProgramEnding {
        @Override
        public String words() {
            return "not started: " + why;
        }
    }

    static ProgramEnding ofStatus(int status) {
        int number = status - 128;
        return number >= 1 && number <= 64 ? new Signalled(number, signal(number)) : new Exited(status);
    }

    private static String signal(int number) {
        return switch (number) {
            case 1 -> "SIGHUP";
            case 2 -> "SIGINT";
            case 3 -> "SIGQUIT";
            case 4 -> "SIGILL";
            case 5 -> "SIGTRAP";
            case 6 -> "SIGABRT";
            case 7 -> "SIGBUS";
            case 8 -> "SIGFPE";
            case 9 -> "SIGKILL";
            case 10 -> "SIGUSR1";
            case 11 -> "SIGSEGV";
            case 12 -> "SIGUSR2";
            case 13 -> "SIGPIPE";
            case 14 -> "SIGALRM";
            case 15 -> "SIGTERM";
            case 24 -> "SIGXCPU";
            case 25 -> "SIGXFSZ";
            case 31 -> "SIGSYS";
            default -> "signal " + number;
        };
    }
}
