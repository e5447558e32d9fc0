package dev.outrigger.jp.help;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Completion;
import java.util.ArrayList;
import java.util.List;

/// The plugins, as the completion wants them.
public record PluginCommands(Command builtIns, KnownPlugins known, PluginListCache kept)
        implements Completion.GuestCommands {
    /// Approvals are left out: looking them up takes longer than all the rest, and a name is no start.
    private static final PluginListing.Approvals UNASKED = _ -> true;

    @Override
    public List<Completion.Guest> all() {
        var guests = new ArrayList<Completion.Guest>();
        var before = kept.anyway();
        var listing = before.isPresent() ? before.get() : PluginListing.of(builtIns, known, UNASKED);
        for (var row : listing.rows()) {
            guests.add(new One(row, known));
        }
        return guests;
    }

    private record One(PluginListing.Row row, KnownPlugins known) implements Completion.Guest {
        @Override
        public List<String> path() {
            return row.path();
        }

        @Override
        public String id() {
            return row.plugin().id();
        }

        @Override
        public String about() {
            return row.about();
        }

        @Override
        public Command command() {
            var said = known.command(row.plugin());
            return said.isPresent() ? said.get() : Command.named(row.path().getLast());
        }
    }
}
