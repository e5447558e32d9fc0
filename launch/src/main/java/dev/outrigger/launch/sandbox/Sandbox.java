package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.Listener;
import dev.outrigger.launch.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts programs in sandboxes. In `state` it keeps the copies of programs and, while a child lives, what describes
/// its sandbox; when root starts plugins as somebody else, that one must be able to reach this folder.
public final class Sandbox {
    private final Path state;
    private final Launcher launcher;
    private final BinFolder programs;

    public Sandbox(Path state) {
        this.state = state.toAbsolutePath();
        this.launcher = new Launcher(this.state);
        this.programs = new BinFolder(this.state);
    }

    /// Plans and starts. The plan is made at every start, since what the paths in it mean may have changed.
    public Confined start(Confinement confinement, RunAs as, Listener listener) throws Refused {
        return start(confinement, as, listener, Oversight.none());
    }

    public Confined start(Confinement confinement, RunAs as, Listener listener, Oversight oversight) throws Refused {
        as.own(confinement.data());
        // Who could write here would change the programs of every sandbox.
        var plan = SandboxPlan.of(confinement.keepingOut(state));
        return start(plan, confinement.name(), as, listener, oversight);
    }

    Confined start(SandboxPlan plan, String name, RunAs as, Listener listener, Oversight oversight) throws Refused {
        var tools = Tools.find();
        UserNamespaces.check();
        var bubblewrap = Bubblewrap.of(plan, programs.of(plan.programs()));
        var folder = write(bubblewrap, oversight.ready(plan));
        boolean started = false;
        try {
            var args = new ArrayList<>(List.of("-c", bubblewrap.shim(), "sandbox", folder.toString()));
            args.addAll(bubblewrap.argv(as, tools));
            var program = new Program(Path.of("/bin/sh"), args, Map.of(), Path.of("/"), false);
            var child = new Confined(name, launcher.start(program, listener, oversight::before), folder, as, listener);
            started = true;
            return child;
        } catch (CannotStart e) {
            throw new Refused("the sandbox of " + name + ": " + e.getMessage());
        } finally {
            if (!started) {
                Confined.forget(folder, listener);
            }
        }
    }

    private Path write(Bubblewrap bubblewrap, CallFilter calls) throws Refused {
        try {
            var runs = Files.createDirectories(state.resolve("sandboxes"));
            var folder = Files.createTempDirectory(runs, "");
            Files.write(folder.resolve("options"), separated(bubblewrap.options()));
            Files.write(folder.resolve("filter"), Bpf.bytes(calls));
            for (int i = 0; i < bubblewrap.texts().size(); i++) {
                Files.writeString(folder.resolve("text" + i), bubblewrap.texts().get(i));
            }
            return folder;
        } catch (IOException e) {
            throw new Refused("a sandbox cannot be described in " + state + ": " + e);
        }
    }

    private static byte[] separated(List<String> options) {
        var out = new ByteArrayOutputStream();
        for (var option : options) {
            out.writeBytes(option.getBytes(StandardCharsets.UTF_8));
            out.write(0);
        }
        return out.toByteArray();
    }
}
