package dev.outrigger.hosting.registry;

import dev.outrigger.fuzz.base.Target;
import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.wire.FieldReader;
import java.util.List;

/// A registry from the network, or a file: what is taken from it names only what may be named.
public final class RegistryTarget implements Target {
    static final List<String> WORDS = List.of(
            "\"version\":1",
            "\"plugins\":{",
            "\"id\":",
            "\"kind\":\"command_group\"",
            "\"binaries\":{",
            "\"url\":",
            "\"https://example.com/x\"",
            "\"file:///x\"",
            "\"sha256\":",
            "\"requires\":[",
            "\"suggests\":[",
            "\"official\":true",
            "\"x86_64-unknown-linux-gnu\":{",
            "\"a-b\"",
            "\"1.2.0\"");

    @Override
    public String name() {
        return "registry";
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    @Override
    public String read(byte[] input) {
        return parsed(input, true) + parsed(input, false);
    }

    private static String parsed(byte[] input, boolean local) {
        try {
            var registry = RegistryText.parse(input, local);
            for (var entry : registry.entries()) {
                if (!RegistryNames.isId(entry.id()) || entry.command().isEmpty()) {
                    throw new Broken("an entry with a name that is none");
                }
                for (var binary : entry.binaries().values()) {
                    if (!UrlRules.badUrl(binary.url(), local).isEmpty()
                            || !binary.sha256().matches("[0-9a-f]{64}")) {
                        throw new Broken("a binary with an address or a hash that is none");
                    }
                }
            }
            return registry.leftOut().isEmpty()
                    ? "entries " + registry.entries().isEmpty()
                    : registry.leftOut().getFirst().reason();
        } catch (FieldReader.Mistake e) {
            return e.what();
        }
    }
}
