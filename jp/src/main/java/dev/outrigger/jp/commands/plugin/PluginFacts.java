package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.CallWords;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.hosting.trust.RunVerdict;
import dev.outrigger.launch.StartDiagnosis;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of one program without starting it.
///
/// @param commands the paths that call it
/// @param verdict null when it cannot be told; `problems` then says why
record PluginFacts(
        PluginProgram plugin,
        List<List<String>> commands,
        String version,
        String description,
        PluginStanding standing,
        @Nullable RunVerdict verdict,
        List<String> problems) {

    static PluginFacts of(JpContext context, PluginFinder finder, PluginProgram plugin) throws Problem, OutputFailed {
        var commands = finder.commands(plugin);
        var described = finder.descriptions().known(plugin);
        var installed = finder.installed().byId(plugin.id());
        var problems = new ArrayList<String>();
        var standing = PluginStanding.of(context, plugin);
        RunVerdict verdict = null;
        try {
            verdict = standing.verdict();
            if (verdict instanceof RunVerdict.DevelopedElsewhere) {
                problems.add(PluginWords.of(verdict));
            }
        } catch (Problem e) {
            problems.add(e.what());
        }
        var unfit = StartDiagnosis.of(plugin.file(), context.environment().getOrDefault("PATH", ""));
        if (unfit.isPresent()) {
            problems.add(String.valueOf(unfit.get().getMessage()));
        }
        commands = commands.isEmpty() ? List.of(CommandNames.words(plugin.id())) : commands;
        for (var command : commands) {
            if (CallWords.of(context.commands(), command).served()) {
                problems.add("shadowed by the built-in command `jp " + String.join(" ", command) + "`");
            }
        }
        return new PluginFacts(
                plugin,
                commands,
                described.isPresent()
                        ? described.get().version()
                        : installed.isPresent() ? installed.get().version() : "",
                described.isPresent()
                        ? described.get().description()
                        : installed.isPresent() ? installed.get().description() : "",
                standing,
                verdict,
                problems);
    }

    boolean approved() {
        return verdict instanceof RunVerdict.Approved;
    }

    /// Whether what is written to its file runs unasked.
    boolean developed() {
        return verdict instanceof RunVerdict.Approved(var how)
                && how == RunVerdict.How.DEVELOPMENT
                && standing.terms().pin().isEmpty();
    }

    /// One word, with a note of the pin.
    String trust() {
        if (developed()) {
            return "DEV, NOT PINNED";
        }
        var word = verdict == null ? "unknown" : verdict.word();
        return standing.terms().pin().isPresent() && !(verdict instanceof RunVerdict.PinMismatch)
                ? word + ", pinned"
                : word;
    }

    String command() {
        return "jp " + String.join(" ", commands.getFirst());
    }

    Json.Builder json() {
        var paths = new ArrayList<Json>();
        for (var command : commands) {
            paths.add(Json.texts(command));
        }
        return Json.object()
                .put("id", plugin.id())
                .put("command", Json.texts(commands.getFirst()))
                .put("commands", new Json.Arr(paths))
                .put("file", plugin.file().toString())
                .put("source", PluginWords.source(plugin))
                .put("version", version)
                .put("description", description)
                .put("trust", verdict == null ? "unknown" : PluginWords.word(verdict))
                .put("pinned", standing.terms().pin().isPresent())
                .put("problems", Json.texts(problems));
    }
}
