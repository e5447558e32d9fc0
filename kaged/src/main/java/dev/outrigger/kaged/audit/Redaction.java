package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/// Takes out what a manifest calls sensitive. A path is `$.a.b`, `a.b`, `$.list[*].token`, `$.list[0]`,
/// `$["odd name"]`, `$.*.key`, `$..password` (at any depth). What a path names is replaced whole. A name also reaches
/// through a list it did not expect: rather too much redacted than too little. docs/manifests.md says it to authors.
public final class Redaction {
    static final Json.Str MARK = Json.of("[redacted]");
    public static final Redaction NONE = new Redaction(List.of());
    /// Where nobody knows what is sensitive.
    public static final Redaction ALL = new Redaction(List.of(List.of()));

    sealed interface Step {
        record Name(String name) implements Step {}

        record Index(int index) implements Step {}

        enum Each implements Step {
            EACH
        }

        /// The steps that follow hold here and at any depth below.
        enum Deep implements Step {
            DEEP
        }
    }

    private final List<List<Step>> paths;

    private Redaction(List<List<Step>> paths) {
        this.paths = paths;
    }

    public static final class BadPath extends Exception {
        BadPath(String path, String why) {
            super("the sensitive path `" + Excerpt.of(path) + "` " + why);
        }
    }

    public static Redaction of(List<String> paths) throws BadPath {
        var parsed = new ArrayList<List<Step>>();
        for (var path : paths) {
            parsed.add(steps(path));
        }
        return new Redaction(List.copyOf(parsed));
    }

    static List<Step> steps(String path) throws BadPath {
        return new PathText(path).steps();
    }

    /// Whether it leaves everything as it is.
    public boolean isNone() {
        return paths.isEmpty();
    }

    /// The two sides of a call, as they may be kept.
    public record RedactedCall(Json params, Json result) {}

    /// What is taken out of one side is taken out of the other, too, wherever it stands there: a plugin may send back
    /// what it was told. When that cannot be looked for, since it is too short, nothing of the result is kept.
    public RedactedCall apply(Json params, Json result) {
        if (paths.isEmpty()) {
            return new RedactedCall(params, result);
        }
        var taken = new SecretRecurrence();
        var keptParams = redact(params, paths, taken);
        var keptResult = taken.missesAny() ? MARK : redact(result, paths, taken);
        return new RedactedCall(taken.takenOutOf(keptParams), taken.takenOutOf(keptResult));
    }

    Json apply(Json value) {
        return apply(value, Json.Null.NULL).params();
    }

    /// `open`: for each path that can still match, the steps that remain.
    private static Json redact(Json value, List<List<Step>> open, SecretRecurrence taken) {
        if (open.stream().anyMatch(List::isEmpty)) {
            taken.add(value);
            return MARK;
        }
        return switch (value) {
            case Json.Obj(var fields) -> {
                var kept = LinkedHashMap.<String, Json>newLinkedHashMap(fields.size());
                fields.forEach((name, field) ->
                        kept.put(name, redact(field, below(open, next -> into(name, next)), taken)));
                yield new Json.Obj(kept);
            }
            case Json.Arr(var items) -> {
                var kept = new ArrayList<Json>(items.size());
                for (int i = 0; i < items.size(); i++) {
                    int index = i;
                    kept.add(redact(items.get(i), below(open, next -> into(index, next)), taken));
                }
                yield new Json.Arr(kept);
            }
            // Nobody can look into it, so nobody can promise what is in it.
            case Json.Deferred _ -> MARK;
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }

    private static List<List<Step>> below(List<List<Step>> open, Function<Step, Way> member) {
        var next = new ArrayList<List<Step>>();
        for (var path : open) {
            boolean deep = path.getFirst() == Step.Deep.DEEP;
            if (deep) {
                next.add(path);
            }
            switch (member.apply(path.get(deep ? 1 : 0))) {
                case ON -> next.add(path.subList(deep ? 2 : 1, path.size()));
                case SAME -> next.add(path);
                case NONE -> {}
            }
        }
        return next.size() < 2 ? next : next.stream().distinct().toList();
    }

    /// What a path's next step makes of a member of a value: it leads on from there, is still to come, or leads
    /// elsewhere.
    private enum Way {
        ON,
        SAME,
        NONE
    }

    private static Way into(String name, Step next) {
        return switch (next) {
            case Step.Name(var wanted) -> wanted.equals(name) ? Way.ON : Way.NONE;
            case Step.Each _ -> Way.ON;
            case Step.Index _, Step.Deep _ -> Way.NONE;
        };
    }

    private static Way into(int index, Step next) {
        return switch (next) {
            case Step.Index(var wanted) -> wanted == index ? Way.ON : Way.NONE;
            case Step.Each _ -> Way.ON;
            case Step.Name _ -> Way.SAME;
            case Step.Deep _ -> Way.NONE;
        };
    }

    private static final class PathText {
        private final String path;
        private final List<Step> steps = new ArrayList<>();
        private int at;

        PathText(String path) {
            this.path = path;
        }

        List<Step> steps() throws BadPath {
            if (path.startsWith("$")) {
                at = 1;
            } else if (!path.startsWith("[") && !path.startsWith(".")) {
                bareName();
            }
            while (at < path.length()) {
                next();
            }
            if (steps.isEmpty() && !path.equals("$")) {
                throw new BadPath(path, "is empty");
            }
            return List.copyOf(steps);
        }

        private void next() throws BadPath {
            if (path.startsWith("..", at)) {
                at += 2;
                steps.add(Step.Deep.DEEP);
                if (path.startsWith("[", at)) {
                    bracket();
                } else {
                    bareName();
                }
            } else if (path.startsWith(".", at)) {
                at++;
                bareName();
            } else if (path.startsWith("[", at)) {
                bracket();
            } else {
                throw new BadPath(path, "has no `.` or `[` at character " + (at + 1));
            }
        }

        private void bareName() throws BadPath {
            int start = at;
            while (at < path.length() && ".[]'\"".indexOf(path.charAt(at)) < 0) {
                at++;
            }
            if (start == at) {
                throw new BadPath(path, "lacks a name at character " + (at + 1));
            }
            var name = path.substring(start, at);
            steps.add(name.equals("*") ? Step.Each.EACH : new Step.Name(name));
        }

        private void bracket() throws BadPath {
            char quote = at + 1 < path.length() ? path.charAt(at + 1) : 0;
            boolean quoted = quote == '"' || quote == '\'';
            int end = quoted ? path.indexOf(quote + "]", at + 2) : path.indexOf(']', at);
            if (end < 0) {
                throw new BadPath(path, "has a `[` without its end");
            }
            var inside = path.substring(at + (quoted ? 2 : 1), end);
            at = end + (quoted ? 2 : 1);
            if (quoted) {
                steps.add(new Step.Name(inside));
            } else if (inside.equals("*")) {
                steps.add(Step.Each.EACH);
            } else if (inside.matches("[0-9]{1,9}")) {
                steps.add(new Step.Index(Integer.parseInt(inside)));
            } else {
                throw new BadPath(path, "has `[" + Excerpt.of(inside) + "]`; it takes a number, `*` or a quoted name");
            }
        }
    }
}
