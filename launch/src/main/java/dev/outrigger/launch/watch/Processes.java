package dev.outrigger.launch.watch;

/// Who is inside a sandbox: whoever has more process namespaces around him than we have.
final class Processes {
    private final Kernel kernel;
    private final int ours;

    sealed interface Where {}

    /// With `first`, the sandbox's first process, all others end.
    record Inside(long first) implements Where {}

    /// A thread of ours, or the outer half of bubblewrap.
    record Outside() implements Where {}

    /// Nothing can be read of it: it is gone, or we have no descriptor left to read with. Never taken for outside,
    /// where all is allowed.
    record Unknown() implements Where {}

    Processes(Kernel kernel) {
        this.kernel = kernel;
        this.ours = Math.max(1, depth(kernel.file("/proc/self/status").orElse("")));
    }

    Where where(long pid) {
        return where(pid, kernel.file("/proc/" + pid + "/status").orElse(""), ours);
    }

    static Where where(long pid, String status, int ours) {
        var numbers = numbers(status, "NSpid:");
        var parent = numbers(status, "PPid:");
        if (numbers.length == 0 || parent.length == 0) {
            return new Unknown();
        }
        if (numbers.length <= ours) {
            return new Outside();
        }
        // What runs first inside is the first process itself, or a child of it.
        return new Inside(numbers[numbers.length - 1].equals("1") ? pid : Long.parseLong(parent[0]));
    }

    private static int depth(String status) {
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
