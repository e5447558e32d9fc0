package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;

/// Takes plugins away that were installed, all that were named or none.
public final class PluginRemoval {
    private PluginRemoval() {}

    /// The ids of what was removed.
    ///
    /// @param force also what others require
    public static List<String> of(JpContext context, List<String> words, boolean force) throws Problem, OutputFailed {
        var places = context.places();
        try (var _ = InstallLock.take(context)) {
            var installed = InstalledPrograms.toChange(places);
            var ids = ids(context, installed, words);
            var left = installed;
            for (var id : ids) {
                left = left.without(id);
            }
            for (var id : ids) {
                var one = installed.byId(id);
                var needing = one.isEmpty() ? List.<InstalledPrograms.One>of() : left.requiring(one.get());
                if (!needing.isEmpty() && !force) {
                    throw new Problem(
                            one.get().name() + " is required by "
                                    + needing.getFirst().name(),
                            "Remove that, too, or say --force.");
                }
            }
            // The list is written first, since a program that is on no list runs as anybody's would; so what could keep
            // the programs from going is looked for before.
            if (!Files.isWritable(InstalledPrograms.folder(places))) {
                throw new AccessDeniedException(InstalledPrograms.folder(places).toString());
            }
            left.write(places);
            for (var id : ids) {
                Files.deleteIfExists(InstalledPrograms.program(places, id));
            }
            return ids;
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot remove it: " + FileErrorWords.of(e), "");
        }
    }

    /// A program that somebody put into our folder by hand is known by its id only.
    private static List<String> ids(JpContext context, InstalledPrograms installed, List<String> words) throws Problem {
        var byHand = new ArrayList<String>();
        var recorded = new ArrayList<String>();
        for (var word : words) {
            boolean stray = RegistryNames.isId(word)
                    && installed.byId(word).isEmpty()
                    && Files.exists(InstalledPrograms.program(context.places(), word), LinkOption.NOFOLLOW_LINKS);
            (stray ? byHand : recorded).add(word);
        }
        for (var one : WantedPlugins.in(installed, recorded)) {
            byHand.add(one.id());
        }
        return byHand;
    }
}
