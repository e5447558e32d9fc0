package dev.outrigger.launch.sandbox;

import java.nio.file.Path;

/// One thing in the file tree that the program sees. The tree begins empty.
public sealed interface Mount {
    /// Where it is seen inside.
    Path at();

    PlanReason because();

    /// One clause for people.
    String words();

    /// What the host has at `source`.
    sealed interface Bind extends Mount {
        Path source();
    }

    /// What is made for this sandbox alone: nothing of the host's is in it.
    sealed interface Fresh extends Mount {}

    record ReadOnly(Path source, Path at, PlanReason because) implements Bind {
        @Override
        public String words() {
            return "read  " + at + (source.equals(at) ? "" : " (" + source + ")");
        }
    }

    record Writable(Path source, Path at, PlanReason because) implements Bind {
        @Override
        public String words() {
            return "write " + at + (source.equals(at) ? "" : " (" + source + ")");
        }
    }

    /// Memory that looks like a folder and is gone with the sandbox.
    record Scratch(Path at, long bytes, PlanReason because) implements Fresh {
        @Override
        public String words() {
            return "write " + at + " (empty, in memory, at most " + (bytes >> 20) + " MiB)";
        }
    }

    /// A folder that is there and has nothing in it, whatever the host has at that path.
    record Empty(Path at, PlanReason because) implements Fresh {
        @Override
        public String words() {
            return "empty " + at + " (nothing of the host's, nothing can be created in it)";
        }
    }

    /// A file that is there and cannot be opened, whatever the kernel has at that path.
    record Closed(Path at, PlanReason because) implements Fresh {
        @Override
        public String words() {
            return "close " + at + " (it cannot be opened)";
        }
    }

    record Link(Path at, String target, PlanReason because) implements Mount {
        @Override
        public String words() {
            return "link  " + at + " to " + target;
        }
    }

    /// A file of our own making.
    record Text(Path at, String content, PlanReason because) implements Mount {
        @Override
        public String words() {
            return "read  " + at + " (made up: " + content.lines().count() + " lines)";
        }
    }

    /// The processes of the sandbox, and of nobody else.
    record Processes(Path at, PlanReason because) implements Fresh {
        @Override
        public String words() {
            return "proc  " + at + " (of the sandbox alone)";
        }
    }

    /// null, zero, full, random, urandom, tty, and a pts of its own.
    record Devices(Path at, PlanReason because) implements Fresh {
        @Override
        public String words() {
            return "dev   " + at + " (null, zero, full, random, urandom, tty)";
        }
    }

    /// The folder itself becomes read-only; what is mounted below it stays as it is.
    record Sealed(Path at, PlanReason because) implements Fresh {
        @Override
        public String words() {
            return "seal  " + at + " (nothing can be created in it)";
        }
    }

    /// The folder of programs that are in every sandbox, with the names of those the plan adds: see [SandboxPrograms].
    record Programs(Path at, PlanReason because) implements Mount {
        @Override
        public String words() {
            return "read  " + at + " (the base set of programs)";
        }
    }
}
