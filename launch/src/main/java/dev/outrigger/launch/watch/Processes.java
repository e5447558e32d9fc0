package dev.outrigger.launch.watch;

import java.util.OptionalLong;

/// Who is inside a sandbox: whoever has more process namespaces around him than we have.
final class Processes {
    private final Kernel kernel;
    private final int ours;

    Processes(Kernel kernel) {
        this.kernel = kernel;
        this.ours = kernel.file("/proc/self/status").map(Processes::depth).orElse(1);
    }

    /// For a process of a sandbox, the sandbox's first one, or the one right below it that comes to the same: with it
    /// all others end. Nothing for a process outside.
    OptionalLong firstInside(long pid) {
        var status = kernel.file("/proc/" + pid + "/status").orElse("");
        if (depth(status) <= ours) {
            return OptionalLong.empty();
        }
        var numbers = numbers(status, "NSpid:");
        boolean isFirst = numbers[numbers.length - 1].equals("1");
        return OptionalLong.of(isFirst ? pid : Long.parseLong(numbers(status, "PPid:")[0]));
    }

    static int depth(String status) {
        return numbers(status, "NSpid:").length;
    }

    private static String[] numbers(String status, String field) {
        int at = status.indexOf("\n" + field);
        if (at < 0) {
            return new String[0];
        }
        int from = at + 1 + field.length();
        int end = status.indexOf('\n', from);
        return status.substring(from, end < 0 ? status.length() : end).strip().split("\\s+");
    }
}
