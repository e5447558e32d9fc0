package dev.outrigger.launch.sandbox;

/// What one sandbox may use. Memory, open files and the size of a file are counted per process, processes for all of
/// the sandbox; scratch is each of its two folders in memory. Where there are [Cgroups], memory counts for all of the
/// sandbox, and `cpuPercent` of one processor holds; 0 is no limit.
public record SandboxLimits(
        long memoryBytes, int processes, int openFiles, long fileBytes, long scratchBytes, int cpuPercent) {
    private static final long MIB = 1 << 20;

    /// Below 2200 MiB Bun does not get the room for compiled code that it reserves, and interprets, without a word.
    public static final SandboxLimits DEFAULT = new SandboxLimits(4096 * MIB, 256, 1024, 1024 * MIB, 64 * MIB, 0);

    public SandboxLimits {
        if (memoryBytes < MIB
                || processes < 1
                || openFiles < 8
                || fileBytes < 0
                || scratchBytes < MIB
                || cpuPercent < 0) {
            throw new IllegalArgumentException("a limit below what any program needs to start");
        }
    }
}
