package dev.outrigger.hosting.visit;

import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.AvailableTools;
import dev.outrigger.hosting.turn.ModelList;
import dev.outrigger.hosting.turn.ProviderChoice;
import dev.outrigger.hosting.turn.ToolChoice;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHost.ListModels;
import dev.outrigger.wire.command.ToHost.ListTools;
import dev.outrigger.wire.command.ToHost.Search;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPlugin.Failed;
import dev.outrigger.workspace.conversations.Conversations;
import java.io.IOException;
import java.util.ArrayList;

/// The asks that take their time, since all conversations are read, servers started or models asked for. They change
/// nothing and hold nothing.
final class LookupDesk {
    private static final long USUAL = 50;
    private static final long MOST = 1000;

    private final JpContext context;
    private final Conversations conversations;

    LookupDesk(JpContext context, Conversations conversations) {
        this.context = context;
        this.conversations = conversations;
    }

    ToPlugin.Answer answer(ToHost.Lookup ask) {
        return switch (ask) {
            case Search search -> search(search);
            case ListTools list -> tools(list);
            case ListModels list -> models(list);
        };
    }

    private ToPlugin.Answer search(Search ask) {
        if (ask.text().isBlank()) {
            return failed(RequestErrorCode.INVALID_REQUEST, ask, "field `text` has nothing to look for");
        }
        try {
            return new ToPlugin.Found(
                    new TextSearch(ask.text(), Math.min(ask.limit().orElse(USUAL), MOST))
                            .in(conversations, context.log()));
        } catch (IOException e) {
            return failed(RequestErrorCode.STORAGE, ask, "the workspace cannot be used: " + FileErrorWords.of(e));
        }
    }

    private ToPlugin.Answer tools(ListTools ask) {
        try (var workbench = AvailableTools.open(context, ToolChoice.ALL)) {
            var list = new ArrayList<Json>();
            workbench.tools().all().forEach(each -> list.add(each.json()));
            return new ToPlugin.Tools(new Json.Arr(list));
        } catch (Problem e) {
            return failed(RequestErrorCode.STORAGE, ask, words(e));
        } catch (OutputFailed e) {
            return failed(RequestErrorCode.STORAGE, ask, "the terminal is gone");
        }
    }

    private ToPlugin.Answer models(ListModels ask) {
        try {
            var used = used();
            var list = new ArrayList<Json>();
            ModelList.ask(context, Providers.NAMES).forEach(each -> list.add(each.json(used)));
            return new ToPlugin.Models(new Json.Arr(list));
        } catch (Problem e) {
            return failed(RequestErrorCode.STORAGE, ask, words(e));
        } catch (OutputFailed e) {
            return failed(RequestErrorCode.STORAGE, ask, "the terminal is gone");
        }
    }

    /// "" when it is not settled.
    private String used() throws OutputFailed {
        try {
            return ProviderChoice.of(context, "").name();
        } catch (Problem _) {
            // Its own command says what is wrong; here nothing is in use.
            return "";
        }
    }

    private static String words(Problem e) {
        return e.what() + (e.hint().isEmpty() ? "" : ". " + e.hint());
    }

    private static Failed failed(RequestErrorCode code, ToHost.Ask ask, String message) {
        return new Failed(code, PluginDesk.typeOf(ask), null, null, message);
    }
}
