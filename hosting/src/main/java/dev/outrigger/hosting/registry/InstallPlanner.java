package dev.outrigger.hosting.registry;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Makes plans of installations. Looks at the disk, and changes nothing.
public final class InstallPlanner {
    private static final int LONGEST_CHAIN = 64;

    private final PluginRegistry registry;
    private final InstalledPrograms installed;
    private final UserPlaces places;
    private final Settings settings;
    private final List<String> triples;
    private final List<RegistryInstallPlan.Step> steps = new ArrayList<>();
    private final Set<String> planned = new HashSet<>();
    private final Set<String> replaced = new HashSet<>();

    public InstallPlanner(
            PluginRegistry registry,
            InstalledPrograms installed,
            UserPlaces places,
            Settings settings,
            List<String> triples) {
        this.registry = registry;
        this.installed = installed;
        this.places = places;
        this.settings = settings;
        this.triples = triples;
    }

    /// What it takes to have those.
    ///
    /// @param replace whether those wanted become what the registry has, also when they work as they are
    public RegistryInstallPlan plan(List<RegistryEntry> wanted, boolean replace) throws Problem {
        if (replace) {
            for (var entry : wanted) {
                replaced.add(entry.id());
            }
        }
        for (var entry : wanted) {
            add(entry, "", new ArrayList<>());
        }
        return new RegistryInstallPlan(List.copyOf(steps));
    }

    /// @param chain who required whom, up to here
    private void add(RegistryEntry entry, String requiredBy, List<String> chain) throws Problem {
        var name = entry.name();
        boolean cyclic = chain.contains(name);
        chain.add(name);
        if (cyclic) {
            throw new Problem(
                    "the registry is broken: "
                            + String.join(" requires ", chain.subList(chain.indexOf(name), chain.size()))
                            + ", in a circle",
                    "Nothing was installed.");
        }
        if (chain.size() > LONGEST_CHAIN) {
            throw new Problem(
                    chain.getFirst() + " is refused: what it requires requires more, " + LONGEST_CHAIN + " deep",
                    "Nothing was installed.");
        }
        if (!planned.contains(entry.id())) {
            for (var path : entry.requires()) {
                var needed = registry.at(path);
                if (needed.isEmpty()) {
                    throw new Problem(
                            name + " requires `" + String.join(" ", path) + "`, which the registry does not have",
                            "Nothing was installed.");
                }
                add(needed.get(), name, chain);
            }
            planned.add(entry.id());
            steps.add(step(entry, requiredBy, replaced.contains(entry.id())));
        }
        chain.removeLast();
    }

    private RegistryInstallPlan.Step step(RegistryEntry entry, String requiredBy, boolean replace) throws Problem {
        if (entry.kind() == RegistryEntry.Kind.COMMAND_GROUP) {
            return new RegistryInstallPlan.Known(entry, requiredBy);
        }
        var triple = triple(entry, triples);
        var binary = entry.binaries().get(triple);
        if (binary == null) {
            throw new Problem(
                    entry.name() + " is not made for this machine (" + triples.getFirst()
                            + "): the registry has it for "
                            + (entry.binaries().isEmpty()
                                    ? "none"
                                    : String.join(", ", entry.binaries().keySet())),
                    "Nothing was installed.");
        }
        var found = hash(entry.id());
        var one = installed.byId(entry.id());
        if (one.isEmpty()) {
            if (!found.isEmpty() && !found.equals(binary.sha256())) {
                throw new Problem(
                        InstalledPrograms.program(places, entry.id()) + " is there, and not from a registry",
                        "`jp plugin remove " + entry.id() + "` removes it.");
            }
            return bring(entry, requiredBy, triple, binary, false, "");
        }
        boolean intact = one.get().sha256().equals(found);
        boolean same = found.equals(binary.sha256());
        if (intact && (same || !replace)) {
            return new RegistryInstallPlan.Have(entry, requiredBy, one.get().version(), !same);
        }
        if (!intact && !replace) {
            noStepBack(one.get(), entry);
        }
        var version = one.get().version().isEmpty() ? "?" : one.get().version();
        return bring(entry, requiredBy, triple, binary, intact, found.isEmpty() ? "" : version);
    }

    private RegistryInstallPlan.Bring bring(
            RegistryEntry entry,
            String requiredBy,
            String triple,
            RegistryEntry.Binary binary,
            boolean before,
            String replaces) {
        return new RegistryInstallPlan.Bring(
                entry, requiredBy, triple, binary, InstallConsent.of(entry, binary, before, settings), replaces);
    }

    private void noStepBack(InstalledPrograms.One one, RegistryEntry entry) throws Problem {
        var change = RegistryChange.of(one, entry, triples);
        if (change != null && change.backward()) {
            throw new Problem(
                    entry.name() + " is damaged, and the registry has only an older one: " + one.version()
                            + " was here, "
                            + (entry.version().isEmpty() ? "one without a version" : entry.version()) + " is there",
                    "`jp plugin update " + entry.name() + " --apply --allow-downgrade` takes it.");
        }
    }

    /// The best of an entry's for a machine; "" when it has none.
    static String triple(RegistryEntry entry, List<String> triples) {
        for (var triple : triples) {
            if (entry.binaries().containsKey(triple)) {
                return triple;
            }
        }
        return "";
    }

    /// Of the program that is there; "" when there is none.
    private String hash(String id) throws Problem {
        var file = InstalledPrograms.program(places, id);
        try {
            return Files.exists(file) ? Sha256.of(file) : "";
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + FileErrorWords.of(e), "");
        }
    }
}
