package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The list as a plugin gets it, written already: the lines of all conversations with commas between them. It is taken
/// apart for those who look at single ones.
final class ConversationListText extends AbstractList<ToPlugin.Conversations.Entry> implements Json.Deferred {
    private final ByteBuffer lines;
    private @Nullable List<ToPlugin.Conversations.Entry> entries;

    ConversationListText(ByteBuffer lines) {
        this.lines = lines;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write('[');
        int from = lines.arrayOffset() + lines.position();
        int end = from + lines.remaining();
        for (int at = from; at < end; at += ByteOutput.LARGE) {
            out.write(lines.array(), at, Math.min(ByteOutput.LARGE, end - at));
        }
        out.write(']');
    }

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public ToPlugin.Conversations.Entry get(int number) {
        return entries().get(number);
    }

    @Override
    public int size() {
        return entries().size();
    }

    private List<ToPlugin.Conversations.Entry> entries() {
        if (entries == null) {
            var text = new ByteOutput();
            text.put('[');
            text.copy(lines.array(), lines.arrayOffset() + lines.position(), lines.arrayOffset() + lines.limit());
            text.put(']');
            try {
                var all = new ArrayList<ToPlugin.Conversations.Entry>();
                for (var each : ((Json.Arr) JsonText.parse(text.bytes, 0, text.size)).items()) {
                    all.add(ToPluginCodec.entry((Json.Obj) each));
                }
                entries = all;
            } catch (MalformedJson | FieldReader.Mistake e) {
                throw new IllegalStateException("the list that was remembered is none", e);
            }
        }
        return entries;
    }
}
