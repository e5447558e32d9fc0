package dev.outrigger.hosting.finding;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.describe.PluginDescriptions;
import dev.outrigger.hosting.finding.PluginOffer.Group;
import dev.outrigger.hosting.finding.PluginOffer.Known;
import dev.outrigger.hosting.finding.PluginOffer.Program;
import dev.outrigger.hosting.finding.PluginPrograms.Placed;
import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.registry.PluginRegistry;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Looks for whatever could serve a call: programs by their names and by what they declared, and what the registry
/// knows. Starts nothing, and reads no more than a call needs: a program on PATH costs one look per folder.
public final class PluginFinder {
    private final JpContext context;
    private final Command root;
    private final PluginPrograms programs;
    private final Path index;
    private @Nullable PluginDescriptions descriptions;
    private @Nullable InstalledPrograms installed;

    /// `root` has the built-in commands: a plugin may declare a path by their aliases.
    public PluginFinder(JpContext context) {
        this.context = context;
        this.root = context.commands();
        this.programs = PluginPrograms.of(context.environment(), context.places());
        this.index = context.places().state().resolve("described").resolve("index.jsonl");
    }

    public PluginPrograms programs() {
        return programs;
    }

    /// What a call leads to; the candidates only as far as that needs them.
    public CallRouting route(CallWords call) throws Problem, OutputFailed {
        return route(call, false);
    }

    /// The same, with all candidates.
    public CallRouting explain(CallWords call) throws Problem, OutputFailed {
        return route(call, true);
    }

    private CallRouting route(CallWords call, boolean all) throws Problem, OutputFailed {
        var path = call.path();
        var offers = new ArrayList<PluginOffer>();
        boolean takesAll = named(call, path, all, offers);
        known(path, offers);
        // Nothing on PATH can be longer than a name that takes all words; an installed one goes before it all the same.
        declared(takesAll && !all ? programs.installed() : null, offers);
        var routing = CallRouting.of(call, offers);
        if (routing.chosen().isPresent() || call.served()) {
            return routing;
        }
        var group = commonName(call, path);
        if (group.isEmpty()) {
            return routing;
        }
        offers.add(group.get());
        return CallRouting.of(call, offers);
    }

    /// Whether one was found that leaves no word.
    private boolean named(CallWords call, List<String> path, boolean all, List<PluginOffer> offers) {
        int least = all ? 1 : call.builtIn().size() + 1;
        for (int taken = path.size(); taken >= least; taken--) {
            var command = path.subList(0, taken);
            for (var placed : programs.named(CommandNames.id(command), !all)) {
                offers.add(offer(command, placed, false));
            }
            if (!all && !offers.isEmpty()) {
                return taken == path.size() && fit(offers);
            }
        }
        return false;
    }

    private static boolean fit(List<PluginOffer> offers) {
        return offers.getLast() instanceof Program program && (program.executable() || program.place() <= 0);
    }

    private static Program offer(List<String> command, Placed placed, boolean declared) {
        return new Program(command, placed.plugin(), declared, placed.place(), placed.executable());
    }

    private void known(List<String> path, List<PluginOffer> offers) throws Problem, OutputFailed {
        var registry = registry();
        if (registry.isEmpty()) {
            return;
        }
        for (var entry : registry.get().entries()) {
            var command = CommandNames.startsWith(path, entry.command()) ? entry.command() : byId(path, entry);
            if (!command.isEmpty()) {
                offers.add(offer(command, entry));
            }
        }
    }

    /// An installed program is found by its name, so what is not installed yet is, too.
    private static List<String> byId(List<String> path, RegistryEntry entry) {
        for (int taken = path.size(); taken > 0 && entry.kind() == RegistryEntry.Kind.COMMAND; taken--) {
            if (CommandNames.id(path.subList(0, taken)).equals(entry.id())) {
                return path.subList(0, taken);
            }
        }
        return List.of();
    }

    private PluginOffer offer(List<String> command, RegistryEntry entry) throws Problem, OutputFailed {
        if (entry.kind() == RegistryEntry.Kind.COMMAND_GROUP) {
            return new Group(command, entry.description());
        }
        var here = programs.named(entry.id(), true);
        if (!here.isEmpty() && here.getFirst().place() <= 0) {
            return offer(command, here.getFirst(), true);
        }
        var settings = context.settings();
        var install = settings.at(Settings.path("plugins", "command", entry.id(), "install"));
        // What the user approved is there already, and is not replaced by what could be fetched.
        boolean approved = !here.isEmpty()
                && here.getFirst().executable()
                && PluginTerms.of(entry.id(), settings).run() == PluginTerms.Run.UNATTENDED;
        return new Known(command, entry, !approved && !install.equals(Optional.of(Json.Bool.FALSE)));
    }

    /// As it was fetched last; nothing, and no setting is read, when it never was.
    public Optional<PluginRegistry> registry() throws Problem, OutputFailed {
        var places = context.places();
        if (!places.data().resolve("registry.json").toFile().exists()) {
            return Optional.empty();
        }
        return PluginRegistry.cached(places, context.settings());
    }

    private void declared(@Nullable List<Placed> only, List<PluginOffer> offers) {
        for (var placed : only == null ? candidates() : only) {
            for (var command : commands(placed.plugin())) {
                offers.add(offer(command, placed, true));
            }
        }
    }

    /// Without descriptions only the installed ones can have declared anything.
    private List<Placed> candidates() {
        return index.toFile().exists() ? programs.everywhere() : programs.installed();
    }

    /// The paths that a program claims, besides its name: in the registry it was installed from, and in its own words.
    public List<List<String>> commands(PluginProgram plugin) {
        var commands = new ArrayList<List<String>>();
        if (plugin.source() == PluginProgram.Source.INSTALLED) {
            var one = installed().byId(plugin.id());
            if (one.isPresent()) {
                claim(one.get().command(), commands);
            }
        }
        if (index.toFile().exists()) {
            var remembered = descriptions().remembered(plugin);
            if (remembered.isPresent()) {
                claim(remembered.get().command(), commands);
            }
        }
        return commands;
    }

    public InstalledPrograms installed() {
        if (installed == null) {
            installed = InstalledPrograms.read(context.places());
        }
        return installed;
    }

    public PluginDescriptions descriptions() {
        if (descriptions == null) {
            descriptions = PluginDescriptions.open(context.places().state());
        }
        return descriptions;
    }

    /// After some were asked.
    public void forget() {
        descriptions = null;
    }

    private void claim(List<String> command, List<List<String>> commands) {
        if (CommandNames.isCommand(command)) {
            var path = CallWords.of(root, command).path();
            if (!commands.contains(path)) {
                commands.add(path);
            }
        }
    }

    /// The longest part of the path that others, at least one, begin with.
    private Optional<Group> commonName(CallWords call, List<String> path) throws Problem, OutputFailed {
        if (path.size() == call.builtIn().size()) {
            return Optional.empty();
        }
        var all = paths();
        for (int taken = path.size(); taken > call.builtIn().size(); taken--) {
            var name = path.subList(0, taken);
            for (var below : all) {
                if (below.size() > taken && CommandNames.startsWith(below, name)) {
                    return Optional.of(new Group(name, ""));
                }
            }
        }
        return Optional.empty();
    }

    /// The path of every program and of every entry of the registry. A name is taken apart only where its program
    /// declared nothing.
    private List<List<String>> paths() throws Problem, OutputFailed {
        var paths = new ArrayList<List<String>>();
        for (var plugin : programs.all()) {
            var declared = commands(plugin);
            paths.addAll(declared);
            if (declared.isEmpty()) {
                paths.add(CommandNames.words(plugin.id()));
            }
        }
        var registry = registry();
        if (registry.isPresent()) {
            for (var entry : registry.get().entries()) {
                paths.add(entry.command());
            }
        }
        return paths;
    }

    /// The paths below a group, each once.
    public List<List<String>> below(List<String> group) throws Problem, OutputFailed {
        var below = new ArrayList<List<String>>();
        for (var path : paths()) {
            if (path.size() > group.size() && CommandNames.startsWith(path, group) && !below.contains(path)) {
                below.add(path);
            }
        }
        return below;
    }

    /// What somebody may have meant who wrote this call.
    public List<String> nearby(CallWords call) throws Problem, OutputFailed {
        var names = new TreeSet<String>();
        for (var path : below(call.builtIn())) {
            names.add(path.get(call.builtIn().size()));
        }
        if (call.builtIn().isEmpty()) {
            for (var plugin : programs.all()) {
                names.add(plugin.id());
            }
        }
        return List.copyOf(names);
    }

    /// Programs that nobody asked yet what they are.
    public List<PluginProgram> undescribed() {
        var plugins = new ArrayList<PluginProgram>();
        for (var plugin : programs.all()) {
            if (descriptions().remembered(plugin).isEmpty()) {
                plugins.add(plugin);
            }
        }
        return plugins;
    }
}
