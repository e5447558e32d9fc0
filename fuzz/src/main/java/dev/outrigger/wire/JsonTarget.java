package dev.outrigger.wire;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;

/// The JSON that everything else is made of: what is read is the same when it was written and read again.
public final class JsonTarget implements Target {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(
                tree.lines("conformance/json/cases.jsonl"),
                tree.golden("conformance/service/golden/to-host.jsonl"),
                Seeds.texts("{\"a\":[1,2.5e-3,{\"b\":null}],\"é\":\"\\ud83d\\ude00\"}"));
    }

    @Override
    public String read(byte[] input) {
        Json value;
        try {
            value = JsonText.parse(input);
        } catch (MalformedJson e) {
            members(input, null);
            return e.what();
        }
        members(input, value);
        var written = JsonText.bytes(value);
        try {
            if (!JsonText.parse(written).equals(value)) {
                throw new Broken("written and read again, it is another value");
            }
        } catch (MalformedJson e) {
            throw new Broken("what was written cannot be read");
        }
        return value.getClass().getSimpleName();
    }

    /// The other way to the same.
    private static void members(byte[] input, @org.jspecify.annotations.Nullable Json value) {
        var fields = new LinkedHashMap<String, Json>();
        try {
            JsonText.members(input, 0, input.length, Integer.MAX_VALUE, fields::put);
            if (!new Json.Obj(fields).equals(value)) {
                throw new Broken("member by member, it is another value");
            }
        } catch (MalformedJson e) {
            if (value instanceof Json.Obj) {
                throw new Broken("member by member, it is refused");
            }
        }
    }
}
