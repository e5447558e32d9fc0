package dev.outrigger.launch.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Optional;

/// Finds out what a process means by a path: from its working folder or its descriptors, links followed, as it sees
/// the file tree. The process may change all of this meanwhile: good for telling, never for deciding who may.
final class ProcessPaths {
    private static final int MOST_LINKS = 40;

    private final RawSystemCalls kernel;

    ProcessPaths(RawSystemCalls kernel) {
        this.kernel = kernel;
    }

    /// Empty for what is no place in the tree, such as a pipe by its number, or for a path that leads nowhere.
    Optional<WaitingCall.SeenPath> place(long pid, int folder, String path, boolean follows) {
        var whole = absolute(pid, folder, path);
        return whole.flatMap(all -> real(pid, all, follows).map(real -> new WaitingCall.SeenPath(plain(all), real)));
    }

    Optional<String> absolute(long pid, int folder, String path) {
        if (path.startsWith("/")) {
            return Optional.of(path);
        }
        return kernel.link("/proc/" + pid + (folder == RawSystemCalls.AT_FDCWD ? "/cwd" : "/fd/" + folder))
                .filter(base -> base.startsWith("/"))
                .map(base -> path.isEmpty() ? base : base + "/" + path);
    }

    /// Its shortest form, by the text alone.
    static String plain(String path) {
        if (!path.contains("//") && !path.contains("/.") && (path.length() == 1 || !path.endsWith("/"))) {
            return path;
        }
        var parts = new ArrayList<String>();
        for (var part : path.split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private Optional<String> real(long pid, String path, boolean follows) {
        var todo = new ArrayDeque<String>();
        push(path, todo);
        var at = "";
        int links = 0;
        while (!todo.isEmpty()) {
            var part = todo.pop();
            if (part.equals("..")) {
                at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
                continue;
            }
            if (part.isEmpty() || part.equals(".")) {
                continue;
            }
            var next = at + "/" + part;
            var target = todo.isEmpty() && !follows ? Optional.<String>empty() : target(pid, next);
            if (target.isEmpty()) {
                at = next;
                continue;
            }
            var to = target.get();
            if (++links > MOST_LINKS || (isDescriptor(next) && !to.startsWith("/"))) {
                return Optional.empty();
            }
            if (to.startsWith("/")) {
                at = "";
            }
            push(to, todo);
        }
        return Optional.of(at.isEmpty() ? "/" : at);
    }

    private static void push(String path, ArrayDeque<String> todo) {
        var parts = path.split("/");
        for (int i = parts.length - 1; i >= 0; i--) {
            todo.push(parts[i]);
        }
    }

    /// `self` is whoever looks, and that would be us.
    private Optional<String> target(long pid, String path) {
        for (var self : new String[] {"/proc/self", "/proc/thread-self"}) {
            if (path.equals(self)) {
                return Optional.empty();
            }
            if (path.startsWith(self + "/")) {
                return kernel.link("/proc/" + pid + path.substring(self.length()));
            }
        }
        return kernel.link("/proc/" + pid + "/root" + path);
    }

    private static boolean isDescriptor(String path) {
        return path.startsWith("/proc/") && path.contains("/fd/");
    }
}
