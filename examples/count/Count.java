import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHostCodec;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// jp-count: how many words the user and the assistant wrote. Shows typed messages in Java.
final class Count {
    public static void main(String[] args) throws Exception {
        switch (hear()) {
            case ToPlugin.WhoAreYou() ->
                say(new ToHost.Describe("count", "0.1.0", "Count words", List.of("count"), null, null, null, null));
            case ToPlugin.Init _ -> run();
            case ToPlugin other -> throw new IllegalStateException("did not expect " + other);
        }
    }

    private static void run() throws Exception {
        say(new ToHost.Ready(OptionalInt.of(1)));
        say(new ToHost.ListConversations());
        if (hear() instanceof ToPlugin.Conversations(var conversations)) {
            for (var conversation : conversations) {
                say(new ToHost.ReadEvents(conversation.id(), OptionalLong.empty(), OptionalLong.empty()));
                if (hear() instanceof ToPlugin.Events(_, Json.Arr(var events))) {
                    var line = conversation.title() + ": " + words(events) + " words in " + events.size() + " events\n";
                    say(new ToHost.Print(line, null, null, null));
                }
            }
        }
        say(new ToHost.Exit(0, null));
    }

    private static int words(List<Json> events) {
        int words = 0;
        for (var event : events) {
            if (event instanceof Json.Obj object) {
                var text = object.text("content").or(() -> object.text("message")).orElse("");
                words += text.isBlank() ? 0 : text.strip().split("\\s+").length;
            }
        }
        return words;
    }

    private static void say(ToHost message) {
        IO.println(JsonText.text(ToHostCodec.encode(message, null)));
    }

    private static ToPlugin hear() throws Exception {
        return ToPluginCodec.decode((Json.Obj) JsonText.parse(IO.readln()));
    }
}
