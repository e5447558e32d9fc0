package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether the kernel can count a sandbox as a whole here: its memory, processor time and processes together,
/// where the other limits hold for each process. That takes a part of the tree of control groups (version 2)
/// which is ours to write, as systemd gives it to a service with `Delegate=yes`.
public sealed interface Cgroups {
    List<String> CONTROLLERS = List.of("memory", "cpu", "pids");

    /// Groups for plugins are made in this folder.
    record Usable(Path folder) implements Cgroups {}

    /// `why` is one clause for people.
    record Missing(String why) implements Cgroups {}

    /// Looks, and where it can, makes ready: this process moves to a group beside those of its plugins, since
    /// a group that is divided may hold none itself.
    static Cgroups here() {
        try {
            return in(
                    Files.readString(Path.of("/proc/self/mountinfo")), Files.readString(Path.of("/proc/self/cgroup")));
        } catch (IOException e) {
            return new Missing("the control groups of this process cannot be read: " + e.getMessage());
        }
    }

    /// `mounts` and `groups` are what the kernel says of a process in /proc.
    static Cgroups in(String mounts, String groups) {
        var top = mounted(mounts);
        var ours = groups.lines().filter(line -> line.startsWith("0::/")).findFirst();
        if (top.isEmpty() || ours.isEmpty()) {
            return new Missing("no control groups of version 2 on this system");
        }
        var own = top.get().resolve(ours.get().substring(4)).normalize();
        // A new host finds its predecessor's arrangement.
        var folder = own.endsWith("host") && own.getParent() != null ? own.getParent() : own;
        try {
            var offered = words(folder.resolve("cgroup.controllers"));
            if (!offered.containsAll(CONTROLLERS)) {
                return new Missing("the control group " + folder + " offers " + offered + ", and not all of "
                        + CONTROLLERS + " (systemd: Delegate=yes)");
            }
            if (folder.equals(top.get()) || !Files.isWritable(folder.resolve("cgroup.procs"))) {
                return new Missing("the control group " + folder + " is not ours to divide (systemd: Delegate=yes)");
            }
            makeReady(folder);
            return new Usable(folder);
        } catch (IOException e) {
            return new Missing("the control group " + folder + " cannot be divided: " + e.getMessage());
        }
    }

    private static Optional<Path> mounted(String mounts) {
        return mounts.lines()
                .filter(line -> line.contains(" - cgroup2 "))
                .map(line -> Path.of(line.split(" ")[4]))
                .findFirst();
    }

    private static void makeReady(Path folder) throws IOException {
        if (words(folder.resolve("cgroup.subtree_control")).containsAll(CONTROLLERS)) {
            return;
        }
        var host = folder.resolve("host");
        create(host);
        for (var pid : words(folder.resolve("cgroup.procs"))) {
            write(host.resolve("cgroup.procs"), pid);
        }
        for (var controller : CONTROLLERS) {
            write(folder.resolve("cgroup.subtree_control"), "+" + controller);
        }
    }

    private static Set<String> words(Path file) throws IOException {
        var text = Files.readString(file).strip();
        return text.isEmpty() ? Set.of() : new LinkedHashSet<>(List.of(text.split("\\s+")));
    }

    private static void create(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException _) {
            // A predecessor's.
            return;
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
    }

    /// Groups that a killed host left; empty ones only, since the kernel keeps a group with processes.
    default List<String> removeLeft() {
        var notes = new ArrayList<String>();
        if (!(this instanceof Usable usable)) {
            return notes;
        }
        var names = usable.folder().toFile().list((folder, name) -> name.startsWith("plugin-"));
        for (var name : names == null ? new String[0] : names) {
            if (usable.folder().resolve(name).toFile().delete()) {
                notes.add("removed the control group " + name + " of a plugin that is no more");
            }
        }
        return notes;
    }

    /// Steps for [Sandbox#start] that put a sandbox into a group of its own before its program begins, and
    /// remove the group when all of it is dead; none where there are no groups.
    default SpawnStep limiting(String name, SandboxLimits limits) {
        return switch (this) {
            case Usable(var folder) -> new Group(folder.resolve("plugin-" + name), limits);
            case Missing _ -> SpawnStep.NOTHING;
        };
    }

    final class Group implements SpawnStep {
        private final Path folder;
        private final SandboxLimits limits;
        private @Nullable FileChannel members;

        private Group(Path folder, SandboxLimits limits) {
            this.folder = folder;
            this.limits = limits;
        }

        @Override
        public void before() throws IOException {
            create(folder);
            write(folder.resolve("memory.max"), Long.toString(limits.memoryBytes()));
            var swap = folder.resolve("memory.swap.max");
            if (Files.exists(swap)) {
                write(swap, "0");
            }
            write(folder.resolve("pids.max"), Integer.toString(limits.processes()));
            int percent = limits.cpuPercent();
            write(folder.resolve("cpu.max"), percent == 0 ? "max 100000" : percent * 1000 + " 100000");
            members = FileChannel.open(folder.resolve("cgroup.procs"), StandardOpenOption.WRITE);
        }

        @Override
        public void spawned(long outside, long inside) throws IOException {
            if (members != null) {
                members.write(StandardCharsets.US_ASCII.encode(Long.toString(inside)));
            }
        }

        /// What the kernel is not done with yet stays until [#removeLeft].
        @Override
        public void dead() {
            try {
                if (members != null) {
                    members.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException("closing the control group " + folder, e);
            } finally {
                var _ = folder.toFile().delete();
            }
        }
    }
}
