package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Finish;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import java.util.Optional;

/// How one server is held to a schema: as strictly as it can be. What it does not take is asked for once, and the next
/// weaker form from then on. In every form the schema is told in words as well, and the answer is checked.
final class SchemaForms {
    enum Form {
        /// It keeps the model to the schema.
        SCHEMA,
        /// It keeps the model to some JSON object.
        OBJECT,
        /// It keeps the model to nothing.
        TOLD
    }

    interface Attempt {
        Finish as(Form form) throws ProviderProblem;
    }

    private volatile Form strictest = Form.SCHEMA;

    /// Nothing of an answer has come when a form is refused.
    Finish stream(ModelCall call, Attempt attempt) throws ProviderProblem {
        Optional<ProviderProblem> first = Optional.empty();
        for (var form : Form.values()) {
            if (form.compareTo(strictest) < 0 || !suits(form, call)) {
                continue;
            }
            try {
                var finish = attempt.as(form);
                if (call.schema().isPresent()) {
                    strictest = form;
                }
                return finish;
            } catch (ProviderProblem e) {
                if (e.kind() != ProviderProblem.Kind.UNFIT) {
                    throw e;
                }
                first = first.or(() -> Optional.of(e));
            }
        }
        // It minds something else than the form.
        throw first.orElseThrow();
    }

    private static boolean suits(Form form, ModelCall call) {
        return switch (form) {
            case SCHEMA -> call.schema().isPresent();
            case OBJECT ->
                call.schema()
                        .filter(schema -> schema.get("type").equals(Optional.of(Json.of("object"))))
                        .isPresent();
            case TOLD -> true;
        };
    }
}
