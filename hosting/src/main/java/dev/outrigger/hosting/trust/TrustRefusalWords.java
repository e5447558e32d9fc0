package dev.outrigger.hosting.trust;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.settings.ValueOrigin;

/// What people read about a program that may not run.
final class TrustRefusalWords {
    private TrustRefusalWords() {}

    static Problem denied(PluginProgram plugin, PluginTerms terms, ValueOrigin origin) {
        return new Problem(
                "jp-" + plugin.id() + " is not allowed to run here",
                terms.key("run") + " is \"deny\" in " + origin.text() + ".");
    }

    static Problem mismatch(PluginStanding standing, RunVerdict.PinMismatch pin) {
        var id = standing.plugin().id();
        return new Problem(
                "jp-" + id + " is not the program that was pinned: its sha256 is " + pin.found() + ", the pin says "
                        + pin.wanted(),
                "The pin is " + standing.terms().key("checksum", "value") + " in "
                        + pin.origin().text() + ". If you want this file to run instead: jp plugin pin " + id
                        + " (it pins " + standing.place() + "). If you are writing it: jp plugin approve --dev " + id);
    }

    static Problem changed(PluginProgram plugin, RunVerdict.Changed change) {
        return new Problem(
                "jp-" + plugin.id() + " is not the program that was installed: its sha256 is " + change.found()
                        + ", then it was " + change.installed(),
                "Install it again: jp plugin install " + plugin.id() + ". If the change is yours: jp plugin approve "
                        + plugin.id());
    }

    static Problem developedElsewhere(PluginProgram plugin, String why) {
        var id = plugin.id();
        return new Problem(
                "jp-" + id + " is approved for development, but not as it is now: " + why,
                "For this file instead: jp plugin approve --dev " + id + ". To pin it as it is: jp plugin approve " + id
                        + ". To take it back: jp plugin revoke " + id);
    }

    static Problem nobodyToAsk(PluginProgram plugin, PluginTerms terms, RunVerdict.Why why) {
        var who = "jp-" + plugin.id() + " (" + plugin.file() + ")";
        var how = "If you trust it: jp plugin approve " + plugin.id() + " (it sets " + terms.key("run") + ")";
        return switch (why) {
            case NOT_APPROVED -> new Problem(who + " was not approved, and there is no terminal to ask on", how);
            case IN_WORKSPACE ->
                new Problem(
                        who + " lies in this workspace, which your approval of that name does not cover,"
                                + " and there is no terminal to ask on",
                        how);
        };
    }

    static Problem no(PluginProgram plugin) {
        return new Problem("jp-" + plugin.id() + " was not run", "");
    }
}
