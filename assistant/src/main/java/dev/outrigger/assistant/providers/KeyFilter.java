package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Piece;
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
    public void piece(Piece piece) {
        if (keys.isEmpty()) {
            pieces.piece(piece);
            return;
        }
        switch (piece) {
            case Piece.Text(var text) -> more(Kind.TEXT, text);
            case Piece.Thought(var text) -> more(Kind.THOUGHT, text);
            case Piece.Seal(var metadata) -> whole(new Piece.Seal(keys.without(metadata)));
            case Piece.Call(var id, var tool, var arguments) ->
                whole(new Piece.Call(keys.without(id), keys.without(tool), keys.without(arguments)));
            case Piece.BadCall(var id, var tool, var written, var why) ->
                whole(new Piece.BadCall(
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

    private void whole(Piece piece) {
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
                    case TEXT -> new Piece.Text(text);
                    case THOUGHT -> new Piece.Thought(text);
                });
    }
}
