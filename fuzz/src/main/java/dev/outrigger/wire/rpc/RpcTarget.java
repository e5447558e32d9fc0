package dev.outrigger.wire.rpc;

import dev.outrigger.fuzz.Seeds;
import dev.outrigger.fuzz.Target;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.util.List;

/// What service plugins and MCP servers say, whole and cut off.
public final class RpcTarget implements Target {
    @Override
    public String name() {
        return "rpc";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(
                tree.golden("conformance/service/golden/to-host.jsonl"),
                tree.golden("conformance/service/golden/to-plugin.jsonl"),
                tree.golden("conformance/service/golden/refused.jsonl"));
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"jsonrpc\":\"2.0\"",
                "\"id\":",
                "\"method\":",
                "\"params\":",
                "\"result\":",
                "\"error\":",
                "\"code\":-32700",
                "\"message\":",
                "\"data\":");
    }

    @Override
    public String read(byte[] input) {
        var cut = Envelope.cutOff(input, 0, input.length, 10);
        var decoded = Envelope.decode(input, 0, input.length);
        if (decoded instanceof Decoded.Said(var message)) {
            var again = JsonText.bytes(message);
            if (!Envelope.decode(again, 0, again.length).equals(decoded)) {
                throw new Broken("written and read again, it is another message");
            }
        }
        if (decoded instanceof Decoded.Unfit(var answer)) {
            var again = JsonText.bytes(answer);
            if (Envelope.decode(again, 0, again.length) instanceof Decoded.Unfit) {
                throw new Broken("our answer to what is unfit is unfit");
            }
        }
        return cut.getClass().getSimpleName()
                + switch (decoded) {
                    case Decoded.Said(var message) -> message.getClass().getSimpleName();
                    case Decoded.Unfit(var answer) -> answer.error().message();
                    case Decoded.BadAnswer(var _, var why, var _) -> why;
                    case Decoded.ToNobody _ -> "to nobody";
                    case Decoded.Stray(var why) -> why;
                };
    }
}
