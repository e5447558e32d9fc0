package dev.outrigger.wire.command;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.util.List;

/// What a command plugin says: a message that is written again is the same message.
public final class CommandTarget implements Target {
    @Override
    public String name() {
        return "command";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(
                tree.golden("conformance/command/golden/to-host.jsonl"),
                tree.golden("conformance/command/golden/refused.jsonl"));
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"ready\"",
                "\"read_events\"",
                "\"push_events\"",
                "\"print\"",
                "\"log\"",
                "\"describe\"",
                "\"help\"",
                "\"exit\"",
                "\"type\":",
                "\"id\":",
                "\"conversation\":",
                "\"17127583920\"",
                "\"command\":",
                "\"args\":[{",
                "\"subcommands\":[{",
                "\"code\":256",
                "\"level\":\"warn\"",
                "\"after\":-1");
    }

    @Override
    public String read(byte[] input) {
        var decoded = ToHostCodec.decode(input, 0, input.length);
        if (decoded instanceof ToHostCodec.Decoded.Message(var id, var message)) {
            var again = JsonText.bytes(ToHostCodec.encode(message, id));
            if (!ToHostCodec.decode(again, 0, again.length).equals(decoded)) {
                throw new Broken("written and read again, it is another message");
            }
        }
        return switch (decoded) {
            case ToHostCodec.Decoded.Message(var _, var message) ->
                message.getClass().getSimpleName();
            case ToHostCodec.Decoded.Unfit(var _, var answer) -> answer.message();
            case ToHostCodec.Decoded.Stray(var why) -> why;
        };
    }
}
