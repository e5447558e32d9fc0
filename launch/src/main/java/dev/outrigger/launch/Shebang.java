package dev.outrigger.launch;

import dev.outrigger.system.SearchPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// A script's first line, read as the kernel reads it.
final class Shebang {
    /// The kernel looks at no more of the file than this.
    private static final int KERNEL_READS = 256;

    /// So many scripts may stand between a file and the binary that runs it.
    private static final int DEEPEST = 5;

    private static final String CARRIAGE_RETURN =
            "it ends with a carriage return: save the file with Unix line ends (sed -i 's/\\r$//')";

    private Shebang() {}

    static boolean is(byte[] head, int length) {
        return length >= 2 && head[0] == '#' && head[1] == '!';
    }

    static Optional<CannotStart> problem(Path file, byte[] head, int length, String searchPath, int depth) {
        int seen = Math.min(length, KERNEL_READS);
        int end = 2;
        while (end < seen && head[end] != '\n') {
            end++;
        }
        var line = new String(head, 2, end - 2, StandardCharsets.UTF_8).strip();
        boolean returned = end > 2 && head[end - 1] == '\r';
        int space = 0;
        while (space < line.length() && line.charAt(space) != ' ' && line.charAt(space) != '\t') {
            space++;
        }
        var interpreter = line.substring(0, space);
        var argument = line.substring(space).strip();
        if (interpreter.isEmpty()) {
            // To the kernel no script at all, to a shell a comment.
            return Optional.empty();
        }
        if (end == KERNEL_READS && argument.isEmpty()) {
            return bad(file, interpreter, "that is longer than the " + KERNEL_READS + " bytes the system reads");
        }
        if (returned && argument.isEmpty()) {
            return bad(file, interpreter, CARRIAGE_RETURN);
        }
        if (!interpreter.startsWith("/")) {
            return bad(file, interpreter, "it must be a full path, as in #!/usr/bin/env " + interpreter);
        }
        if (depth == DEEPEST) {
            return bad(file, interpreter, "scripts that are run by scripts, more than " + DEEPEST + " deep");
        }
        var inner = interpreterProblem(interpreter, searchPath, depth + 1);
        if (!inner.isEmpty()) {
            return bad(file, interpreter, inner);
        }
        return interpreter.endsWith("/env")
                ? command(file, interpreter, argument, returned, searchPath)
                : Optional.empty();
    }

    private static String interpreterProblem(String interpreter, String searchPath, int depth) {
        try {
            var problem = StartDiagnosis.look(Path.of(interpreter), searchPath, depth);
            return problem.isEmpty() ? "" : String.valueOf(problem.get().getMessage());
        } catch (InvalidPathException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// `env` runs the command that it finds on the PATH, and takes everything behind it for that one name unless it
    /// is told to split.
    private static Optional<CannotStart> command(
            Path file, String env, String argument, boolean returned, String searchPath) {
        boolean split = argument.startsWith("-S");
        var words = split ? argument.substring(2).strip() : argument;
        if (words.isEmpty() || words.startsWith("-") || words.indexOf('=') >= 0) {
            return Optional.empty();
        }
        var shown = env + " " + argument;
        if (returned) {
            return bad(file, shown, CARRIAGE_RETURN);
        }
        int space = words.indexOf(' ');
        if (space >= 0 && !split) {
            return bad(file, shown, "env takes all of this for one name: write #!" + env + " -S " + argument);
        }
        var name = space < 0 ? words : words.substring(0, space);
        return name.indexOf('/') >= 0 || SearchPath.find(name, searchPath).isPresent()
                ? Optional.empty()
                : bad(file, shown, name + " is not installed, or not on the PATH");
    }

    private static Optional<CannotStart> bad(Path file, String interpreter, String why) {
        return Optional.of(new CannotStart.BadInterpreter(file, interpreter, why));
    }
}
