import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.launch.sandbox.SandboxOversight;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/// `Starts bash|python3|node|java`: from the start of a program to its first byte, in a sandbox that is watched and
/// bare, by turns. The JVM is a daemon's, and young: it has done what a daemon does before its first start, and the
/// first start counts.
final class Starts {
    static final ProgramListener DEAF = new ProgramListener() {};

    /// Bare starts that do not count: how young the JDK's own way is, is not what we ask.
    static final int BARE_BEFORE = 3;

    public static void main(String[] words) throws Exception {
        var home = Path.of(System.getenv("KAGED_HOME"));
        var folder = Path.of(System.getenv("BENCH_FOLDER"));
        var sandbox = new Sandbox(home.resolve("run"));
        sandbox.tidy();
        var command = command(words[0]);
        if (!(Detection.here() instanceof Detection.Available)) {
            throw new IllegalStateException("no detection here: " + Detection.here().words());
        }
        sandbox.rehearse(() -> true);
        var report = new StringBuilder();
        int rounds = Integer.parseInt(System.getenv("BENCH_ROUNDS"));
        for (int i = 0; i < BARE_BEFORE; i++) {
            bare(List.of("/bin/echo", "x"), folder);
        }
        for (int i = 0; i < rounds; i++) {
            report.append("sandboxed_ms ").append(sandboxed(sandbox, command, home, folder)).append('\n');
            report.append("bare_ms ").append(bare(command, folder)).append('\n');
        }
        Files.writeString(Path.of(System.getenv("BENCH_REPORT")), report, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static List<String> command(String runtime) {
        return switch (runtime) {
            case "bash" -> List.of("bash", "-c", "echo x; read");
            case "python3" -> List.of("/usr/bin/python3", "-c", "print('x', flush=True); input()");
            case "node" -> List.of("node", "-e", "console.log('x')");
            case "java" -> List.of("java", "-cp", ".", "Hello");
            default -> throw new IllegalArgumentException(runtime);
        };
    }

    static double bare(List<String> command, Path folder) throws Exception {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().retainAll(List.of("PATH"));
        long start = System.nanoTime();
        var process = builder.start();
        double taken = untilFirstByte(process.getInputStream(), start);
        process.destroyForcibly().waitFor();
        return taken;
    }

    static double sandboxed(Sandbox sandbox, List<String> command, Path home, Path folder) throws Exception {
        var confinement = new Confinement(
                "start",
                List.of(),
                folder,
                List.of(folder),
                Confinement.ITSELF,
                home.resolve("data/start"),
                command,
                Map.of(),
                SandboxLimits.DEFAULT,
                List.of(home),
                List.of(),
                System.getenv("PATH"),
                null);
        long start = System.nanoTime();
        var as = HostIdentity.forPlugin(home.resolve("data"), "start");
        try (var child = sandbox.start(confinement, as, DEAF, SandboxOversight.telling(_ -> {}))) {
            return untilFirstByte(child.stdout(), start);
        }
    }

    static double untilFirstByte(InputStream stdout, long start) throws Exception {
        if (stdout.read() < 0) {
            throw new IllegalStateException("it ended without a word");
        }
        return (System.nanoTime() - start) / 1e6;
    }
}
