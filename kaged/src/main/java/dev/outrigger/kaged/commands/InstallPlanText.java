package dev.outrigger.kaged.commands;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import java.util.List;

/// A plan to install something, for whoever has to decide.
final class InstallPlanText {
    private final StringBuilder text = new StringBuilder();

    private InstallPlanText() {}

    static String of(Json.Obj plan, boolean upgrade) {
        var drawing = new InstallPlanText();
        drawing.draw(plan, upgrade);
        return drawing.text.toString();
    }

    private void draw(Json.Obj plan, boolean upgrade) {
        var manifest = DaemonWords.object(plan, "manifest");
        text.append(line(DaemonWords.text(manifest, "name") + " " + DaemonWords.text(manifest, "version") + ": "
                        + DaemonWords.text(manifest, "description")))
                .append('\n');
        for (var field : new String[] {"author", "license", "homepage"}) {
            fact(field, DaemonWords.text(manifest, field));
        }
        fact("command", String.join(" ", DaemonWords.texts(manifest, "command")));
        fact("methods", String.join(", ", DaemonWords.texts(manifest, "methods")));
        fact("tools", String.join(", ", DaemonWords.texts(manifest, "tools")));
        fact("hooks", String.join(", ", DaemonWords.texts(manifest, "hooks")));
        var origin = DaemonWords.text(plan, "origin");
        fact(
                "from",
                (origin.isEmpty() ? DaemonWords.text(plan, "source") : origin) + " (" + DaemonWords.text(plan, "files")
                        + " files, " + DaemonWords.text(plan, "bytes") + " bytes)");
        fact("to", DaemonWords.text(plan, "target"));
        var before = DaemonWords.object(plan, "before");
        switch (DaemonWords.text(before, "state")) {
            case "installed" ->
                fact(
                        "replaces",
                        "version " + DaemonWords.text(before, "version")
                                + (DaemonWords.text(plan, "deed").equals("downgraded")
                                        ? ", which is NEWER: this is a downgrade"
                                        : ""));
            case "broken" -> fact("replaces", "what cannot be used: " + DaemonWords.text(before, "problem"));
            default -> {}
        }
        DaemonWords.texts(plan, "notes").forEach(note -> fact("note", note));
        var difference = DaemonWords.object(plan, "capabilities");
        if (upgrade) {
            capabilities("may now, and could not before", DaemonWords.texts(difference, "added"), "+ ");
            capabilities("may no longer", DaemonWords.texts(difference, "removed"), "- ");
            capabilities("may still", DaemonWords.texts(difference, "kept"), "  ");
        } else {
            capabilities("may", DaemonWords.texts(manifest, "capabilities"), "  ");
        }
        if (DaemonWords.texts(manifest, "capabilities").isEmpty()) {
            text.append("  may use nothing beyond its own folder and a private one that lasts\n");
        }
    }

    private void capabilities(String heading, List<String> capabilities, String mark) {
        if (capabilities.isEmpty()) {
            return;
        }
        text.append("  ").append(heading).append(":\n");
        for (var capability : capabilities) {
            text.append("    ")
                    .append(mark)
                    .append(line(words(capability) + "  (" + capability + ")"))
                    .append('\n');
        }
    }

    static String words(String capability) {
        try {
            return switch (Capability.parse(capability)) {
                case Capability.ReadPath(var path) -> "read " + path + " and all below it";
                case Capability.WritePath(var path) -> "read and CHANGE " + path + " and all below it";
                case Capability.Exec exec ->
                    "run " + exec.binary() + (exec.namesProgramAlone() ? "" : ", and read " + exec.path());
                case Capability.NoNetwork _ -> "use no network";
                case Capability.AnyNetwork _ -> "reach ANY host on the network, and services on this machine";
                case Capability.Connect(var host, var port) ->
                    "connect to " + host + (port == Capability.Connect.ANY_PORT ? ", any port" : ", port " + port);
                case Capability.Project(var access) ->
                    access == Capability.Access.READ
                            ? "read the project's folder"
                            : "read and CHANGE the project's folder";
                case Capability.Storage(var access) ->
                    access == Capability.Access.READ
                            ? "read its own storage in the daemon"
                            : "write to its own storage in the daemon";
            };
        } catch (ConfinementRefused e) {
            return "NOTHING LIKE THIS EXISTS, it will not start: " + e.getMessage();
        }
    }

    private void fact(String name, String value) {
        if (!value.isEmpty()) {
            text.append("  ").append(name).append(": ").append(line(value)).append('\n');
        }
    }

    private static String line(String words) {
        return VisibleText.line(words, 1000);
    }
}
