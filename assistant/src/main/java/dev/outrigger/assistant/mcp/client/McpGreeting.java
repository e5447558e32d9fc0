package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.RpcError;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out how a server wants to be spoken to. `server/discover` is asked first, as the newer era's servers must
/// answer it; a server of the older one refuses it, each in its own way, or stays silent, or leaves. What was found
/// out is remembered, and then only decides what is tried first.
final class McpGreeting {
    /// The errors that only a server of the newer era knows: -32022 is that of a version it does not speak.
    private static final int UNSUPPORTED_VERSION = -32022;

    private static final List<Integer> MODERN_ERRORS = List.of(-32020, -32021, UNSUPPORTED_VERSION);

    /// @param tools whether the server has any
    /// @param tells whether it says so when they change
    record Agreed(McpEra era, boolean tools, boolean tells) {}

    private final McpClient client;
    private final McpParams params;
    private final McpTiming timing;

    McpGreeting(McpClient client, McpParams params, McpTiming timing) {
        this.client = client;
        this.params = params;
        this.timing = timing;
    }

    /// @param fixed by the settings: then nothing else is tried
    Agreed exchange(@Nullable McpEra remembered, @Nullable McpEra fixed) throws McpProblem, InterruptedException {
        return switch (fixed) {
            case INITIALIZE -> olderOnly();
            case STATELESS -> newerOnly();
            case null -> remembered == McpEra.INITIALIZE ? olderFirst() : newerFirst();
        };
    }

    private Agreed olderOnly() throws McpProblem, InterruptedException {
        return switch (hello().outcome()) {
            case CallOutcome.Answered(var result) -> initialized(result);
            case CallOutcome.Refused(var refusal) -> throw refused(refusal);
            case CallOutcome.Lost(var error) -> throw client.lost("starting", error);
        };
    }

    private Agreed newerOnly() throws McpProblem, InterruptedException {
        var said = probe().outcome();
        if (said instanceof CallOutcome.Lost(var error)) {
            throw client.lost("starting", error);
        }
        return discovered(said)
                .filter(agreed -> agreed.era() == McpEra.STATELESS)
                .orElseThrow(() -> client.problem(
                        McpProblem.Code.REFUSED,
                        "it does not speak " + McpEra.STATELESS_VERSION
                                + ", though `era` in its settings says so: remove" + " that, and it is found out"));
    }

    private Agreed olderFirst() throws McpProblem, InterruptedException {
        return switch (hello().outcome()) {
            case CallOutcome.Answered(var result) -> initialized(result);
            case CallOutcome.Refused(var refusal) -> {
                var found = discovered(probe().outcome());
                if (found.isPresent() && found.get().era() == McpEra.STATELESS) {
                    yield found.get();
                }
                throw refused(refusal);
            }
            case CallOutcome.Lost(var error) -> throw client.lost("starting", error);
        };
    }

    private Agreed newerFirst() throws McpProblem, InterruptedException {
        var probe = probe();
        var said = probe.within(timing.probe());
        if (said.isPresent()) {
            if (said.get() instanceof CallOutcome.Lost(var error)) {
                throw client.lost("starting", error);
            }
            var found = discovered(said.get());
            if (found.isPresent() && found.get().era() == McpEra.STATELESS) {
                return found.get();
            }
        }
        var hello = hello();
        if (said.isEmpty()) {
            // It may only be slow to start: then it answers the first question first.
            PendingRequest.either(probe, hello);
            var late = probe.now().flatMap(this::discoveredIfAny);
            if (late.isPresent() && late.get().era() == McpEra.STATELESS) {
                return late.get();
            }
        }
        return switch (hello.outcome()) {
            case CallOutcome.Answered(var result) -> initialized(result);
            case CallOutcome.Refused(var refusal) -> {
                var late = probe.now().flatMap(this::discoveredIfAny);
                if (late.isPresent() && late.get().era() == McpEra.STATELESS) {
                    yield late.get();
                }
                throw refused(refusal);
            }
            case CallOutcome.Lost(var error) -> throw client.lost("starting", error);
        };
    }

    private PendingRequest probe() {
        return client.ask("server/discover", params.discover(), CallDeadlines.of(timing.start()));
    }

    private PendingRequest hello() {
        return client.ask("initialize", params.initialize(), CallDeadlines.of(timing.start()));
    }

    private Optional<Agreed> discoveredIfAny(CallOutcome outcome) {
        try {
            return discovered(outcome);
        } catch (McpProblem _) {
            // It speaks neither: the answer to the other question will be told.
            return Optional.empty();
        }
    }

    /// Nothing for a server that does not know the question.
    private Optional<Agreed> discovered(CallOutcome outcome) throws McpProblem {
        return switch (outcome) {
            case CallOutcome.Answered(Json.Obj result) -> {
                var versions = texts(result, "supportedVersions");
                yield versions.isEmpty() ? Optional.empty() : Optional.of(agreed(era(versions), result));
            }
            case CallOutcome.Refused(var error)
            when error.code() == UNSUPPORTED_VERSION ->
                Optional.of(new Agreed(
                        era(error.data() instanceof Json.Obj data ? texts(data, "supported") : List.of()),
                        true,
                        false));
            case CallOutcome.Refused(var error)
            when MODERN_ERRORS.contains(error.code()) -> Optional.of(new Agreed(McpEra.STATELESS, true, false));
            case CallOutcome.Answered _, CallOutcome.Refused _, CallOutcome.Lost _ -> Optional.empty();
        };
    }

    private Agreed initialized(Json said) throws McpProblem {
        if (!(said instanceof Json.Obj result)) {
            throw new McpProblem(McpProblem.Code.MALFORMED, "its answer to `initialize` is no object");
        }
        var version = result.text("protocolVersion").orElse("");
        if (!McpEra.INITIALIZE_VERSIONS.contains(version)) {
            throw new McpProblem(
                    McpProblem.Code.MALFORMED,
                    "it wants to speak the version " + HarmlessWords.line(version) + " of MCP, which we do not: "
                            + McpEra.STATELESS_VERSION + ", " + String.join(", ", McpEra.INITIALIZE_VERSIONS));
        }
        client.tell("notifications/initialized");
        return agreed(McpEra.INITIALIZE, result);
    }

    private static Agreed agreed(McpEra era, Json.Obj result) {
        var capabilities = result.get("capabilities").orElse(Json.Null.NULL);
        var tools = capabilities instanceof Json.Obj all ? all.get("tools").orElse(Json.Null.NULL) : Json.Null.NULL;
        boolean tells =
                tools instanceof Json.Obj how && how.get("listChanged").orElse(Json.Null.NULL) == Json.Bool.TRUE;
        return new Agreed(era, tools instanceof Json.Obj, tells);
    }

    private static McpEra era(List<String> versions) throws McpProblem {
        return McpEra.of(versions)
                .orElseThrow(() -> new McpProblem(
                        McpProblem.Code.MALFORMED,
                        "it speaks only these versions of MCP: " + HarmlessWords.line(String.join(", ", versions))
                                + "; we " + McpEra.STATELESS_VERSION + ", "
                                + String.join(", ", McpEra.INITIALIZE_VERSIONS)));
    }

    private McpProblem refused(RpcError refusal) {
        return client.problem(
                McpProblem.Code.REFUSED,
                "it refused to begin: " + HarmlessWords.line(refusal.message()) + " (" + refusal.code() + ")");
    }

    private static List<String> texts(Json.Obj object, String name) {
        try {
            return new FieldReader(object).texts(name);
        } catch (FieldReader.Mistake _) {
            // Whatever it is, it is not what a server of the newer era says.
            return List.of();
        }
    }
}
