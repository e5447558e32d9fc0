package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What all providers over HTTP have in common: one request, and an answer that comes in parts and may break off at
/// any.
final class ProviderTalk {
    /// How a provider wants to see its key.
    enum KeyHeader {
        X_API_KEY,
        BEARER
    }

    private static final AnswerLimits LISTS = new AnswerLimits(16 << 20, 16 << 20);

    private final String provider;
    private final ProviderSettings settings;
    private final KeyHeader keyHeader;
    private final boolean keyNeeded;
    private final List<String> headers;
    private final ProviderHttp http;
    /// With the one sent last; what it is now may be another.
    private volatile @Nullable KeyRing keys;

    /// @param headers names and values by turns, for every request
    ProviderTalk(
            String provider,
            ProviderSettings settings,
            ProviderPatience patience,
            KeyHeader keyHeader,
            boolean keyNeeded,
            List<String> headers) {
        this.provider = provider;
        this.settings = settings;
        this.keyHeader = keyHeader;
        this.keyNeeded = keyNeeded;
        this.headers = headers;
        this.http = new ProviderHttp(patience, settings.wayOut());
    }

    /// One request of a turn.
    ///
    /// @param accepted the kinds of content that are an answer
    record Request(String path, Json.Obj json, List<String> accepted) {}

    interface Framing {
        AnswerFrames over(InputStream in);
    }

    /// Makes sense of an answer; may need the words for what goes wrong in it.
    interface Understanding {
        ProviderReply with(ProviderFailures failures, Provider.Pieces pieces);
    }

    AnswerFinish stream(
            Request request,
            Framing framing,
            Understanding understanding,
            Provider.Pieces pieces,
            Cancellation cancellation)
            throws ProviderProblem {
        var access = ProviderAccess.of(provider, settings, keyNeeded);
        keys = access.keys();
        var failures = new ProviderFailures(provider, settings, access);
        var said = new Said(pieces);
        var filter = new KeyFilter(access.keys(), said);
        var reply = understanding.with(failures, filter);
        var question = question(access, request.path(), request.json(), request.accepted());
        @Nullable IOException broken = null;
        try (var answer = http.open(question, failures, cancellation)) {
            var frames = framing.over(answer.body());
            while (!cancellation.isCancelled() && frames.next()) {
                if (reply.take(frames)) {
                    answer.body().finish(ProviderHttp.EPILOGUE);
                    break;
                }
            }
        } catch (MalformedAnswer e) {
            throw failures.malformed(e.what());
        } catch (FieldReader.Mistake e) {
            throw failures.malformed(e.what());
        } catch (IOException e) {
            if (!(e instanceof AnswerUnwanted || cancellation.isCancelled() || reply.whole())) {
                broken = e;
            }
        } finally {
            filter.end();
        }
        if (broken != null) {
            throw said.anything ? failures.brokenOff(broken) : failures.brokenOffSilent(broken);
        }
        if (reply.whole()) {
            return reply.finish();
        }
        if (cancellation.isCancelled() || Thread.currentThread().isInterrupted()) {
            return new AnswerFinish(
                    AnswerFinish.Reason.CANCELLED, reply.finish().usage());
        }
        throw said.anything ? failures.cut() : failures.empty(JsonText.bytes(request.json()).length);
    }

    /// Knows whether any of the answer came.
    private static final class Said implements Provider.Pieces {
        private final Provider.Pieces pieces;
        private boolean anything;

        Said(Provider.Pieces pieces) {
            this.pieces = pieces;
        }

        @Override
        public void piece(AnswerPiece piece) {
            anything = true;
            pieces.piece(piece);
        }
    }

    /// Takes a model out of the list that it is in.
    interface Listed {
        Provider.Model model(FieldReader listed) throws FieldReader.Mistake;
    }

    /// The models in `field` of what is at `path`.
    List<Provider.Model> models(String path, String field, Listed listed, Cancellation cancellation)
            throws ProviderProblem {
        var list = get(path, cancellation);
        try {
            var models = new ArrayList<Provider.Model>();
            for (var each : new FieldReader(list).objects(field)) {
                models.add(listed.model(new FieldReader(keys().without(each))));
            }
            return models;
        } catch (FieldReader.Mistake e) {
            throw malformed(e.what());
        }
    }

    private Json.Obj get(String path, Cancellation cancellation) throws ProviderProblem {
        var access = ProviderAccess.of(provider, settings, keyNeeded);
        keys = access.keys();
        var failures = new ProviderFailures(provider, settings, access);
        var question = question(access, path, null, List.of("application/json"));
        try (var answer = http.open(question, failures, cancellation)) {
            var bytes = answer.body().readNBytes(LISTS.event() + 1);
            if (bytes.length > LISTS.event()) {
                throw failures.malformed("its list is longer than " + LineFrames.size(LISTS.event()));
            }
            return SseFrames.object(bytes, 0, bytes.length);
        } catch (MalformedAnswer e) {
            throw failures.malformed(e.what());
        } catch (AnswerUnwanted _) {
            throw new ProviderProblem(ProviderProblem.Kind.TIMEOUT, "asking " + provider + " was cancelled", "");
        } catch (IOException e) {
            throw failures.brokenOff(e);
        }
    }

    /// Any value, without a key.
    Json withoutKeys(Json value) {
        return keys().without(value);
    }

    private KeyRing keys() {
        var sent = keys;
        return sent == null ? KeyRing.of(SecretKey.NONE, settings) : sent;
    }

    /// A list that is not in the form of the provider's API.
    private ProviderProblem malformed(String what) throws ProviderProblem {
        return new ProviderFailures(provider, settings, ProviderAccess.of(provider, settings, keyNeeded))
                .malformed(what);
    }

    private ProviderHttp.Question question(
            ProviderAccess access, String path, Json.@Nullable Obj json, List<String> accepted) {
        var all = new ArrayList<>(headers);
        if (!access.key().none()) {
            switch (keyHeader) {
                case X_API_KEY -> all.addAll(List.of("x-api-key", access.key().forHeader()));
                case BEARER ->
                    all.addAll(List.of("Authorization", "Bearer " + access.key().forHeader()));
            }
        }
        var base = access.base();
        // Both forms of a base URL are found in the wild.
        var at = path.startsWith("/v1/") && base.endsWith("/v1") ? base + path.substring("/v1".length()) : base + path;
        return new ProviderHttp.Question(URI.create(at), Optional.ofNullable(json), all, accepted);
    }
}
