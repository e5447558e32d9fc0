package dev.outrigger.hosting.web;

import dev.outrigger.system.ResponseChunks;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.settings.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/// https, and nothing else: also after a redirect.
final class HttpsDownload implements AutoCloseable {
    private static final int MOST_REDIRECTS = 5;
    private static final int LONGEST_ETAG = 256;
    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;

    private final HttpClient client;
    private final SendingDeadline patience;
    private final ProxySettings proxy;

    HttpsDownload(Map<String, String> environment, Path folder, Settings settings) throws Problem {
        patience = SendingDeadline.of(settings);
        proxy = ProxySettings.of(environment);
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofSeconds(patience.stallSecs()))
                .proxy(proxy.selector());
        proxy.authenticator().ifPresent(builder::authenticator);
        CertificateAuthorities.of(environment, folder, settings).ifPresent(builder::sslContext);
        client = builder.build();
    }

    UrlFetch.Answer get(String url, String what, String etag, UrlFetch.Counted counted) throws Problem, OutputFailed {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(patience.wholeSecs());
        var at = url;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            var answer = ask(at, what, etag);
            try (var body = answer.body()) {
                switch (answer.statusCode()) {
                    case OK -> {
                        counted.expect(answer.headers()
                                .firstValueAsLong("content-length")
                                .orElse(-1));
                        receive(body, at, what, counted, deadline);
                        return new UrlFetch.Answer(
                                false,
                                usable(answer.headers().firstValue("etag").orElse("")));
                    }
                    case NOT_MODIFIED -> {
                        if (etag.isEmpty()) {
                            throw refused(what, at, "answered 304, though we have nothing of it");
                        }
                        return new UrlFetch.Answer(true, etag);
                    }
                    case 301, 302, 303, 307, 308 -> at = redirected(at, what, answer);
                    default -> throw refused(what, at, "answered " + answer.statusCode());
                }
            }
        }
        throw refused(what, url, "redirects more than " + MOST_REDIRECTS + " times");
    }

    /// An etag is sent back as it came, so it must be one that can be; otherwise there is none.
    private static String usable(String etag) {
        for (int i = 0; i < etag.length(); i++) {
            if (etag.charAt(i) < ' ' || etag.charAt(i) > '~') {
                return "";
            }
        }
        return etag.length() <= LONGEST_ETAG ? etag : "";
    }

    private HttpResponse<ResponseChunks> ask(String url, String what, String etag) throws Problem {
        try {
            var request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(Duration.ofSeconds(patience.stallSecs()))
                    .header("User-Agent", "jp")
                    .GET();
            if (!etag.isEmpty()) {
                request.header("If-None-Match", etag);
            }
            return client.send(request.build(), _ -> new ResponseChunks());
        } catch (IOException e) {
            throw failed(what, url, e);
        } catch (IllegalArgumentException e) {
            throw refused(what, url, "is no URL: " + e.getMessage());
        } catch (InterruptedException e) {
            throw interrupted(what);
        }
    }

    private static String redirected(String from, String what, HttpResponse<?> answer) throws Problem {
        var location = answer.headers().firstValue("location").orElse("");
        String to;
        try {
            to = URI.create(from).resolve(location).toString();
        } catch (IllegalArgumentException _) {
            throw refused(what, from, "redirects to what is no URL: " + UrlRules.shown(location));
        }
        var bad = UrlRules.badUrl(to, false);
        if (location.isEmpty() || !bad.isEmpty()) {
            throw refused(what, from, "redirects to " + UrlRules.shown(to) + ", which " + bad);
        }
        return to;
    }

    /// Whoever sends a byte now and then is as good as one who sends none: each stretch of time must bring something.
    private void receive(ResponseChunks body, String url, String what, UrlFetch.Counted counted, long deadline)
            throws Problem, OutputFailed {
        long stretch = TimeUnit.SECONDS.toNanos(patience.stallSecs());
        long until = System.nanoTime() + stretch;
        long before = 0;
        try {
            while (true) {
                long now = System.nanoTime();
                if (now - deadline >= 0) {
                    throw refused(
                            what,
                            url,
                            "took longer than " + patience.wholeSecs() + " s (plugins.download_timeout_secs)");
                }
                if (now - until >= 0) {
                    if (counted.count() - before < SendingDeadline.LEAST_BYTES) {
                        throw refused(
                                what,
                                url,
                                "sent only " + (counted.count() - before) + " bytes in " + patience.stallSecs()
                                        + " s (plugins.download_stall_secs)");
                    }
                    before = counted.count();
                    until = now + stretch;
                }
                switch (body.next(Math.min(until, deadline) - now)) {
                    case ResponseChunks.Bytes(var buffers) -> {
                        for (var buffer : buffers) {
                            counted.take(buffer);
                        }
                    }
                    case ResponseChunks.End _ -> {
                        return;
                    }
                    case ResponseChunks.Nothing _ -> {}
                    case ResponseChunks.Closed _ -> throw new IllegalStateException("closed by whoever reads it");
                    case ResponseChunks.Failed(var why) ->
                        throw failed(what, url, why instanceof IOException e ? e : new IOException(why));
                }
            }
        } catch (InterruptedException _) {
            throw interrupted(what);
        }
    }

    private static Problem refused(String what, String url, String why) {
        return new Problem("cannot fetch " + what + ": " + url + " " + why, "Nothing was changed.");
    }

    private static Problem interrupted(String what) {
        Thread.currentThread().interrupt();
        return new Problem("fetching " + what + " was interrupted", "Nothing was changed.");
    }

    private Problem failed(String what, String url, IOException failure) {
        var through = proxy.shown().isEmpty() ? "" : " through the proxy " + proxy.shown();
        var why = "cannot fetch " + what + " from " + url + through + ": ";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case HttpConnectTimeoutException _ -> {
                    return new Problem(why + "no connection within " + patience.stallSecs() + " s", "");
                }
                case HttpTimeoutException _ -> {
                    return new Problem(why + "no answer within " + patience.stallSecs() + " s", "");
                }
                case UnresolvedAddressException _ -> {
                    return new Problem(why + "there is no such host", "");
                }
                case SSLException ssl -> {
                    return new Problem(
                            why + "no secure connection: " + UrlRules.shown(String.valueOf(ssl.getMessage())),
                            "If its certificate is from an authority of your own, name that in plugins.ca_file or SSL_CERT_FILE.");
                }
                default -> {}
            }
        }
        var message = failure.getMessage();
        if (message != null && message.contains("content-length")) {
            // Java's words for a body that is shorter than it was said to be.
            message = "it broke off in the middle (" + message + ")";
        }
        return new Problem(
                why
                        + (message != null
                                ? UrlRules.shown(message)
                                : failure instanceof ConnectException
                                        ? "nobody answers there"
                                        : failure.getClass().getSimpleName()),
                "");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
