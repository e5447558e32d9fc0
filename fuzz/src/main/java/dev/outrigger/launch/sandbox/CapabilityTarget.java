package dev.outrigger.launch.sandbox;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Capabilities as manifests declare them: one spelling for each.
public final class CapabilityTarget implements Target {
    @Override
    public String name() {
        return "capability";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) {
        return Seeds.texts(
                "read:fs:/srv/data",
                "write:fs:/srv/data/x",
                "exec:git:/srv",
                "exec:/opt/x/bin/git:/srv",
                "net:[]",
                "net:*",
                "net:example.com:443",
                "net:example.com:*",
                "net:127.0.0.1:80",
                "net:[::1]:443",
                "net:[2001:db8::1]:*",
                "kaged:storage:read",
                "kaged:storage:write");
    }

    @Override
    public List<String> words() {
        return List.of(
                "read:fs:",
                "write:fs:",
                "exec:",
                "net:",
                "kaged:",
                "/..",
                "/./",
                "[::",
                "]:",
                "0177.0.0.1",
                "127.1",
                "0x7f",
                ":0",
                ":65536",
                ":*",
                "-",
                "xn--a",
                "::ffff:127.0.0.1",
                "%eth0");
    }

    @Override
    public String read(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        try {
            var capability = Capability.parse(text);
            if (!capability.text().equals(text)) {
                throw new Broken("a second spelling of a capability");
            }
            return capability.getClass().getSimpleName();
        } catch (ConfinementRefused e) {
            var words = String.valueOf(e.getMessage());
            if (words.chars().anyMatch(Character::isISOControl)) {
                throw new Broken("a control character in the words of a refusal");
            }
            return words;
        }
    }
}
