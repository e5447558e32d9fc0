package dev.outrigger.assistant.mcp;

import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.Outcome;
import dev.outrigger.wire.rpc.Patience;
import dev.outrigger.wire.rpc.RpcError;
import java.util.List;
import java.util.Optional;

/// Finds out how a server wants to be spoken to. `server/discover` is asked first, as the newer era's servers must
/// answer it; a server of the older one refuses it, each in its own way, or stays silent, or leaves. What was found
/// out is remembered, and then only decides what is tried first.
final class Greeting {
    /// The errors that only a server of the newer era knows: -32022 is that of a version it does not speak.
    private static final int UNSUPPORTED_VERSION = -32022;

    private static final List<Integer> MODERN_ERRORS = List.of(-32020, -32021, UNSUPPORTED_VERSION);

    /// @param tools whether the server has any
    /// @param tells whether it says so when they change
    record Agreed(Era era, boolean tools, boolean tells) {}

    private final Running running;
    private final Params params;
    private final McpTiming timing;

    Greeting(Running running, Params params, McpTiming timing) {
        this.running = running;
        this.params = params;
        this.timing = timing;
    }

    /// @param fixed by the settings: then nothing else is tried
    Agreed exchange(Optional<Era> remembered, Optional<Era> fixed) throws McpProblem, InterruptedException {
        if (fixed.isPresent()) {
            return switch (fixed.get()) {
                case INITIALIZE -> olderOnly();
                case STATELESS -> newerOnly();
            };
        }
        return remembered.equals(Optional.of(Era.INITIALIZE)) ? olderFirst() : newerFirst();
    }

    private Agreed olderOnly() throws McpProblem, InterruptedException {
        return switch (hello().outcome()) {
            case Outcome.Answered(var result) -> initialized(result);
            case Outcome.Refused(var refusal) -> throw refused(refusal);
            case Outcome.Lost(var error) -> throw running.lost("starting", error);
        };
    }

    private Agreed newerOnly() throws McpProblem, InterruptedException {
        var said = probe().outcome();
        if (said instanceof Outcome.Lost(var error)) {
            throw running.lost("starting", error);
        }
        return discovered(said)
                .filter(agreed -> agreed.era() == Era.STATELESS)
                .orElseThrow(() -> running.problem(
                        McpProblem.Code.REFUSED,
                        "it does not speak " + Era.STATELESS_VERSION + ", though `era` in its settings says so: remove"
                                + " that, and it is found out"));
    }

    private Agreed olderFirst() throws McpProblem, InterruptedException {
        return switch (hello().outcome()) {
            case Outcome.Answered(var result) -> initialized(result);
            case Outcome.Refused(var refusal) -> {
                var found = discovered(probe().outcome());
                if (found.isPresent() && found.get().era() == Era.STATELESS) {
                    yield found.get();
                }
                throw refused(refusal);
            }
            case Outcome.Lost(var error) -> throw running.lost("starting", error);
        };
    }

    private Agreed newerFirst() throws McpProblem, InterruptedException {
        var probe = probe();
        var said = probe.within(timing.probe());
        if (said.isPresent()) {
            if (said.get() instanceof Outcome.Lost(var error)) {
                throw running.lost("starting", error);
            }
            var found = discovered(said.get());
            if (found.isPresent() && found.get().era() == Era.STATELESS) {
                return found.get();
            }
        }
        var hello = hello();
        if (said.isEmpty()) {
            // It may only be slow to start: then it answers the first question first.
            Pending.either(probe, hello);
            var late = probe.now().flatMap(this::discoveredIfAny);
            if (late.isPresent() && late.get().era() == Era.STATELESS) {
                return late.get();
            }
        }
        return switch (hello.outcome()) {
            case Outcome.Answered(var result) -> initialized(result);
            case Outcome.Refused(var refusal) -> {
                var late = probe.now().flatMap(this::discoveredIfAny);
                if (late.isPresent() && late.get().era() == Era.STATELESS) {
                    yield late.get();
                }
                throw refused(refusal);
            }
            case Outcome.Lost(var error) -> throw running.lost("starting", error);
        };
    }

    private Pending probe() {
        return running.ask("server/discover", params.discover(), Patience.of(timing.start()));
    }

    private Pending hello() {
        return running.ask("initialize", params.initialize(), Patience.of(timing.start()));
    }

    private Optional<Agreed> discoveredIfAny(Outcome outcome) {
        try {
            return discovered(outcome);
        } catch (McpProblem _) {
            // It speaks neither: the answer to the other question will be told.
            return Optional.empty();
        }
    }

    /// Nothing for a server that does not know the question.
    private Optional<Agreed> discovered(Outcome outcome) throws McpProblem {
        return switch (outcome) {
            case Outcome.Answered(Json.Obj result) -> {
                var versions = texts(result, "supportedVersions");
                yield versions.isEmpty() ? Optional.empty() : Optional.of(agreed(era(versions), result));
            }
            case Outcome.Refused(var error)
            when error.code() == UNSUPPORTED_VERSION ->
                Optional.of(new Agreed(
                        era(error.data() instanceof Json.Obj data ? texts(data, "supported") : List.of()),
                        true,
                        false));
            case Outcome.Refused(var error)
            when MODERN_ERRORS.contains(error.code()) -> Optional.of(new Agreed(Era.STATELESS, true, false));
            case Outcome.Answered _, Outcome.Refused _, Outcome.Lost _ -> Optional.empty();
        };
    }

    private Agreed initialized(Json said) throws McpProblem {
        if (!(said instanceof Json.Obj result)) {
            throw new McpProblem(McpProblem.Code.MALFORMED, "its answer to `initialize` is no object");
        }
        var version = result.text("protocolVersion").orElse("");
        if (!Era.INITIALIZE_VERSIONS.contains(version)) {
            throw new McpProblem(
                    McpProblem.Code.MALFORMED,
                    "it wants to speak the version " + Harmless.line(version) + " of MCP, which we do not: "
                            + Era.STATELESS_VERSION + ", " + String.join(", ", Era.INITIALIZE_VERSIONS));
        }
        running.tell("notifications/initialized");
        return agreed(Era.INITIALIZE, result);
    }

    private static Agreed agreed(Era era, Json.Obj result) {
        var capabilities = result.get("capabilities").orElse(Json.Null.NULL);
        var tools = capabilities instanceof Json.Obj all ? all.get("tools").orElse(Json.Null.NULL) : Json.Null.NULL;
        boolean tells =
                tools instanceof Json.Obj how && how.get("listChanged").orElse(Json.Null.NULL) == Json.Bool.TRUE;
        return new Agreed(era, tools instanceof Json.Obj, tells);
    }

    private static Era era(List<String> versions) throws McpProblem {
        return Era.of(versions)
                .orElseThrow(() -> new McpProblem(
                        McpProblem.Code.MALFORMED,
                        "it speaks only these versions of MCP: " + Harmless.line(String.join(", ", versions)) + "; we "
                                + Era.STATELESS_VERSION + ", " + String.join(", ", Era.INITIALIZE_VERSIONS)));
    }

    private McpProblem refused(RpcError refusal) {
        return running.problem(
                McpProblem.Code.REFUSED,
                "it refused to begin: " + Harmless.line(refusal.message()) + " (" + refusal.code() + ")");
    }

    private static List<String> texts(Json.Obj object, String name) {
        try {
            return new Fields(object).texts(name);
        } catch (Fields.Mistake _) {
            // Whatever it is, it is not what a server of the newer era says.
            return List.of();
        }
    }
}
