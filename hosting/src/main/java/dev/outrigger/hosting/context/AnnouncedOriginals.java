package dev.outrigger.hosting.context;

import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.conversations.OriginalConversations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What the original jp left around a workspace; the user is told when we go on in a copy of it.
record AnnouncedOriginals(Workspace workspace, UserPlaces places, Printer printer) implements OriginalConversations {
    @Override
    public List<Path> userFolders() throws IOException {
        return workspace.originalHomes(places);
    }

    @Override
    public void copied(ConversationId id, Path from) throws IOException {
        printer.note("conversation " + id + " is the original jp's and stays as it is in " + from
                + "; from here on it goes on in a copy of the same id"
                + (from.startsWith(workspace.root()) ? "" : ", which stays outside of the workspace as well"));
    }
}
