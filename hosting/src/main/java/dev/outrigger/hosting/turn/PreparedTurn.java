package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Conversation;
import dev.outrigger.assistant.Inquirer;
import dev.outrigger.assistant.Renderer;
import dev.outrigger.assistant.RetryBackoff;
import dev.outrigger.assistant.Toolbox;
import dev.outrigger.assistant.Turn;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.List;

/// A turn as the settings and one call want it: who answers, with which tools, how it is told. What is missing is the
/// conversation, and the front: whoever shows the turn and decides in it.
public final class PreparedTurn implements AutoCloseable {
    private final JpContext context;
    private final ProviderChoice model;
    private final Json.Obj parameters;
    private final AvailableTools tools;

    private PreparedTurn(JpContext context, ProviderChoice model, Json.Obj parameters, AvailableTools tools) {
        this.context = context;
        this.model = model;
        this.parameters = parameters;
        this.tools = tools;
    }

    /// What one call wants otherwise than the settings.
    ///
    /// @param model "" for the one of the settings
    /// @param parameters as `key=value`
    /// @param reasoning "" for what the settings say
    public record Wishes(String model, List<String> parameters, String reasoning, ToolChoice tools) {}

    /// Whoever shows a turn and decides in it.
    public record Front(Renderer renderer, Approver approver, Inquirer inquirer) {}

    /// An MCP server that is started for the first time may have to be downloaded.
    public static PreparedTurn of(JpContext context, Wishes wishes) throws Problem, OutputFailed {
        var model = ProviderChoice.of(context, wishes.model);
        var parameters = ModelParameters.of(
                context.settings().at("assistant.model.parameters").orElse(Json.EMPTY),
                wishes.parameters,
                wishes.reasoning);
        context.printer().passing("looking for tools…");
        try {
            return new PreparedTurn(context, model, parameters, AvailableTools.open(context, wishes.tools));
        } finally {
            context.printer().passing("");
        }
    }

    public ProviderChoice model() {
        return model;
    }

    /// What is odd about the tools, a line each.
    public List<String> notes() {
        return tools.notes();
    }

    public Turn.Outcome run(
            Event.ChatRequest request, Front front, Conversation conversation, Cancellation cancellation)
            throws Problem, OutputFailed {
        var ports = new Turn.Ports(
                model.provider(),
                toolbox(),
                front.approver,
                front.inquirer,
                front.renderer,
                conversation,
                context.log()::bug);
        var asked = new Turn.Model(model.model(), ModelInstructions.of(context), parameters);
        return new Turn(ports, asked, RetryBackoff.USUAL, limits(), cancellation).run(request);
    }

    private Toolbox toolbox() {
        var others = tools.toolbox(context);
        var own = model.provider().ownTools();
        return own.isEmpty() ? others : new ProviderToolbox(own, others);
    }

    /// The settings have it in range, or not at all.
    private Turn.Limits limits() throws Problem, OutputFailed {
        return context.settings().at("conversation.tools.max_result_kb").orElse(Json.Null.NULL)
                        instanceof Json.Num(var kb)
                ? new Turn.Limits(Integer.parseInt(kb))
                : Turn.Limits.USUAL;
    }

    @Override
    public void close() {
        tools.close();
    }
}
