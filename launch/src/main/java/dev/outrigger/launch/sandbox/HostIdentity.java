package dev.outrigger.launch.sandbox;

import dev.outrigger.system.EffectiveUser;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whose rights a sandboxed program has on the host. Never root's: root in a namespace can still reach what
/// belongs to root outside of it.
public sealed interface HostIdentity {
    int NOBODY = 65534;

    /// The rights of whoever starts it, who is not root.
    record OwnUser() implements HostIdentity {}

    /// Those of another user, which only root can give.
    record Other(int uid, int gid) implements HostIdentity {
        public Other {
            if (uid <= 0 || gid <= 0) {
                throw new IllegalArgumentException("a plugin never runs as user " + uid + ", group " + gid);
            }
        }
    }

    /// As oneself, or for root as nobody.
    static HostIdentity here() throws ConfinementRefused {
        return here(new Other(NOBODY, NOBODY));
    }

    /// As oneself, or for root as this one: a daemon gives each plugin a user of its own from a range set aside.
    static HostIdentity here(Other forRoot) throws ConfinementRefused {
        return uid() == 0 ? forRoot : new OwnUser();
    }

    /// As oneself, or for root as a user of this plugin's own: whoever owns its folder in `dataRoot`, if that
    /// is one set aside and nobody else's, else the first one that owns none there. The folder is made, and
    /// given to it; so that the owners of the folders are the record of who has which number. A number comes
    /// free when its folder is removed: what that plugin left elsewhere should go with it.
    static HostIdentity forPlugin(Path dataRoot, String name) throws ConfinementRefused {
        return uid() == 0 ? PluginUsers.here().of(dataRoot, name) : new OwnUser();
    }

    private static int uid() throws ConfinementRefused {
        try {
            return EffectiveUser.uid();
        } catch (IOException e) {
            throw new ConfinementRefused("cannot tell whether this is root: " + e.getMessage());
        }
    }

    /// What becomes this user, and then runs what follows.
    default List<String> argv(SandboxTools tools) {
        return switch (this) {
            case OwnUser _ -> List.of();
            // A change of user makes the kernel forget to kill it with its parent, so that is asked for once more.
            case Other(int uid, int gid) ->
                List.of(
                        tools.setpriv(),
                        "--reuid=" + uid,
                        "--regid=" + gid,
                        "--clear-groups",
                        "--inh-caps=-all",
                        "--pdeathsig=KILL",
                        "--");
        };
    }

    /// Makes the folder that lasts, if there is to be one, and gives it to this user. Links are given, never followed.
    default void own(@Nullable Path data) throws ConfinementRefused {
        if (data == null) {
            return;
        }
        try {
            Files.createDirectories(data);
            switch (this) {
                case OwnUser _ -> {}
                case Other(int uid, int gid) -> give(data, uid, gid);
            }
        } catch (IOException e) {
            throw new ConfinementRefused("the folder " + data + " cannot be made ready: " + e);
        }
    }

    private static void give(Path data, int uid, int gid) throws IOException {
        if (owns(data, uid, gid)) {
            return;
        }
        Files.walkFileTree(data, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                change(file, uid, gid);
                return FileVisitResult.CONTINUE;
            }

            // The top one last: it tells that all below it has been given.
            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                change(folder, uid, gid);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static boolean owns(Path path, int uid, int gid) throws IOException {
        var owner = Files.readAttributes(path, "unix:uid,gid", LinkOption.NOFOLLOW_LINKS);
        return Objects.equals(owner.get("uid"), uid) && Objects.equals(owner.get("gid"), gid);
    }

    private static void change(Path path, int uid, int gid) throws IOException {
        Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    }
}
