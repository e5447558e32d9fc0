package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How one server is held to a schema: as strictly as it can be. What it does not take is asked for once, and the next
/// weaker form from then on. In every form the schema is told in words as well, and the answer is checked.
final class SchemaFallback {
    enum Form {
        /// It keeps the model to the schema.
        SCHEMA,
        /// It keeps the model to some JSON object.
        OBJECT,
        /// It keeps the model to nothing.
        TOLD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    interface Attempt {
        AnswerFinish as(Form form) throws ProviderProblem;
    }

    private final ServerMemory memory;
    private final String server;
    private volatile @Nullable Form strictest;

    /// @param server whose it is: provider and address
    SchemaFallback(ServerMemory memory, String server) {
        this.memory = memory;
        this.server = server;
    }

    /// A word that is none of ours is as good as none.
    private Form strictest() {
        var known = strictest;
        if (known == null) {
            var word = memory.recall(server).orElse("");
            known = Form.SCHEMA;
            for (var form : Form.values()) {
                known = form.word().equals(word) ? form : known;
            }
            strictest = known;
        }
        return known;
    }

    /// The forms up to this one, though not the request itself, are what it minds.
    private void minds(Form form) {
        var next = switch (form) {
            case SCHEMA -> Form.OBJECT;
            case OBJECT, TOLD -> Form.TOLD;
        };
        strictest = next;
        memory.keep(server, next.word());
    }

    /// Nothing of an answer has come when a form is refused.
    AnswerFinish stream(ModelCall call, Attempt attempt) throws ProviderProblem {
        Optional<ProviderProblem> first = Optional.empty();
        @Nullable Form refused = null;
        for (var form : Form.values()) {
            if (!suits(form, call) || (form != Form.TOLD && form.compareTo(strictest()) < 0)) {
                continue;
            }
            try {
                var finish = attempt.as(form);
                if (refused != null) {
                    minds(refused);
                }
                return finish;
            } catch (ProviderProblem e) {
                if (e.kind() != ProviderProblem.Kind.UNFIT) {
                    throw e;
                }
                first = first.or(() -> Optional.of(e));
                refused = form;
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
