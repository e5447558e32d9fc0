package dev.outrigger.jp.finding;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.describe.Descriptions;
import dev.outrigger.jp.finding.Offer.Group;
import dev.outrigger.jp.finding.Offer.Known;
import dev.outrigger.jp.finding.Offer.Program;
import dev.outrigger.jp.finding.Programs.Placed;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.jp.registry.Registry;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
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
public final class Finder {
    private final Session session;
    private final Command root;
    private final Programs programs;
    private final Path index;
    private @Nullable Descriptions descriptions;
    private @Nullable Installed installed;

    /// `root` has the built-in commands: a plugin may declare a path by their aliases.
    public Finder(Session session, Command root) {
        this.session = session;
        this.root = root;
        this.programs = Programs.of(session.environment(), session.places());
        this.index = session.places().state().resolve("described").resolve("index.jsonl");
    }

    public Programs programs() {
        return programs;
    }

    /// What a call leads to; the candidates only as far as that needs them.
    public Routing route(Call call) throws Problem, OutputFailed {
        return route(call, false);
    }

    /// The same, with all candidates.
    public Routing explain(Call call) throws Problem, OutputFailed {
        return route(call, true);
    }

    private Routing route(Call call, boolean all) throws Problem, OutputFailed {
        var path = call.path();
        var offers = new ArrayList<Offer>();
        boolean takesAll = named(call, path, all, offers);
        known(path, offers);
        // Nothing on PATH can be longer than a name that takes all words; an installed one goes before it all the same.
        declared(takesAll && !all ? programs.installed() : null, offers);
        var routing = Routing.of(call, offers);
        if (routing.chosen().isPresent() || call.served()) {
            return routing;
        }
        var group = commonName(call, path);
        if (group.isEmpty()) {
            return routing;
        }
        offers.add(group.get());
        return Routing.of(call, offers);
    }

    /// Whether one was found that leaves no word.
    private boolean named(Call call, List<String> path, boolean all, List<Offer> offers) {
        int least = all ? 1 : call.builtIn().size() + 1;
        for (int taken = path.size(); taken >= least; taken--) {
            var command = path.subList(0, taken);
            for (var placed : programs.named(Names.id(command), !all)) {
                offers.add(offer(command, placed, false));
            }
            if (!all && !offers.isEmpty()) {
                return taken == path.size() && fit(offers);
            }
        }
        return false;
    }

    private static boolean fit(List<Offer> offers) {
        return offers.getLast() instanceof Program program && (program.executable() || program.place() == 0);
    }

    private static Program offer(List<String> command, Placed placed, boolean declared) {
        return new Program(command, placed.plugin(), declared, placed.place(), placed.executable());
    }

    private void known(List<String> path, List<Offer> offers) throws Problem, OutputFailed {
        var registry = registry();
        if (registry.isEmpty()) {
            return;
        }
        for (var entry : registry.get().entries()) {
            var command = Names.startsWith(path, entry.command()) ? entry.command() : byId(path, entry);
            if (!command.isEmpty()) {
                offers.add(offer(command, entry));
            }
        }
    }

    /// An installed program is found by its name, so what is not installed yet is, too.
    private static List<String> byId(List<String> path, Entry entry) {
        for (int taken = path.size(); taken > 0 && entry.kind() == Entry.Kind.COMMAND; taken--) {
            if (Names.id(path.subList(0, taken)).equals(entry.id())) {
                return path.subList(0, taken);
            }
        }
        return List.of();
    }

    private Offer offer(List<String> command, Entry entry) throws Problem, OutputFailed {
        if (entry.kind() == Entry.Kind.COMMAND_GROUP) {
            return new Group(command, entry.description());
        }
        var here = programs.named(entry.id(), true);
        if (!here.isEmpty() && here.getFirst().place() == 0) {
            return offer(command, here.getFirst(), true);
        }
        var settings = session.settings();
        var install = settings.at(Settings.path("plugins", "command", entry.id(), "install"));
        // What the user approved is there already, and is not replaced by what could be fetched.
        boolean approved = !here.isEmpty()
                && here.getFirst().executable()
                && Terms.of(entry.id(), settings).run() == Terms.Run.UNATTENDED;
        return new Known(command, entry, !approved && !install.equals(Optional.of(Json.Bool.FALSE)));
    }

    /// As it was fetched last; nothing, and no setting is read, when it never was.
    public Optional<Registry> registry() throws Problem, OutputFailed {
        var places = session.places();
        if (!places.data().resolve("registry.json").toFile().exists()) {
            return Optional.empty();
        }
        return Registry.cached(places, session.settings());
    }

    private void declared(@Nullable List<Placed> only, List<Offer> offers) {
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
    public List<List<String>> commands(Plugin plugin) {
        var commands = new ArrayList<List<String>>();
        if (plugin.source() == Plugin.Source.INSTALLED) {
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

    public Installed installed() {
        if (installed == null) {
            installed = Installed.read(session.places());
        }
        return installed;
    }

    public Descriptions descriptions() {
        if (descriptions == null) {
            descriptions = Descriptions.open(session.places().state());
        }
        return descriptions;
    }

    /// After some were asked.
    public void forget() {
        descriptions = null;
    }

    private void claim(List<String> command, List<List<String>> commands) {
        if (Names.isCommand(command)) {
            var path = Call.of(root, command).path();
            if (!commands.contains(path)) {
                commands.add(path);
            }
        }
    }

    /// The longest part of the path that others, at least one, begin with.
    private Optional<Group> commonName(Call call, List<String> path) throws Problem, OutputFailed {
        if (path.size() == call.builtIn().size()) {
            return Optional.empty();
        }
        var all = paths();
        for (int taken = path.size(); taken > call.builtIn().size(); taken--) {
            var name = path.subList(0, taken);
            for (var below : all) {
                if (below.size() > taken && Names.startsWith(below, name)) {
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
                paths.add(Names.words(plugin.id()));
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
            if (path.size() > group.size() && Names.startsWith(path, group) && !below.contains(path)) {
                below.add(path);
            }
        }
        return below;
    }

    /// What somebody may have meant who wrote this call.
    public List<String> nearby(Call call) throws Problem, OutputFailed {
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
    public List<Plugin> undescribed() {
        var plugins = new ArrayList<Plugin>();
        for (var plugin : programs.all()) {
            if (descriptions().remembered(plugin).isEmpty()) {
                plugins.add(plugin);
            }
        }
        return plugins;
    }
}
