package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.jp.front.ToolCallText;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;

/// `jp conversation print`: all events of a conversation, for a reader or, as JSON, as plugins get them.
public final class ConversationPrintCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("print")
                .about("Print a conversation from its beginning")
                .longAbout(
                        "Print a conversation from its beginning. With --format json one event per line, as plugins see it.")
                .arg(ChosenConversation.ID)
                .example("jp conversation print 3920 --format json | jq .type", "");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var id = ChosenConversation.of(context, conversations);
        StoreCall.of(() -> {
            conversations.read(id, 0, Long.MAX_VALUE).forEach(event -> print(context, event));
            return id;
        });
        return 0;
    }

    private static void print(JpContext context, Json.Obj event) throws OutputFailed {
        if (context.json()) {
            context.show("", event);
            return;
        }
        switch (Event.of(event)) {
            case Event.ChatRequest request -> markdown(context, "**You:** " + request.content());
            case Event.Message message -> markdown(context, message.message());
            case Event.Data data ->
                context.printer()
                        .print(PrintChannel.CONTENT, PrintFormat.JSON, "", JsonText.text(data.data()) + "\n\n");
            case Event.ToolCallRequest call -> plain(context, ToolCallText.call(call));
            case Event.ToolCallResponse result -> plain(context, ToolCallText.result(result));
            case Event.InquiryRequest question -> plain(context, ToolCallText.question(question));
            case Event.InquiryResponse answer -> plain(context, ToolCallText.answer(answer));
            case Event.TurnStart _, Event.Reasoning _, Event.ConfigDelta _, Event.Unknown _ -> {}
        }
    }

    private static void markdown(JpContext context, String text) throws OutputFailed {
        context.printer().print(PrintChannel.CONTENT, PrintFormat.MARKDOWN, "", text + "\n\n");
    }

    private static void plain(JpContext context, String text) throws OutputFailed {
        context.printer().print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", text + "\n\n");
    }
}
