package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.pages.SourceRoot;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// `conformance/rogue/tool-rogue` with a flag, and a mark by which its processes are known.
record Rogue(PluginSpec spec, String mark) {
    /// So long that only what never comes is late, however busy the machine is.
    static final Duration LONG = Duration.ofSeconds(60);

    static final PluginSpec.Limits PATIENT = new PluginSpec.Limits(LONG, LONG, LONG, LONG, LONG);

    /// In a sandbox.
    static Rogue with(String flag, String... capabilities) {
        return with(ToolPluginSettings.NONE, flag, capabilities);
    }

    /// As the user's `unconfined` has it.
    static Rogue unconfined(String flag, String... capabilities) {
        return with(new ToolPluginSettings(null, true, null), flag, capabilities);
    }

    static Rogue with(ToolPluginSettings settings, String flag, String... capabilities) {
        var mark = UUID.randomUUID().toString();
        var folder = Shared.BASE.resolve("rogue");
        return new Rogue(
                new PluginSpec(
                        "rogue",
                        "./tool-rogue",
                        List.of(flag, mark),
                        folder,
                        folder,
                        Map.of("PATH", "/usr/bin:/bin"),
                        List.of(capabilities),
                        settings,
                        PATIENT),
                mark);
    }

    Rogue limited(PluginSpec.Limits limits) {
        return new Rogue(spec.with(limits), mark);
    }

    /// A copy of the program that everybody can reach: root's sandboxed plugins run as other users.
    private static final class Shared {
        static final Path BASE = made();

        private static Path made() {
            try {
                var base = open(Files.createTempDirectory("rogue-"));
                Files.copy(
                        SourceRoot.path().resolve("conformance/rogue/tool-rogue"),
                        open(Files.createDirectory(base.resolve("rogue"))).resolve("tool-rogue"),
                        StandardCopyOption.COPY_ATTRIBUTES);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(base)));
                return base;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void remove(Path base) {
            try {
                TreeDeletion.delete(base);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// For others, too.
    static Path open(Path folder) throws IOException {
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static PluginRuntime runtime() {
        return new PluginRuntime(Shared.BASE.resolve("state"), Shared.BASE.resolve("users"), List.of(Shared.BASE));
    }

    PluginCallOutcome call() {
        return call(Json.EMPTY, new Cancellation());
    }

    /// Nothing is left of it, whatever came of it.
    PluginCallOutcome call(Json.Obj input, Cancellation cancellation) {
        return call(runtime(), input, cancellation);
    }

    PluginCallOutcome call(PluginRuntime runtime, Json.Obj input, Cancellation cancellation) {
        try {
            return runtime.call(spec, "do", ToToolPlugin.Context.NONE, input, CallTrace.NONE, cancellation);
        } catch (PluginSpec.Bad e) {
            throw new AssertionError(e);
        } finally {
            assertThat(alive(mark)).isEmpty();
        }
    }

    /// The processes with this mark on their command line.
    static List<String> alive(String mark) {
        var found = new ArrayList<String>();
        var names = new File("/proc").list();
        for (var name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                try {
                    var line = new String(
                            Files.readAllBytes(Path.of("/proc", name, "cmdline")), StandardCharsets.ISO_8859_1);
                    if (line.contains(mark)) {
                        found.add(name + " " + line.replace('\0', ' '));
                    }
                } catch (IOException _) {
                    // It has just ended.
                }
            }
        }
        return found;
    }
}
