package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.system.ResponseChunks;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Requests to one provider. Java's client is loaded with the first of them, and keeps the connection for the next.
final class ProviderHttp {
    private static final int OK = 200;
    private static final int MOST_OF_AN_ERROR = 64 * 1024;

    private final ProviderPatience patience;
    private final NetworkAccess wayOut;
    private @Nullable HttpClient client;

    ProviderHttp(ProviderPatience patience, NetworkAccess wayOut) {
        this.patience = patience;
        this.wayOut = wayOut;
    }

    /// What is asked, and what kinds of content are an answer.
    ///
    /// @param headers names and values by turns
    record Question(URI uri, Optional<Json.Obj> json, List<String> headers, List<String> accepted) {
        Question {
            headers = List.copyOf(headers);
            accepted = List.copyOf(accepted);
        }

        /// Never the headers: one of them is the key.
        @Override
        public String toString() {
            return "Question[" + uri + "]";
        }
    }

    /// An answer that has begun and is what was asked for. Closing it lets go of the connection.
    record Answer(ResponseBody body, Cancellation.Registration registration) implements AutoCloseable {
        @Override
        public void close() {
            registration.close();
            body.close();
        }
    }

    Answer open(Question question, ProviderFailures failures, Cancellation cancellation)
            throws ProviderProblem, AnswerUnwanted {
        var body = new ResponseBody(patience);
        var future = client(question.uri()).sendAsync(request(question), _ -> body.chunks());
        var registration = cancellation.onCancel(() -> {
            future.cancel(true);
            body.close();
        });
        var answer = new Answer(body, registration);
        boolean taken = false;
        try {
            check(wait(future), question, body, failures);
            taken = true;
            return answer;
        } catch (IOException e) {
            if (e instanceof AnswerUnwanted || cancellation.isCancelled()) {
                throw new AnswerUnwanted();
            }
            throw failures.unanswered(e, patience);
        } finally {
            if (!taken) {
                future.cancel(true);
                answer.close();
            }
        }
    }

    private synchronized HttpClient client(URI there) throws ProviderProblem {
        if (client == null) {
            var builder = HttpClient.newBuilder()
                    // Its streams end by closing the connection, which a cancelled answer needs.
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(patience.connect());
            wayOut.prepare(builder, there);
            client = builder.build();
        }
        return client;
    }

    private static HttpRequest request(Question question) {
        var request = HttpRequest.newBuilder(question.uri())
                .header("User-Agent", "jp")
                .header("Accept", String.join(", ", question.accepted()));
        for (int i = 0; i < question.headers().size(); i += 2) {
            request.header(question.headers().get(i), question.headers().get(i + 1));
        }
        return question.json()
                .map(json -> request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(JsonText.bytes(json)))
                        .build())
                .orElseGet(() -> request.GET().build());
    }

    private HttpResponse<ResponseChunks> wait(CompletableFuture<HttpResponse<ResponseChunks>> future)
            throws IOException {
        try {
            return future.get(patience.connect().plus(patience.first()).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new ProviderTooSlow(false, patience.first());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (java.util.concurrent.CancellationException _) {
            throw new AnswerUnwanted();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AnswerUnwanted();
        }
    }

    private static void check(
            HttpResponse<ResponseChunks> response, Question question, ResponseBody body, ProviderFailures failures)
            throws ProviderProblem, IOException {
        int status = response.statusCode();
        if (status >= 300 && status < 400) {
            throw failures.redirect(
                    status, response.headers().firstValue("location").orElse("nowhere"));
        }
        if (status != OK) {
            var pause = response.headers()
                    .firstValue("retry-after")
                    .flatMap(header -> RetryAfter.of(header, Instant.now()));
            throw failures.status(status, beginning(body), pause.orElse(null));
        }
        var type = response.headers().firstValue("content-type").orElse("");
        var kind = type.split(";")[0].strip().toLowerCase(Locale.ROOT);
        if (!question.accepted().contains(kind)) {
            throw failures.contentType(type, question.accepted().getFirst(), beginning(body));
        }
    }

    /// As much of an error as we want to know. That even this broke off changes nothing: the status tells enough.
    private static byte[] beginning(ResponseBody body) throws AnswerUnwanted {
        try {
            return body.readNBytes(MOST_OF_AN_ERROR);
        } catch (AnswerUnwanted e) {
            throw e;
        } catch (IOException _) {
            // The status tells enough.
            return new byte[0];
        }
    }

    /// A short while for an answer that has ended but for its end.
    static final Duration EPILOGUE = Duration.ofMillis(200);
}
