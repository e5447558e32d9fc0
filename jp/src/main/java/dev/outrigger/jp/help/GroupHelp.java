package dev.outrigger.jp.help;

import dev.outrigger.hosting.program.CommandPaths;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.TerminalEscapes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The help of a group of commands: of one that only the registry knows, of a plugin with others below it, or of a
/// built-in group; each with what lies below it, installed or not.
public final class GroupHelp {
    private static final int LONGEST_ABOUT = 500;

    private final List<String> path;
    private final PluginListing listing;
    private final List<RegistryEntry> registry;
    private final List<Command> members = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private GroupHelp(List<String> path, PluginListing listing, List<RegistryEntry> registry) {
        this.path = path;
        this.listing = listing;
        this.registry = registry;
    }

    /// A group as [dev.outrigger.terminal.HelpText] draws it; nothing when these words are no group to anybody.
    ///
    /// @param path below `jp`, with the names of built-in groups and not their aliases
    /// @param own what the built-in group or the plugin at this path says of itself, if there is one
    public static Optional<Command> at(
            List<String> path, @Nullable Command own, PluginListing listing, List<RegistryEntry> registry) {
        return new GroupHelp(path, listing, registry).command(own);
    }

    /// The line that ends the help of a group.
    public static String footer(List<String> path) {
        return "\nRun `jp " + String.join(" ", path) + " <command> -h` for more information.\n";
    }

    private Optional<Command> command(@Nullable Command own) {
        var entry = entry(path);
        if (own != null) {
            for (var member : own.subcommands()) {
                add(member);
            }
        }
        for (var row : listing.below(path)) {
            add(row.path(), row.text());
        }
        for (var known : registry) {
            if (CommandPaths.below(known.command(), path) && !here(known.id())) {
                add(known.command(), about(known));
            }
        }
        if (entry.isPresent()) {
            for (var suggested : entry.get().suggests()) {
                if (CommandPaths.below(suggested, path)) {
                    add(suggested, PluginListing.State.NOT_INSTALLED.behind(""));
                }
            }
        }
        boolean group = entry.isPresent() && entry.get().kind() == RegistryEntry.Kind.COMMAND_GROUP;
        return members.isEmpty() && !group ? Optional.empty() : Optional.of(merged(own, entry.orElse(null)));
    }

    private Command merged(@Nullable Command own, @Nullable RegistryEntry entry) {
        var command = own != null ? own : Command.named(path.getLast());
        var about = !command.about().isEmpty() || entry == null
                ? command.about()
                : TerminalEscapes.oneLine(entry.description(), LONGEST_ABOUT);
        return new Command(
                command.name(),
                command.aliases(),
                about,
                command.longAbout(),
                command.args(),
                members,
                command.examples(),
                false);
    }

    private boolean here(String id) {
        for (var row : listing.rows()) {
            if (row.plugin().id().equals(id)) {
                return true;
            }
        }
        return false;
    }

    private static String about(RegistryEntry entry) {
        var about = TerminalEscapes.oneLine(entry.description(), LONGEST_ABOUT);
        return entry.kind() == RegistryEntry.Kind.COMMAND_GROUP
                ? about
                : PluginListing.State.NOT_INSTALLED.behind(about);
    }

    private Optional<RegistryEntry> entry(List<String> command) {
        for (var entry : registry) {
            if (entry.command().equals(command)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    private void add(Command member) {
        if (names.add(member.name())) {
            members.add(member);
            names.addAll(member.aliases());
        }
    }

    /// What lies deeper than the next word stands with all its words, unless the next word has a help of its own, which
    /// will show it.
    private void add(List<String> command, String about) {
        var next = command.subList(path.size(), command.size());
        if (next.size() == 1 || (!names.contains(next.getFirst()) && !known(command.subList(0, path.size() + 1)))) {
            add(Command.named(String.join(" ", next)).about(about));
        }
    }

    private boolean known(List<String> command) {
        for (var row : listing.rows()) {
            if (row.path().equals(command)) {
                return true;
            }
        }
        return entry(command).isPresent();
    }
}
