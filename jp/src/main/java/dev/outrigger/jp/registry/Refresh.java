package dev.outrigger.jp.registry;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Fields;
import dev.outrigger.workspace.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Brings the registry. The one that is there stays until the new one is whole and can be read.
public final class Refresh {
    private static final String WHAT = "the registry";

    private Refresh() {}

    /// The one that is there, or else a new one.
    public static Registry ifNone(Session session) throws Problem, OutputFailed {
        var cached = Registry.cached(session.places(), session.settings());
        return cached.isPresent() ? cached.get() : now(session);
    }

    public static Registry now(Session session) throws Problem, OutputFailed {
        var address = Address.of(session.settings());
        var cache = new RegistryCache(session.places());
        var cached = cache.read(address.url());
        var etag =
                cached.isPresent() ? cache.meta().map(RegistryCache.Meta::etag).orElse("") : "";
        var bytes = new ByteArrayOutputStream();
        Fetch.Answer answer;
        try (var fetch = new Fetch(session)) {
            answer = fetch.get(address.url(), WHAT, RegistryText.MOST_BYTES, etag, buffer -> {
                var chunk = new byte[buffer.remaining()];
                buffer.get(chunk);
                bytes.writeBytes(chunk);
            });
        }
        if (answer.unchanged() && cached.isPresent()) {
            return address.believed(cached.get());
        }
        var registry = parsed(bytes.toByteArray(), address.url());
        keep(session, cache, bytes.toByteArray(), new RegistryCache.Meta(address.url(), answer.etag(), time()));
        for (var one : registry.leftOut()) {
            session.printer().note("warning: the registry's entry \"" + one.name() + "\" is left out: " + one.reason());
        }
        return address.believed(registry);
    }

    private static Registry parsed(byte[] bytes, String url) throws Problem {
        try {
            return RegistryText.parse(bytes, Names.isLocal(url));
        } catch (Fields.Mistake mistake) {
            throw new Problem("the registry " + url + " is refused: " + mistake.what(), "Nothing was changed.");
        }
    }

    private static void keep(Session session, RegistryCache cache, byte[] bytes, RegistryCache.Meta meta)
            throws Problem, OutputFailed {
        try (var _ = Exclusive.take(session)) {
            cache.write(bytes, meta);
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot keep the registry: " + Reason.of(e), "");
        }
    }

    private static String time() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
