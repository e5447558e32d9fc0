package dev.outrigger.wire.rpc;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
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
        var cut = RpcEnvelope.cutOff(input, 0, input.length, 10);
        var decoded = RpcEnvelope.decode(input, 0, input.length);
        if (decoded instanceof DecodedLine.Said(var message)) {
            var again = JsonText.bytes(message);
            if (!RpcEnvelope.decode(again, 0, again.length).equals(decoded)) {
                throw new Broken("written and read again, it is another message");
            }
        }
        if (decoded instanceof DecodedLine.Unfit(var answer)) {
            var again = JsonText.bytes(answer);
            if (RpcEnvelope.decode(again, 0, again.length) instanceof DecodedLine.Unfit) {
                throw new Broken("our answer to what is unfit is unfit");
            }
        }
        return cut.getClass().getSimpleName()
                + switch (decoded) {
                    case DecodedLine.Said(var message) -> message.getClass().getSimpleName();
                    case DecodedLine.Unfit(var answer) -> answer.error().message();
                    case DecodedLine.BadAnswer(var _, var why, var _) -> why;
                    case DecodedLine.ToNobody _ -> "to nobody";
                    case DecodedLine.Stray(var why) -> why;
                };
    }
}
