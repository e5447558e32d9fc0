package dev.outrigger.hosting.registry;

import dev.outrigger.system.Sha256;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the registry differs from what is installed.
///
/// @param to what the registry has; null when it has it no more
public record RegistryChange(
        InstalledPrograms.One from, @Nullable RegistryEntry to, Kind kind) {
    public enum Kind {
        NEWER("update"),
        /// Other bytes, and no versions that would say which are newer.
        CHANGED("changed"),
        OLDER("older"),
        /// There was a version, and now there is none: it may be an older one.
        UNVERSIONED("no version any more"),
        /// The file is missing or has other bytes than were installed.
        TAMPERED("not what was installed; `jp plugin install` brings it again"),
        GONE("not in the registry any more"),
        NOT_FOR_THIS_MACHINE("not made for this machine any more");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /// All of them, in the order in which they were installed.
    public static List<RegistryChange> all(
            InstalledPrograms installed, PluginRegistry registry, List<String> triples, UserPlaces places) {
        var changes = new ArrayList<RegistryChange>();
        for (var one : installed.all()) {
            if (!intact(one, InstalledPrograms.program(places, one.id()))) {
                changes.add(new RegistryChange(one, null, Kind.TAMPERED));
                continue;
            }
            var entry = registry.byId(one.id());
            if (entry.isEmpty() || entry.get().kind() != RegistryEntry.Kind.COMMAND) {
                changes.add(new RegistryChange(one, null, Kind.GONE));
                continue;
            }
            var change = of(one, entry.get(), triples);
            if (change != null) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static boolean intact(InstalledPrograms.One one, Path program) {
        try {
            return Files.isRegularFile(program) && Sha256.of(program).equals(one.sha256());
        } catch (IOException _) {
            // What cannot be read is not what was installed.
            return false;
        }
    }

    /// Null when there is none.
    static @Nullable RegistryChange of(InstalledPrograms.One from, RegistryEntry to, List<String> triples) {
        var binary = to.binaries().get(InstallPlanner.triple(to, triples));
        if (binary == null) {
            return new RegistryChange(from, to, Kind.NOT_FOR_THIS_MACHINE);
        }
        if (binary.sha256().equals(from.sha256())) {
            return null;
        }
        var before = VersionNumber.of(from.version());
        var after = VersionNumber.of(to.version());
        if (before.isPresent() && after.isPresent()) {
            int order = after.get().compareTo(before.get());
            return new RegistryChange(from, to, order > 0 ? Kind.NEWER : order < 0 ? Kind.OLDER : Kind.CHANGED);
        }
        return new RegistryChange(from, to, before.isPresent() ? Kind.UNVERSIONED : Kind.CHANGED);
    }

    /// Whether it leads, or may lead, to an older one: never unasked.
    public boolean backward() {
        return kind == Kind.OLDER || kind == Kind.UNVERSIONED;
    }

    /// Whether there is something to go to.
    public boolean possible() {
        return kind != Kind.GONE && kind != Kind.TAMPERED && kind != Kind.NOT_FOR_THIS_MACHINE;
    }

    public Optional<RegistryEntry> entry() {
        return Optional.ofNullable(to);
    }

    public String text() {
        var there = to == null ? "" : " → " + shown(to.version());
        return from.name() + "  " + shown(from.version()) + (possible() ? there : "") + "  (" + kind.words + ")";
    }

    private static String shown(String version) {
        return version.isEmpty() ? "?" : version;
    }

    public Json.Obj json() {
        return Json.object()
                .put("id", from.id())
                .put("command", from.name())
                .put("change", kind.name().toLowerCase(Locale.ROOT))
                .put("from", from.version())
                .put("to", to == null ? "" : to.version())
                .build();
    }
}
