package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.ProviderProblem.Kind;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Words for everything that goes wrong with a provider. All of them pass by the key, which a server may repeat.
final class ProviderFailures {
    /// About 2,000 tokens. The smallest windows in use have 4,096, for question and answer together.
    private static final int LONG_REQUEST = 8 << 10;

    private static final Pattern FULL_WINDOW = Pattern.compile(
            "context_length_exceeded|(context|prompt|input)[^.]{0,40}(length|window|size|too long|limit)",
            Pattern.CASE_INSENSITIVE);

    private final String provider;
    private final ProviderAccess access;
    private final String keyHint;
    /// The proxy, if one is used.
    private final String through;

    ProviderFailures(String provider, ProviderSettings settings, ProviderAccess access) {
        this.provider = provider;
        this.access = access;
        this.keyHint = new ProviderKeys(provider, settings).howToSet();
        this.through = settings.wayOut().through(URI.create(access.base()));
    }

    private ProviderProblem problem(Kind kind, String what, String hint) {
        return problem(kind, what, hint, null);
    }

    private ProviderProblem problem(Kind kind, String what, String hint, @Nullable Duration retryAfter) {
        return new ProviderProblem(kind, access.hiddenIn(provider + " " + what), access.hiddenIn(hint), retryAfter);
    }

    /// `said` is the beginning of the answer's body.
    ProviderProblem status(int status, byte[] said, @Nullable Duration retryAfter) {
        var error = Told.of(said);
        var because = shown(error.message());
        return switch (status) {
            case 401 -> problem(Kind.REFUSED, "does not take the key" + because, keyHint);
            case 402 -> problem(Kind.REFUSED, "wants to be paid first" + because, "Look at your account there.");
            case 403 ->
                problem(Kind.REFUSED, "does not let this key do that" + because, "Look at what the key may do.");
            case 404 ->
                problem(
                        Kind.REFUSED,
                        "knows no such model, or has no API at " + access.base() + because,
                        "`jp models " + provider + "` lists the models; " + baseUrl() + " says where the API is.");
            case 408 -> problem(Kind.TIMEOUT, "waited too long for our request" + because, "", retryAfter);
            case 413 ->
                problem(
                        Kind.REFUSED,
                        "finds the request too large" + because,
                        "Begin a new conversation, or attach less.");
            case 429 ->
                error.outOfMoney()
                        ? problem(
                                Kind.REFUSED,
                                "has no more credit for this key" + because,
                                "Look at your account there.")
                        : problem(
                                Kind.BUSY,
                                "gets too many requests with this key" + because,
                                patience(retryAfter),
                                retryAfter);
            case 529 -> problem(Kind.FAILED, "is overloaded (529)" + because, "", retryAfter);
            default -> {
                if (status >= 500) {
                    yield problem(Kind.FAILED, "failed (" + status + ")" + because, "", retryAfter);
                }
                if (status >= 400) {
                    yield problem(
                            Kind.UNFIT,
                            "refused the request (" + status + ")" + because,
                            error.isOfTheWindow() ? tooMuch() : "");
                }
                yield problem(Kind.MALFORMED, "answered " + status + because, isItThere());
            }
        };
    }

    /// A key never follows.
    ProviderProblem redirect(int status, String location) {
        return problem(
                Kind.REFUSED,
                "redirects (" + status + ") to " + Excerpt.of(oneLine(location)) + ", which is not followed",
                "If that is where the API is, say so in " + baseUrl() + ".");
    }

    ProviderProblem contentType(String type, String wanted, byte[] said) {
        var error = Told.of(said);
        return problem(
                error.isError() ? Kind.FAILED : Kind.MALFORMED,
                "answered with " + (type.isEmpty() ? "an unknown kind of content" : Excerpt.of(oneLine(type)))
                        + " instead of " + wanted + shown(error.message()),
                isItThere());
    }

    /// An error that came as a part of the stream.
    ProviderProblem told(Json.Obj event) {
        var error = Told.of(event);
        var because = shown(error.message());
        return switch (error.type().toLowerCase(Locale.ROOT)) {
            case "overloaded_error" -> problem(Kind.BUSY, "is overloaded" + because, "");
            case "rate_limit_error", "rate_limit_exceeded" ->
                problem(Kind.BUSY, "gets too many requests with this key" + because, "");
            case "authentication_error" -> problem(Kind.REFUSED, "does not take the key" + because, keyHint);
            case "invalid_request_error" ->
                problem(Kind.UNFIT, "refused the request" + because, error.isOfTheWindow() ? tooMuch() : "");
            case "permission_error", "not_found_error", "request_too_large", "billing_error", "insufficient_quota" ->
                problem(Kind.REFUSED, "refused the request" + because, "");
            case "timeout_error" -> problem(Kind.TIMEOUT, "took too long itself" + because, "");
            default -> problem(Kind.FAILED, "failed in the middle of its answer" + because, "");
        };
    }

    ProviderProblem cut() {
        return problem(Kind.CUT, "broke off in the middle of its answer", "");
    }

    /// An answer that ended before its first word. Servers do so, among others, when what they are sent leaves no room
    /// for one.
    ///
    /// @param sent how many bytes the request had
    ProviderProblem empty(int sent) {
        if (sent < LONG_REQUEST) {
            return problem(
                    Kind.EMPTY,
                    "ended its answer before the first word",
                    "Ask again; if it stays so, look at the server's own log, or try another model (`-m`).");
        }
        return problem(
                Kind.EMPTY,
                "ended its answer before the first word; the request was long (" + sent / 1024
                        + " KiB), and the model's window may be full",
                tooMuch());
    }

    /// What to do when the window is full.
    private String tooMuch() {
        return "Begin a new conversation (`jp query -n`), attach less, leave tools out (`-T '*'`), or give the model a larger"
                + " window"
                + (provider.equals(OllamaProvider.NAME) ? " (`-p 'options={\"num_ctx\": 32768}'`)." : ".");
    }

    ProviderProblem malformed(String what) {
        return problem(Kind.MALFORMED, "cannot be understood: " + oneLine(what), isItThere());
    }

    /// Before a word of the answer was heard.
    ProviderProblem unanswered(IOException failure, ProviderPatience patience) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case ProviderTooSlow slow -> {
                    return problem(Kind.TIMEOUT, slow.what(), "");
                }
                case HttpConnectTimeoutException _ -> {
                    return unreachable("no connection within " + ProviderTooSlow.words(patience.connect()));
                }
                case UnresolvedAddressException _ -> {
                    return unreachable("there is no such host");
                }
                case SSLException ssl -> {
                    return ssl.getCause() instanceof EOFException
                            ? unreachable("it hung up before the connection was secure")
                            : insecure(String.valueOf(ssl.getMessage()));
                }
                default -> {}
            }
        }
        var message = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        if (message.contains("response code 401")) {
            // Java's words for a 401 that does not say how to log in, when a proxy wants a password.
            return status(401, new byte[0], null);
        }
        if (failure instanceof ConnectException) {
            boolean here = through.isEmpty()
                    && ProviderAccess.loopback(URI.create(access.base()).getHost());
            return unreachable(here ? Kind.ABSENT : Kind.UNREACHABLE, "nobody answers there");
        }
        return hungUp(message) ? closed() : unreachable(Excerpt.of(oneLine(message)));
    }

    /// In the middle of the answer.
    ProviderProblem brokenOff(IOException failure) {
        return failure instanceof ProviderTooSlow slow ? problem(Kind.TIMEOUT, slow.what(), "") : cut();
    }

    /// Behind the head of the answer, before its first word.
    ProviderProblem brokenOffSilent(IOException failure) {
        return failure instanceof ProviderTooSlow ? brokenOff(failure) : closed();
    }

    private ProviderProblem closed() {
        return problem(Kind.CUT, "closed the connection without an answer", "");
    }

    /// In Java's words, which depend on how much of the head it had handed over by then.
    private static boolean hungUp(String message) {
        return Stream.of("no bytes", "EOF", "reset", "bytes received", "chunked transfer encoding")
                .anyMatch(message::contains);
    }

    private ProviderProblem insecure(String why) {
        return new ProviderProblem(
                Kind.REFUSED,
                access.hiddenIn("no secure connection to " + provider + " at " + access.base() + shown(why)),
                "If its certificate is from an authority of your own, name that in SSL_CERT_FILE.");
    }

    private ProviderProblem unreachable(String why) {
        return unreachable(Kind.UNREACHABLE, why);
    }

    private ProviderProblem unreachable(Kind kind, String why) {
        return new ProviderProblem(
                kind,
                access.hiddenIn("cannot reach " + provider + " at " + access.base() + through + ": " + why),
                provider.equals(OllamaProvider.NAME)
                        ? "Start it with `ollama serve`, or say in " + baseUrl() + " where it is."
                        : kind == Kind.ABSENT
                                ? "Start the server, or say in " + baseUrl() + " where it is."
                                : "Look at your network, and at " + baseUrl() + ".");
    }

    private String isItThere() {
        return "Is its API at " + access.base() + "? (" + baseUrl() + ")";
    }

    private String baseUrl() {
        return "providers." + provider + ".base_url";
    }

    /// The key is hidden before the text is shortened: half of it would not be found.
    private String shown(String message) {
        var text = oneLine(access.hiddenIn(message));
        return text.isEmpty() ? "" : ": " + Excerpt.of(text);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /// What a provider says of an error, in any of their forms.
    private record Told(boolean isError, String type, String message) {
        private static final Told NOTHING = new Told(false, "", "");

        static Told of(byte[] body) {
            try {
                return JsonText.parse(body) instanceof Json.Obj object ? of(object) : NOTHING;
            } catch (MalformedJson _) {
                var text = new String(body, StandardCharsets.UTF_8).strip();
                // A page for browsers says less than the status.
                return text.startsWith("<") ? NOTHING : new Told(false, "", text);
            }
        }

        static Told of(Json.Obj object) {
            return switch (object.get("error").orElse(Json.Null.NULL)) {
                case Json.Obj error -> {
                    var type = error.text("code").or(() -> error.text("type")).orElse("");
                    yield new Told(true, type, error.text("message").orElse(type));
                }
                case Json.Str(var message) -> new Told(true, "", message);
                default -> {
                    for (var name : List.of("message", "detail")) {
                        if (object.text(name).isPresent()) {
                            yield new Told(false, "", object.text(name).get());
                        }
                    }
                    yield NOTHING;
                }
            };
        }

        /// A window that is full has no status of its own; servers say it in words like these.
        boolean isOfTheWindow() {
            return FULL_WINDOW.matcher(type + " " + message).find();
        }

        boolean outOfMoney() {
            return type.equals("insufficient_quota");
        }
    }

    private static String patience(@Nullable Duration retryAfter) {
        return retryAfter == null ? "" : "It asks to be left alone for " + retryAfter.toSeconds() + " s.";
    }
}
