package dev.outrigger.serveweb;

import dev.outrigger.sdk.CommandPlugin;
import dev.outrigger.sdk.Jp;
import dev.outrigger.sdk.Option;
import dev.outrigger.sdk.PluginFailure;
import dev.outrigger.serveweb.view.Permission;
import dev.outrigger.web.EntryState;
import dev.outrigger.web.ServerAddress;
import dev.outrigger.web.WebServer;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `jp serve web`.
public final class ServeWeb {
    private static final int USUAL_PORT = 3141;
    private static final int HIGHEST_PORT = 65_535;

    private ServeWeb() {}

    public static void main(String[] words) {
        plugin().main(ServeWeb::run);
    }

    static CommandPlugin plugin() {
        return CommandPlugin.named("serve-web", AssetFiles.inJar("version"), "Chat in the browser: read, ask, approve")
                .calledBy("serve", "web")
                .explained("""
                        Opens a server on this machine, for your browser alone, and prints a link that lets one browser \
                        in, once, within ten minutes. What the page does, jp does: with the same settings, tools and \
                        questions as at the terminal. It ends with Ctrl-C; a page that is open goes on when it is \
                        started again.""")
                .with(Option.flag("open", "Open the page in your browser"))
                .with(Option.flag("read-only", "Show conversations, and change nothing"))
                .with(Option.value("port", "PORT", "Where to listen, 0 for any free one; server.web.port, else 3141"))
                .with(Option.value("bind", "ADDRESS", "Listen on this address instead, for other machines as well"))
                .with(Option.value("host", "NAME", "Answer to this name, too").repeated());
    }

    static int run(Jp jp) throws Exception {
        var arguments = jp.arguments();
        var settings = at(at(jp.init().config(), "server"), "web");
        int port = arguments.whole("port", 0, HIGHEST_PORT).orElse(port(settings));
        var bind =
                address(arguments.text("bind").or(() -> settings.text("bind")).orElse(null));
        var state = EntryState.in(folder(jp).resolve("serve-web.json"), InstantSource.system());
        var site = new ChatSite(jp, permission(jp));
        try (site;
                var server = started(new ServerAddress(port, bind, arguments.all("host")), state, site)) {
            site.servedBy(server);
            if (bind != null) {
                jp.note("Listening on " + bind.getHostAddress() + ": whoever reaches this machine there and has a link"
                        + " gets in, and nothing that passes is encrypted.\n");
            }
            var url = server.newLaunchUrl();
            jp.print(url + "\n");
            for (var host : arguments.all("host")) {
                var other = host.contains(":") ? host : host + ":" + server.port();
                jp.note("By its other name: http://" + other
                        + url.substring(server.address().length()) + "\n");
            }
            jp.note("This link lets one browser in, once, within ten minutes. Ctrl-C ends the server.\n");
            if (arguments.flag("open")) {
                BrowserOpener.open(url, server.port(), folder(jp), jp);
            }
            jp.awaitEnd();
        }
        return 0;
    }

    /// Deleting is the user's to allow, in settings of their own; jp refuses it otherwise, and then it is not offered.
    private static Permission permission(Jp jp) {
        if (jp.arguments().flag("read-only")) {
            return Permission.READ;
        }
        var own = at(at(at(jp.init().config(), "plugins"), "command"), "serve-web");
        return own.get("may_remove").equals(Optional.of(Json.Bool.TRUE)) ? Permission.DELETE : Permission.WRITE;
    }

    private static WebServer started(ServerAddress address, EntryState state, ChatSite site)
            throws PluginFailure, IOException {
        try {
            return WebServer.start(address, state, site);
        } catch (BindException _) {
            throw new PluginFailure(
                    1, "port " + address.port() + " is in use; name another with --port, or 0 for any that is free");
        }
    }

    /// Per workspace, where there is a folder for that.
    private static Path folder(Jp jp) throws PluginFailure {
        var paths = jp.init().paths();
        var kept = paths.userWorkspace() != null ? paths.userWorkspace() : paths.userData();
        if (kept == null) {
            throw new PluginFailure(1, "there is no folder to keep in who was let in");
        }
        try {
            return Files.createDirectories(Path.of(kept));
        } catch (IOException e) {
            throw new PluginFailure(1, "cannot make the folder " + kept + ": " + e.getMessage());
        }
    }

    private static Json.Obj at(Json.Obj object, String name) {
        return object.get(name).orElse(Json.EMPTY) instanceof Json.Obj below ? below : Json.EMPTY;
    }

    private static int port(Json.Obj settings) throws PluginFailure {
        var set = settings.get("port");
        if (set.isEmpty()) {
            return USUAL_PORT;
        }
        if (set.get() instanceof Json.Num(var text)) {
            try {
                int port = Integer.parseInt(text);
                if (port >= 0 && port <= HIGHEST_PORT) {
                    return port;
                }
            } catch (NumberFormatException _) {
                // Said below.
            }
        }
        throw new PluginFailure(1, "server.web.port is a whole number from 0 to " + HIGHEST_PORT);
    }

    private static @Nullable InetAddress address(@Nullable String text) throws PluginFailure {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            var address = InetAddress.getByName(text);
            // Our own two are listened on anyway, both.
            return address.isLoopbackAddress() ? null : address;
        } catch (UnknownHostException _) {
            throw new PluginFailure(1, "there is no address " + text + " to listen on");
        }
    }
}
