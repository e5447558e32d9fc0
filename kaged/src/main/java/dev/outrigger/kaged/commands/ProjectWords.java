package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import java.util.List;

/// Projects and the plugins that they declare, for people. All words in it may be a stranger's.
final class ProjectWords {
    private static final int LONGEST = 1000;

    private ProjectWords() {}

    static String list(List<Json.Obj> projects) {
        var columns = new ListColumns();
        columns.row("PROJECT", "STATE", "NAME", "FOLDER");
        for (var project : projects) {
            columns.row(
                    DaemonWords.cell(DaemonWords.text(project, "id")),
                    DaemonWords.text(project, "state"),
                    DaemonWords.cell(DaemonWords.text(project, "name")),
                    DaemonWords.cell(DaemonWords.text(project, "root")));
        }
        return columns.text();
    }

    /// The project, a row for each plugin, and what to do next.
    static String status(Json.Obj project) {
        var text = new StringBuilder();
        var name = DaemonWords.text(project, "name");
        var state = DaemonWords.text(project, "state");
        var id = DaemonWords.text(project, "id");
        text.append(line(id + (name.isEmpty() ? "" : " (" + name + ")") + " is " + state + ", in "
                        + DaemonWords.text(project, "root")))
                .append('\n');
        var problem = DaemonWords.text(project, "problem");
        if (!problem.isEmpty()) {
            text.append("  ").append(line(problem)).append('\n');
        }
        var plugins = plugins(project);
        if (!plugins.isEmpty()) {
            var columns = new ListColumns();
            columns.row("PLUGIN", "STATE", "WANTED", "INSTALLED", "");
            for (var plugin : plugins) {
                columns.row(
                        DaemonWords.cell(DaemonWords.text(plugin, "name")),
                        DaemonWords.text(plugin, "state"),
                        or(DaemonWords.text(plugin, "wanted"), "any"),
                        or(DaemonWords.text(plugin, "installed"), "-"),
                        DaemonWords.cell(DaemonWords.text(plugin, "why")));
            }
            text.append(columns.text());
        }
        if (state.equals("pending")) {
            text.append("`kaged project consent ").append(line(id)).append("` asks about what is not active\n");
        }
        return text.toString();
    }

    static List<Json.Obj> plugins(Json.Obj project) {
        return DaemonWords.objects(project.get("plugins").orElse(Json.EMPTY));
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : DaemonWords.cell(text);
    }

    /// What saying yes to a plugin would mean.
    static String plan(Json.Obj plan) {
        var text = new StringBuilder();
        var manifest = DaemonWords.object(plan, "manifest");
        text.append(line(DaemonWords.text(manifest, "name") + " " + DaemonWords.text(manifest, "version") + ": "
                        + DaemonWords.text(manifest, "description")))
                .append('\n');
        fact(text, "author", DaemonWords.text(manifest, "author"));
        fact(text, "command", String.join(" ", DaemonWords.texts(manifest, "command")));
        fact(text, "methods", String.join(", ", DaemonWords.texts(manifest, "methods")));
        fact(text, "tools", String.join(", ", DaemonWords.texts(manifest, "tools")));
        fact(text, "hooks", String.join(", ", DaemonWords.texts(manifest, "hooks")));
        fact(text, "from", or(DaemonWords.text(plan, "files_from"), "what is installed"));
        fact(text, "commit", DaemonWords.text(plan, "commit"));
        fact(text, "sha256", DaemonWords.text(plan, "sha256"));
        var before = DaemonWords.object(plan, "before");
        boolean there = DaemonWords.text(before, "state").equals("installed");
        if (DaemonWords.text(plan, "installs").equals("yes")) {
            fact(text, "replaces", there ? "version " + DaemonWords.text(before, "version") : "");
        } else {
            fact(text, "installed", "already; a yes is for this project");
        }
        DaemonWords.texts(plan, "notes").forEach(note -> fact(text, "note", note));
        var difference = DaemonWords.object(plan, "capabilities");
        boolean compares = there && DaemonWords.text(plan, "installs").equals("yes");
        capabilities(
                text, compares ? "may now, and could not before" : "may", DaemonWords.texts(difference, "added"), "+ ");
        if (compares) {
            capabilities(text, "may no longer", DaemonWords.texts(difference, "removed"), "- ");
        }
        capabilities(text, compares ? "may still" : "may", DaemonWords.texts(difference, "kept"), "  ");
        if (DaemonWords.texts(manifest, "capabilities").isEmpty()) {
            text.append("  may use nothing beyond its own folder and a private one that lasts\n");
        }
        var rules = DaemonWords.objects(plan.get("rules").orElse(Json.EMPTY));
        if (!rules.isEmpty()) {
            text.append("  which comes to:\n");
            rules.forEach(rule -> text.append("    ")
                    .append(line(DaemonWords.text(rule, "rule")))
                    .append('\n'));
        }
        return text.toString();
    }

    private static void capabilities(StringBuilder text, String heading, List<String> capabilities, String mark) {
        if (!capabilities.isEmpty()) {
            text.append("  ").append(heading).append(":\n");
            for (var capability : capabilities) {
                text.append("    ")
                        .append(mark)
                        .append(line(InstallPlanText.words(capability) + "  (" + capability + ")"))
                        .append('\n');
            }
        }
    }

    private static void fact(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("  ").append(name).append(": ").append(line(value)).append('\n');
        }
    }

    static String line(String words) {
        return VisibleText.line(words, LONGEST);
    }
}
