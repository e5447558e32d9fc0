package dev.outrigger.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Programs at the other end of real pipes, ended with the test that started them.
public final class PeerPrograms implements AfterEachCallback {
    private final List<Process> started = new ArrayList<>();

    /// A shell's words; what shall be killed with it is started with `exec`.
    public Process shell(String script) throws IOException {
        var process = new ProcessBuilder("sh", "-c", script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        started.add(process);
        return process;
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        for (var process : started) {
            process.destroyForcibly().waitFor();
        }
    }
}
