package dev.outrigger.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A site on this machine, for its user alone: the JDK's server on virtual threads, behind an entry that takes a launch
/// URL once and a cookie from then on.
public final class WebServer implements AutoCloseable {
    private static final String PROPERTY = "sun.net.httpserver.";
    private static final Duration WRONG_TOKEN = Duration.ofSeconds(1);
    private static final Duration STUCK = Duration.ofSeconds(10);
    private static final String ENTER = "/enter";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    static {
        // Read when the JDK's server is first touched. Ten seconds for a request to be there, and no waiting for the
        // acknowledgement of a small answer.
        setUnlessSet(PROPERTY + "maxReqTime", "10");
        setUnlessSet(PROPERTY + "nodelay", "true");
    }

    private final List<HttpServer> servers;
    private final ExecutorService workers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("web-", 0).factory());
    private final Site site;
    private final EntryState state;
    private final RequestRules rules;
    private final LaunchTokens tokens;
    private final WrongTokenBrake brake = new WrongTokenBrake(WRONG_TOKEN);
    private final StreamWatch streams = new StreamWatch(STUCK.toNanos());
    private final String address;

    private WebServer(List<HttpServer> servers, Site site, EntryState state, Set<String> hosts) {
        this.servers = servers;
        this.site = site;
        this.state = state;
        this.rules = new RequestRules(hosts);
        this.tokens = new LaunchTokens(InstantSource.system());
        this.address = "http://" + state.name() + ".localhost:"
                + servers.getFirst().getAddress().getPort();
    }

    private static void setUnlessSet(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }

    /// Throws [BindException] when the port is in use, on either of this machine's addresses.
    public static WebServer start(ServerAddress at, EntryState state, Site site) throws IOException {
        var servers = LocalPorts.bound(at, state.port());
        int port = servers.getFirst().getAddress().getPort();
        var hosts = new HashSet<String>();
        hosts.add(state.name() + ".localhost:" + port);
        for (var host : at.hosts()) {
            hosts.add(host.contains(":") ? host : host + ":" + port);
        }
        var server = new WebServer(servers, site, state, hosts);
        state.usePort(port);
        for (var each : servers) {
            each.setExecutor(server.workers);
            each.createContext("/", server::handle);
            each.start();
        }
        return server;
    }

    public int port() {
        return servers.getFirst().getAddress().getPort();
    }

    /// `http://<name>.localhost:<port>`
    public String address() {
        return address;
    }

    /// Lets one browser in, once, within ten minutes.
    public String newLaunchUrl() {
        return address + ENTER + "?token=" + tokens.issue();
    }

    /// Wrong tokens so far.
    public long wrongTokens() {
        return brake.counted();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            headers(exchange);
            answer(exchange);
        } catch (Refused e) {
            refuse(exchange, e);
        } catch (RuntimeException e) {
            site.notice("our own mistake at " + exchange.getRequestURI().getRawPath() + ": " + e);
            e.printStackTrace();
            refuse(exchange, new Refused(500, "Something went wrong on our side; the log of jp has it."));
        } finally {
            exchange.close();
        }
    }

    private static void headers(HttpExchange exchange) {
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    private void answer(HttpExchange exchange) throws IOException, Refused {
        var headers = exchange.getRequestHeaders();
        var host = rules.host(headers);
        var path = exchange.getRequestURI().getPath();
        boolean post = exchange.getRequestMethod().equals("POST");
        if (!post && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, POST");
            throw new Refused(405, "Only GET and POST are understood here.");
        }
        if (post) {
            rules.fromOurPage(headers, host);
        }
        switch (path) {
            case LaunchPage.STYLE_PATH -> send(exchange, 200, "text/css; charset=utf-8", LaunchPage.STYLE);
            case LaunchPage.SCRIPT_PATH -> send(exchange, 200, "text/javascript; charset=utf-8", LaunchPage.SCRIPT);
            case ENTER -> enter(exchange, post);
            default -> entered(exchange, post, host);
        }
    }

    private void enter(HttpExchange exchange, boolean post) throws IOException, Refused {
        // With `no-referrer` a browser says `Origin: null` when it sends the form.
        exchange.getResponseHeaders().set("Referrer-Policy", "same-origin");
        if (!post) {
            send(exchange, 200, "text/html; charset=utf-8", utf8(LaunchPage.of(site.title())));
            return;
        }
        var token = RequestReader.query(exchange).getOrDefault("token", "");
        switch (tokens.spend(token)) {
            case RIGHT -> {
                exchange.getResponseHeaders()
                        .set(
                                "Set-Cookie",
                                RequestRules.COOKIE + "=" + state.newCookie() + "; Path=/; HttpOnly; SameSite=Strict"
                                        + "; Max-Age=" + EntryState.cookieSeconds());
                seeOther(exchange, "/");
            }
            case SPENT -> {
                if (!tokens.anyOpen()) {
                    site.launchUrl(newLaunchUrl());
                }
                throw new Refused(
                        403,
                        "This link has let a browser in already, or is older than ten minutes."
                                + " Another one is printed where the server was started.");
            }
            case WRONG -> {
                noticeWrongTokens(brake.count());
                throw brake.hold()
                        ? new Refused(403, "This link is not one of ours. Use the one that the server printed.")
                        : new Refused(429, "Too many wrong links at once; try again in a moment.");
            }
        }
    }

    /// At the first, the tenth, the hundredth: whoever guesses must not fill the log.
    private void noticeWrongTokens(long count) {
        for (long power = 1; power <= count; power *= 10) {
            if (power == count) {
                site.notice("somebody came with a wrong launch token; so far: " + count);
            }
        }
    }

    private void entered(HttpExchange exchange, boolean post, String host) throws IOException, Refused {
        var headers = exchange.getRequestHeaders();
        if (!state.knows(RequestRules.cookie(headers))) {
            throw new Refused(
                    403, "This browser has not been let in. Open the link that was printed when the server started.");
        }
        if (post) {
            rules.json(headers);
        }
        var answer = site.answer(RequestReader.read(exchange, post));
        switch (answer) {
            case WebAnswer.Page(var html) -> send(exchange, 200, "text/html; charset=utf-8", utf8(html));
            case WebAnswer.Data(var json) -> send(exchange, 200, "application/json", JsonText.bytes(json));
            case WebAnswer.Asset(var type, var text) -> {
                exchange.getResponseHeaders().set("Cache-Control", "private, max-age=31536000, immutable");
                send(exchange, 200, type, utf8(text));
            }
            case WebAnswer.Download(var name, var type, var text) -> {
                exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=\"" + safe(name) + "\"");
                send(exchange, 200, type, utf8(text));
            }
            case WebAnswer.SeeOther(var where) -> seeOther(exchange, where);
            case WebAnswer.Stream(var source) -> stream(exchange, source, host);
        }
    }

    private void stream(HttpExchange exchange, WebAnswer.Source source, String host) throws IOException, Refused {
        rules.streamOfOurPage(exchange.getRequestHeaders(), host);
        var stream = streams.open();
        try (var _ = source.open(stream)) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            stream.write(exchange.getResponseBody());
        } catch (Refused | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a stream that does not close", e);
        } finally {
            streams.closed(stream);
        }
    }

    private static String safe(String name) {
        var safe = name.replaceAll("[^A-Za-z0-9._-]+", "-");
        return safe.isEmpty() ? "file" : safe;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void seeOther(HttpExchange exchange, String where) throws IOException {
        exchange.getResponseHeaders().set("Location", where);
        exchange.sendResponseHeaders(303, -1);
    }

    private void refuse(HttpExchange exchange, Refused refused) throws IOException {
        if (exchange.getResponseCode() >= 0) {
            // The answer has begun, and ends here.
            return;
        }
        var accepted = RequestRules.one(exchange.getRequestHeaders(), "Accept");
        if (accepted != null && accepted.contains("text/html")) {
            var page = LaunchPage.refusal(site.title(), refused.sentence());
            send(exchange, refused.status(), "text/html; charset=utf-8", utf8(page));
        } else {
            var said = Json.object().put("error", refused.sentence()).build();
            send(exchange, refused.status(), "application/json", JsonText.bytes(said));
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /// Streams end, and with them their pages' connections; the pages come back when we do.
    @Override
    public void close() {
        streams.close();
        for (var server : servers) {
            server.stop(0);
        }
        workers.shutdownNow();
    }
}
