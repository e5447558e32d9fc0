package dev.outrigger.kaged.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is in a plugin's folder, none of it refused. `privileged` are the files with a set-user or set-group bit, which
/// no copy of ours keeps.
public record FolderSurvey(Path root, List<Item> items, long bytes, List<String> privileged) {
    private static final int SET_USER_OR_GROUP = 06000;

    public sealed interface Item {
        /// Relative to the folder, with `/` between its parts.
        String name();

        record Folder(String name) implements Item {}

        record File(String name, long size, boolean executable) implements Item {}

        record Link(String name, String target) implements Item {}
    }

    static FolderSurvey of(Path folder) throws StoreProblem {
        var items = new ArrayList<Item>();
        var privileged = new ArrayList<String>();
        var bytes = new long[1];
        PluginFolderWalk.walk(folder, new PluginFolderWalk.Visitor() {
            @Override
            public void folder(String name) {
                items.add(new Item.Folder(name));
            }

            @Override
            public void file(String name, long size, boolean executable, PluginFolderWalk.Opening content)
                    throws IOException, StoreProblem {
                bytes[0] += size;
                if (bytes[0] > PluginFolderWalk.MOST_BYTES) {
                    throw new StoreProblem(
                            folder + ": more than " + (PluginFolderWalk.MOST_BYTES >> 20) + " MiB: make it smaller");
                }
                if (Files.getAttribute(folder.resolve(name), "unix:mode", LinkOption.NOFOLLOW_LINKS)
                                instanceof Integer mode
                        && (mode & SET_USER_OR_GROUP) != 0) {
                    privileged.add(name);
                }
                items.add(new Item.File(name, size, executable));
            }

            @Override
            public void link(String name, String target) {
                items.add(new Item.Link(name, target));
            }
        });
        return new FolderSurvey(folder, List.copyOf(items), bytes[0], List.copyOf(privileged));
    }

    public long files() {
        return items.stream().filter(Item.File.class::isInstance).count();
    }

    /// Whether there is something of this name.
    boolean has(String name) {
        return items.stream().anyMatch(each -> each.name().equals(name));
    }

    boolean executable(String name) {
        return items.stream()
                .anyMatch(each -> each.name().equals(name)
                        && (each instanceof Item.Link || (each instanceof Item.File file && file.executable())));
    }
}
