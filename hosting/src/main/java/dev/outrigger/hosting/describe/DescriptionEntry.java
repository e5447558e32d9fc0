package dev.outrigger.hosting.describe;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A line of the index.
///
/// @param asked when it was asked last, in seconds since 1970
record DescriptionEntry(RememberedDescription shown, ContentStamp stamp, long asked, Help help) {
    /// How it took the question for its help.
    enum Help {
        UNASKED,
        /// Nothing came in time.
        LATE,
        /// It answered, or it knows no such question.
        ASKED;

        private static Help of(String word) {
            return word.equals("asked") ? ASKED : word.equals("late") ? LATE : UNASKED;
        }

        private String word() {
            return switch (this) {
                case UNASKED -> "unasked";
                case LATE -> "late";
                case ASKED -> "asked";
            };
        }
    }

    /// A failure may have been the machine's and not the plugin's: it counts for a day.
    private static final long FAILURE_SECONDS = 24 * 60 * 60;

    boolean failed() {
        return !shown.failure().isEmpty();
    }

    /// Whether it is to be asked to describe itself once more.
    boolean stale(long now) {
        return failed() && old(now);
    }

    /// Whether there is no use in asking for its help.
    boolean helpKnown(long now) {
        return help == Help.ASKED || (help == Help.LATE && !old(now));
    }

    private boolean old(long now) {
        return now < asked || now - asked > FAILURE_SECONDS;
    }

    DescriptionEntry at(ContentStamp other) {
        return new DescriptionEntry(shown, other, asked, help);
    }

    static DescriptionEntry of(
            String file, String id, ContentStamp stamp, long asked, Help help, PluginAnswers told, String failure) {
        var describe = told.describe();
        var shown = describe == null
                ? new RememberedDescription(
                        file, id, List.of(), "", "", "", false, HarmlessText.line(failure, HarmlessText.LINE))
                : new RememberedDescription(
                        file,
                        id,
                        describe.command(),
                        describe.name(),
                        describe.version(),
                        describe.description(),
                        describe.optionsSchema() != null,
                        "");
        return new DescriptionEntry(shown, stamp, asked, help);
    }

    Json.Obj line() {
        return Json.object()
                .put("file", shown.file())
                .put("id", shown.id())
                .put("size", stamp.size())
                .put("time", stamp.nanos())
                .put("sha256", stamp.sha256())
                .put("command", Json.texts(shown.command()))
                .put("name", shown.name())
                .put("version", shown.version())
                .put("description", shown.description())
                .put("options", shown.options())
                .put("failure", shown.failure())
                .put("asked", asked)
                .put("help", help.word())
                .build();
    }

    /// Null for a line that is damaged.
    static @Nullable DescriptionEntry of(Json line) {
        if (!(line instanceof Json.Obj object)) {
            return null;
        }
        var fields = object.fields();
        if (fields.get("file") instanceof Json.Str(var file)
                && fields.get("id") instanceof Json.Str(var id)
                && fields.get("size") instanceof Json.Num(var size)
                && fields.get("time") instanceof Json.Num(var time)
                && fields.get("sha256") instanceof Json.Str(var sha256)
                && fields.get("command") instanceof Json.Arr(var words)
                && fields.get("name") instanceof Json.Str(var name)
                && fields.get("version") instanceof Json.Str(var version)
                && fields.get("description") instanceof Json.Str(var description)
                && fields.get("failure") instanceof Json.Str(var failure)
                && fields.get("asked") instanceof Json.Num(var asked)
                && fields.get("help") instanceof Json.Str(var help)) {
            var command = path(words);
            try {
                return command == null || !isHash(sha256)
                        ? null
                        : new DescriptionEntry(
                                new RememberedDescription(
                                        file,
                                        id,
                                        command,
                                        HarmlessText.line(name, HarmlessText.NAME),
                                        HarmlessText.line(version, HarmlessText.NAME),
                                        HarmlessText.line(description, HarmlessText.LINE),
                                        fields.get("options") == Json.Bool.TRUE,
                                        HarmlessText.line(failure, HarmlessText.LINE)),
                                new ContentStamp(Long.parseLong(size), Long.parseLong(time), sha256),
                                Long.parseLong(asked),
                                Help.of(help));
            } catch (NumberFormatException _) {
                return null;
            }
        }
        return null;
    }

    /// It becomes a part of a file's name.
    private static boolean isHash(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'z')) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable List<String> path(List<Json> words) {
        var command = new ArrayList<String>(words.size());
        for (var word : words) {
            if (!(word instanceof Json.Str(var text))) {
                return null;
            }
            command.add(text);
        }
        return PluginAnswers.isPath(command) ? command : null;
    }
}
