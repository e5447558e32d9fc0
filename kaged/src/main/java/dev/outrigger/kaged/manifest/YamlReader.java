package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// From YAML to [Json], with the line of every value. Only what JSON could say as well: no anchors and aliases, by
/// which a few lines become gigabytes; no tags, no key twice, no second document.
final class YamlReader {
    static final int MOST_BYTES = 256 * 1024;
    private static final int MOST_DEPTH = 40;

    private final String file;
    private final String least;
    private final ParserImpl parser;
    private final ValueLines lines = new ValueLines();
    private final List<String> path = new ArrayList<>();
    private int line = 1;

    record Document(Json value, ValueLines lines) {}

    private YamlReader(String file, String least, String text) {
        var settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(MOST_BYTES + 1)
                .build();
        this.file = file;
        this.least = least;
        this.parser = new ParserImpl(settings, new StreamReader(settings, text));
    }

    /// `least` is what no such file goes without, for whoever has an empty one.
    static Document read(String file, String least, byte[] bytes) throws ManifestProblem {
        var reader = new YamlReader(file, least, text(file, bytes));
        try {
            return reader.document();
        } catch (MarkedYamlEngineException e) {
            int line =
                    e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(reader.line - 1) + 1;
            throw reader.problem(line, "no YAML: " + e.getProblem() + "; mind the indentation and the quotes");
        } catch (RuntimeException e) {
            // Not every mistake in a file is met by the library with an exception of its own.
            throw reader.problem(reader.line, "no YAML: " + e.getMessage());
        }
    }

    private static String text(String file, byte[] bytes) throws ManifestProblem {
        if (bytes.length > MOST_BYTES) {
            throw new ManifestProblem(file, 1, List.of(), "larger than " + MOST_BYTES / 1024 + " KiB: make it smaller");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new ManifestProblem(file, lineOfBadByte(bytes), List.of(), "no UTF-8: save the file as UTF-8");
        }
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        int line = 1;
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int c = text.codePointAt(i);
            line += c == '\n' ? 1 : 0;
            if (!StreamReader.isPrintable(c)) {
                throw new ManifestProblem(
                        file, line, List.of(), "the character U+%04X does not belong here: remove it".formatted(c));
            }
        }
        return text;
    }

    /// The decoder stops in front of the first byte that it cannot use.
    private static int lineOfBadByte(byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        return 1 + (int) out.flip().chars().filter(c -> c == '\n').count();
    }

    private Document document() throws ManifestProblem {
        next();
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            throw problem(1, "the file is empty: it needs at least " + least);
        }
        next();
        var value = value(next());
        next();
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            next();
            throw problem(line, "a second document begins here: there is but one in a file");
        }
        return new Document(value, lines);
    }

    private Event next() {
        var event = parser.next();
        line = event.getStartMark().map(Mark::getLine).orElse(line - 1) + 1;
        return event;
    }

    private Json value(Event event) throws ManifestProblem {
        int begin = line;
        if (path.isEmpty()) {
            lines.put(path, begin);
        }
        if (path.size() > MOST_DEPTH) {
            throw problem(begin, "nested deeper than " + MOST_DEPTH + ": make it flatter");
        }
        return switch (event) {
            case AliasEvent _ -> throw problem(begin, "aliases (*name) are not taken: write the value out");
            case NodeEvent node
            when node.getAnchor().isPresent() -> throw problem(begin, "anchors (&name) are not taken: remove it");
            case ScalarEvent scalar -> {
                untagged(scalar.getTag().orElse(null));
                yield scalar(scalar);
            }
            case SequenceStartEvent list -> {
                untagged(list.getTag().orElse(null));
                yield list();
            }
            case MappingStartEvent mapping -> {
                untagged(mapping.getTag().orElse(null));
                yield mapping();
            }
            default -> throw problem(begin, "a value is missing");
        };
    }

    private void untagged(@Nullable String tag) throws ManifestProblem {
        if (tag != null) {
            throw problem(line, "tags (" + tag + ") are not taken: remove it, and put texts in quotes");
        }
    }

    private Json list() throws ManifestProblem {
        var items = new ArrayList<Json>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            var event = next();
            path.add(Integer.toString(items.size()));
            lines.put(path, line);
            items.add(value(event));
            path.removeLast();
        }
        next();
        return new Json.Arr(items);
    }

    private Json mapping() throws ManifestProblem {
        var fields = new LinkedHashMap<String, Json>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            var key = key(next());
            path.add(key);
            if (fields.containsKey(key)) {
                throw problem(line, "stands here twice, first in line " + lines.of(path) + ": remove one");
            }
            lines.put(path, line);
            fields.put(key, value(next()));
            path.removeLast();
        }
        next();
        return new Json.Obj(fields);
    }

    private String key(Event event) throws ManifestProblem {
        if (event instanceof ScalarEvent key
                && key.getAnchor().isEmpty()
                && key.getTag().isEmpty()) {
            return whole(key.getValue());
        }
        throw problem(line, "a key must be a plain word: remove what is around it");
    }

    private Json scalar(ScalarEvent scalar) throws ManifestProblem {
        var text = whole(scalar.getValue());
        return scalar.isPlain() ? PlainScalar.value(text) : Json.of(text);
    }

    /// Escapes can make what the file itself may not hold.
    private String whole(String text) throws ManifestProblem {
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int c = text.codePointAt(i);
            if (c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                throw problem(line, "the character U+%04X does not belong into a text: remove it".formatted(c));
            }
        }
        return text;
    }

    private ManifestProblem problem(int line, String what) {
        return new ManifestProblem(file, line, path, what);
    }
}
