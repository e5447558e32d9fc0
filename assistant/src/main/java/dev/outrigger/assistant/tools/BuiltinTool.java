package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What the built-in tools have in common: they work on a [ToolFolder], and what goes wrong is one line.
abstract class BuiltinTool implements Tool {
    private final ToolDefinition definition;
    private final Consent consent;
    final ToolFolder ground;

    BuiltinTool(ToolFolder ground, ToolDefinition definition, Consent consent) {
        this.ground = ground;
        this.definition = definition;
        this.consent = consent;
    }

    /// Does it. `arguments` fit the definition's schema, if the caller looked; what does not fit is told.
    abstract ToolResult act(FieldReader arguments, ToolRun run) throws ToolRefused, IOException, FieldReader.Mistake;

    @Override
    public final ToolDefinition definition() {
        return definition;
    }

    @Override
    public final String source() {
        return BuiltinTools.SOURCE;
    }

    @Override
    public final Consent consent() {
        return consent;
    }

    /// What only reads is not asked about.
    @Override
    public final boolean mutating() {
        return consent == Consent.ASK;
    }

    @Override
    public final String confinement() {
        return "the folder of the workspace";
    }

    @Override
    public final String fingerprint() {
        return BuiltinTools.SOURCE + " " + definition.name() + " in " + ground.root();
    }

    @Override
    public final ToolResult run(Json.Obj arguments, ToolRun run) {
        return told(arguments, () -> act(new FieldReader(arguments), run));
    }

    interface Act {
        ToolResult act() throws ToolRefused, IOException, FieldReader.Mistake;
    }

    /// What goes wrong with a call of these arguments, as a result.
    static ToolResult told(Json.Obj arguments, Act act) {
        try {
            return act.act();
        } catch (ToolRefused e) {
            return ToolResult.error(e.why());
        } catch (FieldReader.Mistake e) {
            return ToolResult.error(e.what());
        } catch (IOException e) {
            return ToolResult.error(
                    ToolRefused.by(e, arguments.text("path").orElse(".")).why());
        }
    }

    static String path(FieldReader arguments) throws FieldReader.Mistake {
        var path = arguments.textOrEmpty("path");
        return path.isEmpty() ? "." : path;
    }

    /// That reading is unattended does not mean that a model is to be sent a key.
    static void consentToSecrets(PlaceInFolder place, ToolRun run) throws ToolRefused {
        if (!SecretFileNames.likely(place.path())) {
            return;
        }
        var shown = ToolFolder.shown(place.path());
        var answer = run.ask(new ToolQuestion(
                shown + " looks like a place for secrets. Let the model read it?",
                ToolQuestion.Kind.BOOLEAN,
                List.of(),
                Optional.of(Json.of(false))));
        if (answer.isEmpty()) {
            throw new ToolRefused(
                    shown + " looks like a place for secrets, and there is nobody to ask whether it may be read");
        }
        if (answer.get() != Json.Bool.TRUE) {
            throw new ToolRefused(shown + " looks like a place for secrets, and the user said no");
        }
    }

    /// One property of a schema.
    static Json.Obj property(String type, String description) {
        return Json.object().put("type", type).put("description", description).build();
    }

    static Json.Obj schema(Json.Obj properties, String... required) {
        return Json.object()
                .put("type", "object")
                .put("properties", properties)
                .put("required", Json.texts(List.of(required)))
                .put("additionalProperties", false)
                .build();
    }
}
