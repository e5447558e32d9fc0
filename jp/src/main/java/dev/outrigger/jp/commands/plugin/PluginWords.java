package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.hosting.trust.RunVerdict;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.Problem;

/// What several `jp plugin` commands say alike.
public final class PluginWords {
    private PluginWords() {}

    /// Whether it may run, and why not.
    public static String of(RunVerdict verdict) {
        return switch (verdict) {
            case RunVerdict.Approved(var how) ->
                switch (how) {
                    case UNATTENDED -> "approved";
                    case SHIPPED -> "approved: part of jp";
                    case DEVELOPMENT -> "approved for development: whatever is written to its file runs";
                    case OFFICIAL -> "approved: official, and as it was installed";
                };
            case RunVerdict.Ask(var why) ->
                switch (why) {
                    case NOT_APPROVED -> "asks first: not approved";
                    case IN_WORKSPACE -> "asks first: it lies in this workspace, and only its name is approved";
                };
            case RunVerdict.DevelopedElsewhere(var why) -> "refused: approved for development, but " + why;
            case RunVerdict.Denied(var origin) -> "denied in " + origin.text();
            case RunVerdict.PinMismatch pin ->
                "refused: its sha256 is " + pin.found() + ", the pin in "
                        + pin.origin().text() + " says " + pin.wanted();
            case RunVerdict.Changed change ->
                "refused: its sha256 is " + change.found() + ", when it was installed it was " + change.installed();
        };
    }

    /// For programs: one word.
    static String word(RunVerdict verdict) {
        return verdict.word().replace(' ', '_');
    }

    /// Texts of strangers, on one line.
    public static String line(String text) {
        return TerminalEscapes.unbroken(text).strip();
    }

    static String source(PluginProgram plugin) {
        return switch (plugin.source()) {
            case SHIPPED -> "shipped";
            case INSTALLED -> "installed";
            case PATH -> "path";
        };
    }

    /// What holds here. The settings are read again, and say no more than they did before.
    public static RunVerdict verdict(JpContext context, PluginProgram plugin) throws Problem, OutputFailed {
        return PluginStanding.of(context, context.loadSettings(), plugin).verdict();
    }

    /// After a change: what holds from now on.
    static String now(JpContext context, PluginProgram plugin) throws OutputFailed {
        try {
            return of(verdict(context, plugin));
        } catch (Problem e) {
            return "cannot be told: " + e.what();
        }
    }
}
