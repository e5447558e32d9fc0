package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.trust.Standing;
import dev.outrigger.jp.trust.Verdict;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;

/// What several `jp plugin` commands say alike.
final class PluginWords {
    private PluginWords() {}

    /// Whether it may run, and why not.
    static String of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Approved(var how) ->
                switch (how) {
                    case UNATTENDED -> "approved";
                    case DEVELOPMENT -> "approved for development: whatever is written to its file runs";
                    case OFFICIAL -> "approved: official, and as it was installed";
                };
            case Verdict.Ask(var why) ->
                switch (why) {
                    case NOT_APPROVED -> "asks first: not approved";
                    case IN_WORKSPACE -> "asks first: it lies in this workspace, and only its name is approved";
                };
            case Verdict.DevelopedElsewhere(var why) -> "refused: approved for development, but " + why;
            case Verdict.Denied(var origin) -> "denied in " + origin.text();
            case Verdict.PinMismatch pin ->
                "refused: its sha256 is " + pin.found() + ", the pin in "
                        + pin.origin().text() + " says " + pin.wanted();
            case Verdict.Changed change ->
                "refused: its sha256 is " + change.found() + ", when it was installed it was " + change.installed();
        };
    }

    /// For programs: one word.
    static String word(Verdict verdict) {
        return verdict.word().replace(' ', '_');
    }

    /// Texts of strangers, on one line.
    static String line(String text) {
        return Escapes.unbroken(text).strip();
    }

    static String source(Plugin plugin) {
        return switch (plugin.source()) {
            case INSTALLED -> "installed";
            case PATH -> "path";
        };
    }

    /// What holds here. The settings are read again, and say no more than they did before.
    static Verdict verdict(Session session, Plugin plugin) throws Problem, OutputFailed {
        return Standing.of(session, session.loadSettings(), plugin).verdict();
    }

    /// After a change: what holds from now on.
    static String now(Session session, Plugin plugin) throws OutputFailed {
        try {
            return of(verdict(session, plugin));
        } catch (Problem e) {
            return "cannot be told: " + e.what();
        }
    }
}
