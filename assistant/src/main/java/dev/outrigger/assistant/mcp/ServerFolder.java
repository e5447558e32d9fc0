package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.mcp.client.HarmlessWords;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The folder that one run of a server begins in: empty, the user's alone, in no workspace, and gone afterwards.
///
/// `npx`, `python3 -m`, `uvx` and their like look for programs, modules and settings where they stand and in every
/// folder above. So what lies there has to be the user's own; a workspace may be a stranger's.
final class ServerFolder {
    /// What runtimes look for on their way up.
    private static final List<String> OBEYED = List.of(
            "node_modules",
            "package.json",
            ".npmrc",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            "pnpm-workspace.yaml",
            "bunfig.toml",
            "deno.json",
            "deno.jsonc",
            "pyproject.toml",
            "uv.toml",
            ".venv",
            ".python-version",
            ".nvmrc",
            ".node-version",
            ".tool-versions",
            "mise.toml",
            ".mise.toml",
            "Gemfile",
            ".bundle",
            "go.work",
            "go.mod",
            ".cargo",
            "rust-toolchain.toml");

    private static final String WORKSPACE = ".jp";
    /// Older than any run of a server: left by a host that was killed.
    private static final Duration LEFT = Duration.ofDays(30);

    private final Path path;

    private ServerFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /// In the first of `places` that is fit.
    static ServerFolder make(String server, List<Path> places, List<Path> roots) throws McpProblem {
        var unfit = new ArrayList<String>();
        for (var place : places) {
            try {
                var base = Files.createDirectories(place, owners()).toRealPath();
                sweep(base);
                var made = Files.createTempDirectory(base, server + "-", owners());
                var why = flaw(made, roots);
                if (why.isEmpty()) {
                    return new ServerFolder(made);
                }
                Files.delete(made);
                unfit.add(why.get());
            } catch (IOException e) {
                unfit.add(place + " cannot be made: " + e.getMessage());
            }
        }
        throw new McpProblem(
                McpProblem.Code.NOT_STARTED,
                "there is no folder to start it in that is yours alone: " + HarmlessWords.line(String.join("; ", unfit))
                        + ". Set XDG_STATE_HOME to a folder of yours that is in no workspace");
    }

    private static FileAttribute<?> owners() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    }

    /// Why nothing should be started there. The folder was made just now, so its owner is who we are.
    private static Optional<String> flaw(Path made, List<Path> roots) throws IOException {
        int us = owner(made);
        for (var above = made.getParent(); above != null; above = above.getParent()) {
            if (Files.isDirectory(above.resolve(WORKSPACE)) || roots.contains(above)) {
                return Optional.of(made.getParent() + " lies in the workspace " + above);
            }
            for (var name : OBEYED) {
                var there = above.resolve(name);
                if (Files.exists(there, LinkOption.NOFOLLOW_LINKS) && owner(there) != us && owner(there) != 0) {
                    return Optional.of(made.getParent() + " lies below " + there + ", which belongs to another user");
                }
            }
        }
        return Optional.empty();
    }

    private static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    /// With all that the server left in it. What is wrong, if anything, in one line.
    Optional<String> remove() {
        try {
            delete(path);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("its folder " + path + " cannot be removed: " + e.getMessage());
        }
    }

    private static void sweep(Path base) throws IOException {
        var oldest = Instant.now().minus(LEFT);
        try (var folders = Files.newDirectoryStream(base)) {
            for (var folder : folders) {
                sweep(folder, oldest);
            }
        }
    }

    private static void sweep(Path folder, Instant oldest) {
        try {
            if (Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(oldest)) {
                delete(folder);
            }
        } catch (IOException _) {
            // Its server has just ended, somebody else sweeps, or it has folders that are shut: it hurts nobody there.
            return;
        }
    }

    private static void delete(Path folder) throws IOException {
        TreeDeletion.delete(folder);
    }
}
