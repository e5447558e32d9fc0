package dev.outrigger.assistant.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What still runs in a folder.
final class FolderProcesses {
    private FolderProcesses() {}

    /// Those whose command line has this word in it.
    static void kill(Path folder, String word) throws IOException {
        for (var process : in(folder)) {
            var words = Files.readString(Path.of("/proc", Long.toString(process), "cmdline"));
            if (words.split("\0")[0].endsWith("/node") && words.contains(word)) {
                ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    static List<Long> over(Path folder) throws IOException {
        return in(folder);
    }

    private static List<Long> in(Path folder) throws IOException {
        var found = new ArrayList<Long>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                try {
                    if (Files.readSymbolicLink(process.resolve("cwd")).startsWith(folder.toRealPath())) {
                        found.add(Long.parseLong(String.valueOf(process.getFileName())));
                    }
                } catch (IOException _) {
                    // Gone in the meantime, or somebody else's.
                }
            }
        }
        return found;
    }
}
