package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.web.UrlFetch;
import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.FieldReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Brings the registry. The one that is there stays until the new one is whole and can be read.
public final class RegistryRefresh {
    private static final String WHAT = "the registry";

    private RegistryRefresh() {}

    /// The one that is there, or else a new one.
    public static PluginRegistry ifNone(JpContext context) throws Problem, OutputFailed {
        var cached = PluginRegistry.cached(context.places(), context.settings());
        return cached.isPresent() ? cached.get() : now(context);
    }

    public static PluginRegistry now(JpContext context) throws Problem, OutputFailed {
        var address = RegistryAddress.of(context.settings());
        var cache = new RegistryCache(context.places());
        var cached = cache.read(address.url());
        var etag =
                cached.isPresent() ? cache.meta().map(RegistryCache.Meta::etag).orElse("") : "";
        var bytes = new ByteArrayOutputStream();
        UrlFetch.Answer answer;
        try (var fetch = new UrlFetch(context)) {
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
        keep(context, cache, bytes.toByteArray(), new RegistryCache.Meta(address.url(), answer.etag(), time()));
        for (var one : registry.leftOut()) {
            context.printer().note("warning: the registry's entry \"" + one.name() + "\" is left out: " + one.reason());
        }
        return address.believed(registry);
    }

    private static PluginRegistry parsed(byte[] bytes, String url) throws Problem {
        try {
            return RegistryText.parse(bytes, UrlRules.isLocal(url));
        } catch (FieldReader.Mistake mistake) {
            throw new Problem("the registry " + url + " is refused: " + mistake.what(), "Nothing was changed.");
        }
    }

    private static void keep(JpContext context, RegistryCache cache, byte[] bytes, RegistryCache.Meta meta)
            throws Problem, OutputFailed {
        try (var _ = InstallLock.take(context)) {
            cache.write(bytes, meta);
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot keep the registry: " + FileErrorWords.of(e), "");
        }
    }

    private static String time() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
