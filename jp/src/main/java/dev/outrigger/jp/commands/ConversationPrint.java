package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Channel;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

final class ConversationPrint implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("print")
                .about("Print a conversation from its beginning")
                .longAbout(
                        "Print a conversation from its beginning. With --format json one event per line, as plugins see it.")
                .arg(Chosen.ID)
                .example("jp conversation print 3920 --format json | jq .type", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        StoreCall.of(() -> {
            conversations.read(id, 0, Long.MAX_VALUE).forEach(event -> print(session, event));
            return id;
        });
        return 0;
    }

    private static void print(Session session, Json.Obj event) throws OutputFailed {
        if (session.json()) {
            session.show("", event);
            return;
        }
        switch (event.text("type").orElse("")) {
            case "chat_request" ->
                markdown(session, "**You:** " + event.text("content").orElse(""));
            case "chat_response" -> response(session, event);
            case "tool_call_request" ->
                plain(
                        session,
                        "→ " + event.text("name").orElse("?") + " "
                                + event.get("arguments").map(JsonText::text).orElse(""));
            case "tool_call_response" ->
                plain(session, "← " + event.text("content").orElse(""));
            case "inquiry_request" ->
                plain(session, "? " + event.text("question").orElse(""));
            case "inquiry_response" ->
                plain(session, "! " + event.get("answer").map(JsonText::text).orElse(""));
            default -> {}
        }
    }

    private static void response(Session session, Json.Obj event) throws OutputFailed {
        if (event.text("message").isPresent()) {
            markdown(session, event.text("message").get());
        } else if (event.get("data").isPresent()) {
            session.printer()
                    .print(
                            Channel.CONTENT,
                            Format.JSON,
                            "",
                            JsonText.text(event.get("data").get()) + "\n\n");
        }
    }

    private static void markdown(Session session, String text) throws OutputFailed {
        session.printer().print(Channel.CONTENT, Format.MARKDOWN, "", text + "\n\n");
    }

    private static void plain(Session session, String text) throws OutputFailed {
        session.printer().print(Channel.CONTENT, Format.PLAIN, "", text + "\n\n");
    }
}
