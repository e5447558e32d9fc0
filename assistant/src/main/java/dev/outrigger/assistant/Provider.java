package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import java.util.List;

/// Whoever runs models.
public interface Provider {
    /// As settings and people call it: `anthropic`.
    String name();

    /// One call of a model, up to its end. Pieces are handed over by the calling thread as they come. When cancelled
    /// it lets go of the connection and returns soon, with [AnswerFinish.Reason#CANCELLED].
    AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation cancellation) throws ProviderProblem;

    /// What there is to choose from.
    List<Model> models(Cancellation cancellation) throws ProviderProblem;

    /// Tools that its models alone can call; they are in every turn with one of them.
    default List<Tool> ownTools() {
        return List.of();
    }

    /// A value that came from elsewhere, without any key that is known: neither that which this provider is sent, nor
    /// another's.
    default Json withoutKeys(Json value) {
        return value;
    }

    interface Pieces {
        void piece(AnswerPiece piece);
    }

    /// `note` is what a person wants to know of it, such as its size; "" when nothing is known.
    record Model(String name, String note) {}
}
