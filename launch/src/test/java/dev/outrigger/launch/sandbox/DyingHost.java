package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.List;

/// A host to be killed: starts one sandboxed program, says the pid of the first process in the sandbox, and waits.
final class DyingHost {
    private DyingHost() {}

    public static void main(String[] args) throws Exception {
        var script = List.of("sh", "-c", "echo ready; sleep 1000 & sleep 1000");
        var child = Place.in(Path.of(args[0])).start(List.of(), script, Limits.DEFAULT, Place.DEAF);
        child.stdout().readNBytes("ready\n".length());
        System.out.println(child.firstProcess().orElseThrow().pid());
        Thread.currentThread().join();
    }

    static Process start(Path base) throws java.io.IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classes = Path.of("target/classes").toAbsolutePath() + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        return new ProcessBuilder(java, "--enable-native-access=ALL-UNNAMED", "-cp", classes, DyingHost.class.getName(), base.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
