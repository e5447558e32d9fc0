package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A host to be killed: starts one sandboxed program with these capabilities, says the pid of the first process in the
/// sandbox, and waits.
final class DyingHost {
    private DyingHost() {}

    public static void main(String[] args) throws Exception {
        var script = List.of("sh", "-c", "echo ready; sleep 1000 & sleep 1000");
        var capabilities = List.of(args).subList(1, args.length);
        var child = Place.in(Path.of(args[0])).start(capabilities, script, Limits.DEFAULT, Place.DEAF);
        child.stdout().readNBytes("ready\n".length());
        System.out.println(child.firstProcess().orElseThrow().pid());
        Thread.currentThread().join();
    }

    static Process start(Path base, String... capabilities) throws java.io.IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classes = Path.of("target/classes").toAbsolutePath() + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        var command = new ArrayList<>(List.of(java, "-cp", classes, DyingHost.class.getName(), base.toString()));
        command.addAll(List.of(capabilities));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
