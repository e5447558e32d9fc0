package dev.outrigger.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A host to be killed: starts one program, says its pid, and waits. At a signal it asks the program for a last line.
final class LauncherHost {
    private LauncherHost() {}

    public static void main(String[] args) throws Exception {
        var program = new ProgramSpec(
                Path.of(args[2]), List.of(), Scripts.ENV, Path.of(args[0]), Boolean.parseBoolean(args[1]));
        var child = new Launcher(new Scripts(Path.of(args[0])).state()).start(program, Scripts.DEAF);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> say(child)));
        System.out.println(child.pid());
        Thread.currentThread().join();
    }

    private static void say(ChildProgram child) {
        try (OutputStream in = child.stdin()) {
            in.write("last words\n".getBytes(StandardCharsets.UTF_8));
            int c = child.stdout().read();
            for (; c >= 0 && c != '\n'; c = child.stdout().read()) {
                System.out.print((char) c);
            }
            System.out.println();
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    static Process start(Scripts scripts, boolean contain, Path program) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // In a session of its own, so that a test can signal its group.
        return new ProcessBuilder(
                        "setsid",
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LauncherHost.class.getName(),
                        scripts.folder().toString(),
                        Boolean.toString(contain),
                        program.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
