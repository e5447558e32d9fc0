package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Provider;

/// Takes keys out of an answer that comes in pieces, wherever a piece ends in the midst of one. What may be the
/// beginning of a key is held back, as it came, until the next piece, or the end, tells.
final class KeyFilter implements Provider.Pieces {
    private enum Kind {
        TEXT,
        THOUGHT
    }

    private final KeyRing keys;
    private final Provider.Pieces pieces;
    private Kind kind = Kind.TEXT;
    private String held = "";

    KeyFilter(KeyRing keys, Provider.Pieces pieces) {
        this.keys = keys;
        this.pieces = pieces;
    }

    @Override
    public void piece(AnswerPiece piece) {
        if (keys.isEmpty()) {
            pieces.piece(piece);
            return;
        }
        switch (piece) {
            case AnswerPiece.Text(var text) -> more(Kind.TEXT, text);
            case AnswerPiece.Thought(var text) -> more(Kind.THOUGHT, text);
            case AnswerPiece.Seal(var metadata) -> whole(new AnswerPiece.Seal(keys.without(metadata)));
            case AnswerPiece.Call(var id, var tool, var arguments) ->
                whole(new AnswerPiece.Call(keys.without(id), keys.without(tool), keys.without(arguments)));
            case AnswerPiece.BadCall(var id, var tool, var written, var why) ->
                whole(new AnswerPiece.BadCall(
                        keys.without(id), keys.without(tool), keys.without(written), keys.without(why)));
        }
    }

    private void more(Kind next, String text) {
        if (next != kind) {
            end();
            kind = next;
        }
        var words = held + text;
        int settled = keys.settledIn(words);
        held = words.substring(settled);
        // An empty one means something, too: a thought that is not shown.
        if (settled > 0 || text.isEmpty()) {
            hand(keys.without(words.substring(0, settled)));
        }
    }

    private void whole(AnswerPiece piece) {
        end();
        pieces.piece(piece);
    }

    /// Nothing is to come that could make it the key.
    void end() {
        if (!held.isEmpty()) {
            var rest = held;
            held = "";
            hand(keys.without(rest));
        }
    }

    private void hand(String text) {
        pieces.piece(
                switch (kind) {
                    case TEXT -> new AnswerPiece.Text(text);
                    case THOUGHT -> new AnswerPiece.Thought(text);
                });
    }
}
