package dev.outrigger.hosting.finding;

import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginProgram.Source;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.system.SearchPath;
import dev.outrigger.workspace.UserPlaces;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The programs `jp-<id>` on this machine: those shipped with jp, in the folder of the installed ones, and in the
/// folders of PATH.
public final class PluginPrograms {
    private static final String PREFIX = "jp-";

    /// One of them.
    ///
    /// @param place -1 for the shipped, 0 for the installed, then the folders of PATH from 1
    record Placed(PluginProgram plugin, int place, boolean executable) {}

    private static final int SHIPPED = -1;

    private final Path shipped;
    private final Path installed;
    private final List<Path> path;

    private PluginPrograms(Path shipped, Path installed, List<Path> path) {
        this.shipped = shipped;
        this.installed = installed;
        this.path = path;
    }

    public static PluginPrograms of(Map<String, String> environment, UserPlaces places) {
        return new PluginPrograms(
                shippedFolder(),
                InstalledPrograms.folder(places),
                SearchPath.folders(environment.getOrDefault("PATH", "")));
    }

    /// Beside the program; where jp was not started by its launcher, a folder that nobody has.
    public static Path shippedFolder() {
        return Path.of(System.getProperty("jp.home", "/nonexistent"), "plugins");
    }

    /// Those of one name, in the order in which they count. One look per folder; with `enough`, none behind the first
    /// that would be taken.
    List<Placed> named(String id, boolean enough) {
        var found = new ArrayList<Placed>();
        for (int place = SHIPPED; place <= path.size(); place++) {
            var file = folder(place).resolve(PREFIX + id).toFile();
            if (file.exists() && !file.isDirectory()) {
                var placed = placed(id, file, place);
                found.add(placed);
                if (enough && (place <= 0 || placed.executable)) {
                    break;
                }
            }
        }
        return found;
    }

    /// With the shipped ones: neither is left to whatever PATH says.
    List<Placed> installed() {
        var found = new ArrayList<Placed>();
        list(SHIPPED, found);
        list(0, found);
        return found;
    }

    /// Every one, also those of the same name in a later folder.
    List<Placed> everywhere() {
        var found = installed();
        for (int place = 1; place <= path.size(); place++) {
            list(place, found);
        }
        return found;
    }

    /// The one that counts of each name, by name.
    public List<PluginProgram> all() {
        return best(false);
    }

    /// The same, less those that cannot be executed.
    public List<PluginProgram> executable() {
        return best(true);
    }

    private List<PluginProgram> best(boolean executableOnly) {
        var best = new TreeMap<String, Placed>();
        for (var placed : everywhere()) {
            var before = best.get(placed.plugin.id());
            if (before == null || (before.place > 0 && !before.executable && placed.executable)) {
                best.put(placed.plugin.id(), placed);
            }
        }
        var plugins = new ArrayList<PluginProgram>();
        for (var placed : best.values()) {
            if (placed.executable || !executableOnly) {
                plugins.add(placed.plugin);
            }
        }
        return plugins;
    }

    private void list(int place, List<Placed> found) {
        var folder = folder(place);
        var names = folder.toFile().list();
        if (names == null) {
            return;
        }
        for (var name : names) {
            if (name.startsWith(PREFIX) && CommandNames.isName(name.substring(PREFIX.length()))) {
                var file = folder.resolve(name).toFile();
                if (file.exists() && !file.isDirectory()) {
                    found.add(placed(name.substring(PREFIX.length()), file, place));
                }
            }
        }
    }

    private static Placed placed(String id, File file, int place) {
        var source = place < 0 ? Source.SHIPPED : place == 0 ? Source.INSTALLED : Source.PATH;
        return new Placed(new PluginProgram(id, file.toPath(), source), place, file.isFile() && file.canExecute());
    }

    private Path folder(int place) {
        return place < 0 ? shipped : place == 0 ? installed : path.get(place - 1);
    }
}
