package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.ToolLook;
import dev.outrigger.terminal.Channel;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;

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
        switch (Event.of(event)) {
            case Event.ChatRequest request -> markdown(session, "**You:** " + request.content());
            case Event.Message message -> markdown(session, message.message());
            case Event.Data data ->
                session.printer().print(Channel.CONTENT, Format.JSON, "", JsonText.text(data.data()) + "\n\n");
            case Event.ToolCallRequest call -> plain(session, ToolLook.call(call));
            case Event.ToolCallResponse result -> plain(session, ToolLook.result(result));
            case Event.InquiryRequest question -> plain(session, ToolLook.question(question));
            case Event.InquiryResponse answer -> plain(session, ToolLook.answer(answer));
            case Event.TurnStart _, Event.Reasoning _, Event.ConfigDelta _, Event.Unknown _ -> {}
        }
    }

    private static void markdown(Session session, String text) throws OutputFailed {
        session.printer().print(Channel.CONTENT, Format.MARKDOWN, "", text + "\n\n");
    }

    private static void plain(Session session, String text) throws OutputFailed {
        session.printer().print(Channel.CONTENT, Format.PLAIN, "", text + "\n\n");
    }
}
