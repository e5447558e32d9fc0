package dev.outrigger.jp.registry;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.workspace.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;

/// Takes plugins away that were installed, all that were named or none.
public final class Removal {
    private Removal() {}

    /// The ids of what was removed.
    ///
    /// @param force also what others require
    public static List<String> of(Session session, List<String> words, boolean force) throws Problem, OutputFailed {
        var places = session.places();
        try (var _ = Exclusive.take(session)) {
            var installed = Installed.toChange(places);
            var ids = ids(session, installed, words);
            var left = installed;
            for (var id : ids) {
                left = left.without(id);
            }
            for (var id : ids) {
                var one = installed.byId(id);
                var needing = one.isEmpty() ? List.<Installed.One>of() : left.requiring(one.get());
                if (!needing.isEmpty() && !force) {
                    throw new Problem(
                            one.get().name() + " is required by "
                                    + needing.getFirst().name(),
                            "Remove that, too, or say --force.");
                }
            }
            // The list is written first, since a program that is on no list runs as anybody's would; so what could keep
            // the programs from going is looked for before.
            if (!Files.isWritable(Installed.folder(places))) {
                throw new AccessDeniedException(Installed.folder(places).toString());
            }
            left.write(places);
            for (var id : ids) {
                Files.deleteIfExists(Installed.program(places, id));
            }
            return ids;
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot remove it: " + Reason.of(e), "");
        }
    }

    /// A program that somebody put into our folder by hand is known by its id only.
    private static List<String> ids(Session session, Installed installed, List<String> words) throws Problem {
        var byHand = new ArrayList<String>();
        var recorded = new ArrayList<String>();
        for (var word : words) {
            boolean stray = Names.isId(word)
                    && installed.byId(word).isEmpty()
                    && Files.exists(Installed.program(session.places(), word), LinkOption.NOFOLLOW_LINKS);
            (stray ? byHand : recorded).add(word);
        }
        for (var one : Wanted.in(installed, recorded)) {
            byHand.add(one.id());
        }
        return byHand;
    }
}
