package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;

/// Where a declared path leads. Whoever agreed to it was shown the path, not what a link in it leads to later: so a
/// link is followed only where nobody but root can have put it.
///
/// It is gone step by step, each taken hold of before it is looked at, so that what is held in the end is what was
/// looked at, whoever renames things meanwhile.
final class DeclaredPath {
    /// As many as the kernel follows.
    private static final int MOST_LINKS = 40;

    private static final int KIND = 0170000;
    private static final int LINK = 0120000;
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_GROUP = 020;
    private static final int WRITABLE_BY_OTHERS = 02;

    /// What lies there. `fixed`: nobody but root can put something else there, since all folders above are root's.
    record Held(Path real, boolean fixed, OwnedDescriptor descriptor) implements AutoCloseable {
        @Override
        public void close() {
            descriptor.close();
        }
    }

    /// A link on the way that is not followed.
    static final class ByLink extends IOException {
        private static final long serialVersionUID = 1;

        ByLink(Path link, String target) {
            super(link + " is a link to " + target + ", and others than root can put links there");
        }
    }

    private final Path declared;
    private final ArrayDeque<String> ahead = new ArrayDeque<>();
    private Path real = Path.of("/");
    private boolean fixed = true;
    private OwnedDescriptor held;

    private DeclaredPath(Path declared) throws IOException {
        this.declared = declared;
        this.held = Posix.hold(real);
    }

    /// Without what is held: for whoever only wants to know.
    static Path real(Path declared) throws IOException {
        try (var found = hold(declared)) {
            return found.real();
        }
    }

    static Held hold(Path declared) throws IOException {
        var way = new DeclaredPath(declared);
        boolean arrived = false;
        try {
            way.go();
            arrived = true;
            return new Held(way.real, way.fixed, way.held);
        } finally {
            if (!arrived) {
                way.held.close();
            }
        }
    }

    private void go() throws IOException {
        add(declared);
        int links = 0;
        while (!ahead.isEmpty()) {
            var folder = Posix.look(held);
            var name = ahead.pop();
            var next = Posix.holdIn(held, name);
            boolean entered = false;
            try {
                var found = Posix.look(next);
                fixed &= isRootsAlone(folder, found);
                if ((found.mode() & KIND) == LINK) {
                    if (links++ == MOST_LINKS) {
                        throw new IOException(declared + " leads through too many links");
                    }
                    follow(name, next);
                } else {
                    held.close();
                    held = next;
                    real = real.resolve(name);
                    entered = true;
                }
            } finally {
                if (!entered) {
                    next.close();
                }
            }
        }
    }

    /// From the root once more: what lies on the way there is looked at like the rest.
    private void follow(String name, OwnedDescriptor link) throws IOException {
        var target = Posix.target(link);
        if (!fixed) {
            throw new ByLink(real.resolve(name), target);
        }
        add(real.resolve(target).normalize());
        real = Path.of("/");
        var root = Posix.hold(real);
        held.close();
        held = root;
    }

    private void add(Path path) {
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            ahead.push(path.getName(i).toString());
        }
    }

    /// Whether nobody but root can put something else in the place of this entry of a folder. In one with
    /// the sticky bit, as /tmp, nobody takes away what is root's; what is another's, he does. Who is in a
    /// group is not asked: with an access list its bits stand for others.
    private static boolean isRootsAlone(Posix.Looks folder, Posix.Looks entry) {
        boolean byOthers = (folder.mode() & (WRITABLE_BY_GROUP | WRITABLE_BY_OTHERS)) != 0;
        boolean isKept = (folder.mode() & STICKY) != 0 && entry.uid() == 0;
        return folder.uid() == 0 && (!byOthers || isKept);
    }
}
