package dev.outrigger.launch.watch;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a confined program sends within its own network, read for the name that it asks for.
public final class NameQuestionTarget implements Target {
    @Override
    public String name() {
        return "name-question";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) {
        return List.of(
                "o\u00a2\u0001\0\0\u0001\0\0\0\0\0\0\u0007example\u0003org\0\0\u0001\0\u0001"
                        .getBytes(StandardCharsets.ISO_8859_1),
                "ln\u0001\0\0\u0001\0\0\0\0\0\0\u0001a\0\0\u001c\0\u0001".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public String read(byte[] input) {
        var name = NameQuestion.in(input);
        if (name.isPresent() && !name.get().matches("[a-z0-9._-]{1,253}")) {
            throw new Broken("a name that no host has");
        }
        return name.isPresent() ? "a question" : "none";
    }
}
