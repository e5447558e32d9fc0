package dev.outrigger.launch;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Small programs in a folder, and what became of their processes.
record Scripts(Path folder) {
    static final Map<String, String> ENV = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin");
    static final ProgramListener DEAF = new ProgramListener() {};

    Path state() {
        return folder.resolve("state");
    }

    Launcher launcher() {
        return new Launcher(state());
    }

    Path executable(String name, String content) throws IOException {
        var file = Files.writeString(folder.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path executable(String name, byte[] content) throws IOException {
        var file = Files.write(folder.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path sh(String body) throws IOException {
        return executable("program", "#!/bin/sh\n" + body + "\n");
    }

    ProgramSpec program(Path file, String... args) {
        return new ProgramSpec(file, List.of(args), ENV, folder, false);
    }

    ProgramSpec contained(Path file, String... args) {
        return new ProgramSpec(file, List.of(args), ENV, folder, true);
    }

    /// The pid that a script wrote into a file of this name.
    long pid(String name) {
        var file = folder.resolve(name);
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(file) && Files.size(file) > 1);
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static boolean alive(long pid) {
        return ProcFiles.stat(pid).filter(stat -> !stat.dead()).isPresent();
    }

    static void awaitDeath(long pid) {
        await().atMost(Duration.ofSeconds(20)).until(() -> !alive(pid));
    }
}
