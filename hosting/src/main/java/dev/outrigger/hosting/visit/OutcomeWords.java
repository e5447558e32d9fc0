package dev.outrigger.hosting.visit;

import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.ToPlugin;
import java.util.List;

/// What a plugin's failure is called when people read it: what happened, and what to do.
final class OutcomeWords {
    private OutcomeWords() {}

    static Problem of(String plugin, VisitFault fault) {
        return switch (fault) {
            case VisitFault.NoHandshake(var seconds) ->
                new Problem(
                        plugin + " did not say `ready` within " + seconds + " s",
                        "It must answer the `init` line with {\"type\":\"ready\"}; plugins.handshake_timeout_secs allows more time.");
            case VisitFault.WrongProtocol(var wanted) ->
                new Problem(
                        plugin + " wants version " + wanted + " of the plugin protocol, this jp speaks "
                                + ToPlugin.Init.VERSION,
                        "Update jp, or use an older version of the plugin.");
            case VisitFault.OnlyStrays(var lines, var last, var why) ->
                new Problem(
                        plugin + " wrote " + lines + " lines in a row that are no messages; the last (" + why + "): "
                                + last,
                        "Its stdout is for messages only, one JSON object per line; other output belongs on stderr. See them with -v.");
            case VisitFault.NoExit(var ending, var lastWords) ->
                new Problem(plugin + " ended without `exit`: " + ending.words(), lastWords(lastWords));
            case VisitFault.WentSilent() ->
                new Problem(
                        plugin + " closed its stdout and lived on; it was ended",
                        "A plugin says {\"type\":\"exit\",\"code\":0} before it closes its stdout.");
            case VisitFault.Stalled(var seconds) ->
                new Problem(
                        plugin + " left its answers unread for " + seconds + " s; it was ended",
                        "It must read its stdin; plugins.stall_secs and plugins.queue_bytes allow for more.");
            case VisitFault.Flooding() ->
                new Problem(
                        plugin + " sent thousands of requests without waiting for an answer; it was ended",
                        "It should wait for answers before it asks for more.");
            case VisitFault.BrokenAnswer(var why) ->
                new Problem(
                        "an answer to " + plugin + " broke off: " + why, "jp doctor looks for damaged conversations.");
        };
    }

    private static String lastWords(List<String> lines) {
        if (lines.isEmpty()) {
            return "It wrote nothing on stderr.";
        }
        var text = new StringBuilder("The last it wrote on stderr:");
        for (var line : lines) {
            text.append("\n  ").append(TerminalEscapes.strip(line));
        }
        return text.toString();
    }
}
