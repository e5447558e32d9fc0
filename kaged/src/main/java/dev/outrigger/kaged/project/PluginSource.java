package dev.outrigger.kaged.project;

import dev.outrigger.kaged.store.StoreProblem;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;

/// Where a project says that a plugin comes from, where it is not installed.
sealed interface PluginSource {
    int HTTPS = 443;

    /// The project says nothing.
    record Nowhere() implements PluginSource {}

    /// A folder inside the project, in words that lead nowhere else.
    record Within(Path relative) implements PluginSource {
        /// Its real path. No link is on the way: one that leads elsewhere tomorrow would be what was not shown.
        Path folder(Path root) throws StoreProblem {
            var at = root;
            for (var step : relative) {
                at = at.resolve(step);
                if (Files.isSymbolicLink(at)) {
                    throw new StoreProblem(at + " is a link: put the plugin itself into the project");
                }
            }
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                throw new StoreProblem("there is no folder " + at);
            }
            try {
                return at.toRealPath();
            } catch (IOException e) {
                throw new StoreProblem("cannot look into " + at, e);
            }
        }
    }

    /// A repository of git at a host; nothing of it is fetched before the operator says so.
    record Git(String url, String host, int port) implements PluginSource {}

    /// One on this machine's own disk.
    record GitFolder(String url, Path folder) implements PluginSource {}

    static PluginSource of(String text) throws StoreProblem {
        if (text.isEmpty()) {
            return new Nowhere();
        }
        if (text.startsWith("file:")) {
            return gitFolder(text);
        }
        if (text.startsWith("https:")) {
            return git(text);
        }
        if (text.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*") || text.matches("[^/]+@[^/]+:.*")) {
            boolean ssh = text.startsWith("ssh:") || text.contains("@");
            throw new StoreProblem(text + " is not fetched: only https:// is"
                    + (ssh ? ". Clone it yourself, then `kaged plugin install DIR`" : ""));
        }
        return within(text);
    }

    private static PluginSource within(String text) throws StoreProblem {
        var path = Path.of(text);
        var refused = new StoreProblem(text + " leads out of the project: put the plugin into it");
        if (path.isAbsolute()) {
            throw refused;
        }
        for (var step : path) {
            if (step.toString().equals("..")) {
                throw refused;
            }
        }
        var plain = path.normalize();
        if (plain.toString().isEmpty()) {
            throw new StoreProblem(text + " is the project itself: put the plugin into a folder of its own");
        }
        return new Within(plain);
    }

    private static PluginSource git(String text) throws StoreProblem {
        try {
            var uri = new URI(text);
            var host = uri.getHost();
            if (host == null || !"https".equals(uri.getScheme()) || uri.getRawFragment() != null) {
                throw new StoreProblem(text + " is no address of a repository: https://HOST/PATH");
            }
            if (uri.getRawUserInfo() != null) {
                throw new StoreProblem("an address of a repository has no name and no password in it: take what is"
                        + " before the @ out");
            }
            var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            return new Git(text, bare.toLowerCase(Locale.ROOT), uri.getPort() < 0 ? HTTPS : uri.getPort());
        } catch (URISyntaxException e) {
            throw new StoreProblem(text + " is no address of a repository: " + e.getReason());
        }
    }

    private static PluginSource gitFolder(String text) throws StoreProblem {
        try {
            var path = new URI(text).getPath();
            if (text.startsWith("file:///") && path != null) {
                return new GitFolder(text, Path.of(path));
            }
        } catch (URISyntaxException | IllegalArgumentException _) {
            // Said below.
        }
        throw new StoreProblem(text + " is no address of a repository: file:///PATH");
    }
}
