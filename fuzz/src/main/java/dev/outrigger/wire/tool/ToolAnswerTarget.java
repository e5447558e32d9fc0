package dev.outrigger.wire.tool;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.util.List;

/// What a tool plugin says.
public final class ToolAnswerTarget implements Target {
    @Override
    public String name() {
        return "tool-answer";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(
                tree.golden("conformance/tool/golden/to-core.jsonl"),
                tree.golden("conformance/tool/golden/refused.jsonl"));
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"handshake\"",
                "\"response\"",
                "\"manifest\":",
                "\"plugin_id\":",
                "\"exposed_tools\":",
                "\"capabilities\":",
                "\"request_id\":",
                "\"status\":",
                "\"ok\"",
                "\"error\"",
                "\"output\":",
                "\"metadata\":",
                "\"code\":");
    }

    @Override
    public String read(byte[] input) {
        var decoded = ToCoreCodec.decode(input, 0, input.length);
        if (decoded instanceof ToCoreCodec.Decoded.Message(var message)) {
            var again = JsonText.bytes(ToCoreCodec.json(message));
            if (!ToCoreCodec.decode(again, 0, again.length).equals(decoded)) {
                throw new Broken("written and read again, it is another message");
            }
        }
        return switch (decoded) {
            case ToCoreCodec.Decoded.Message(var message) -> message.getClass().getSimpleName();
            case ToCoreCodec.Decoded.Unfit(var why) -> why;
            case ToCoreCodec.Decoded.Malformed(var why) -> why;
        };
    }
}
