package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.tunnel.HostResolver;
import dev.outrigger.launch.tunnel.Tunnels;
import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Opens the tunnels of a plan, before there is a sandbox: it is started in the network that they make.
///
/// Their sockets lie in `<state>/tunnels/<our process>-<random>`, so that what a killed host left can be told.
record TunnelOpening(Path state, HostResolver resolver) {
    /// What the kernel takes for the path of a socket, less its name and a zero.
    private static final int LONGEST_FOLDER = 107 - 3;

    Tunnels dig(NetworkMode network, HostIdentity as, SandboxTools tools, ProgramListener listener)
            throws ConfinementRefused {
        var doors = network.doors();
        if (doors.doors().isEmpty()) {
            return Tunnels.none();
        }
        var with = new Tunnels.Tools(
                as.argv(tools),
                tools.bwrap(),
                SandboxTools.find("socat", "socat"),
                SandboxTools.find("nsenter", "util-linux"));
        try {
            var folder = folder();
            as.own(folder);
            return Tunnels.open(doors, folder, with, resolver, listener);
        } catch (IOException e) {
            throw new ConfinementRefused(
                    "the tunnels to " + doors.ends().getFirst().text() + " cannot be opened: " + e.getMessage());
        }
    }

    private Path folder() throws IOException {
        var folders = Files.createDirectories(state.resolve("tunnels"));
        sweep(folders);
        var folder = Files.createTempDirectory(folders, ProcessHandle.current().pid() + "-");
        if (folder.toString().length() <= LONGEST_FOLDER) {
            return folder;
        }
        Files.delete(folder);
        return Files.createTempDirectory("tunnels-");
    }

    /// Of hosts that are no more. Their processes ended with them.
    private static void sweep(Path folders) throws IOException {
        try (var left = Files.newDirectoryStream(folders, "[0-9]*-*")) {
            for (var folder : left) {
                var name = folder.getFileName().toString();
                long pid = Long.parseLong(name.substring(0, name.indexOf('-')));
                if (ProcessHandle.of(pid).isEmpty()) {
                    try {
                        TreeDeletion.delete(folder);
                    } catch (NoSuchFileException _) {
                        // Another host that begins now removes it as well.
                    }
                }
            }
        }
    }
}
