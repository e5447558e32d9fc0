package dev.outrigger.hosting.program;

import java.nio.file.Path;

/// A program `jp-<id>` on this machine.
public record PluginProgram(String id, Path file, Source source) {
    public enum Source {
        /// Beside the program jp, and part of it.
        SHIPPED,
        /// In `$XDG_DATA_HOME/jp/plugins/command`.
        INSTALLED,
        /// In a folder of PATH.
        PATH
    }
}
