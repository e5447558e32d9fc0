package dev.outrigger.jp.registry;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.Locale;

/// Whether a plugin may be installed, as far as it is known before anyone is asked.
sealed interface Consent {
    /// It was given before.
    ///
    /// @param why for people: who gave it
    record Given(String why) implements Consent {}

    /// Nobody said anything yet.
    ///
    /// @param key what to set for a yes without a question
    record Ask(String key) implements Consent {}

    /// Nobody is asked, and no `--yes` changes it.
    record Denied(String why, String hint) implements Consent {}

    /// By the settings, and by what the registry says.
    ///
    /// @param before whether another version of it was installed with the user's consent
    static Consent of(Entry entry, Entry.Binary binary, boolean before, Settings settings) {
        var install = key(entry, "install");
        var run = key(entry, "run");
        boolean denied = settings.at(install).orElse(Json.Null.NULL) == Json.Bool.FALSE;
        if (denied || settings.text(run).equals("deny")) {
            var key = denied ? install : run;
            return new Denied(
                    key + " is " + (denied ? "false" : "\"deny\""),
                    "`jp config show " + key + " --explain` says where.");
        }
        var pin = settings.text(key(entry, "checksum.value")).toLowerCase(Locale.ROOT);
        if (!pin.isEmpty() && !pin.equals(binary.sha256())) {
            return new Denied(
                    "it is pinned to sha256 " + Names.shown(pin) + ", and the registry has " + binary.sha256(),
                    "If the change is wanted, set " + key(entry, "checksum.value") + " to the new one.");
        }
        if (settings.at(install).orElse(Json.Null.NULL) == Json.Bool.TRUE) {
            return new Given(install + " is true");
        }
        if (settings.text(run).equals("unattended")) {
            return new Given(run + " is \"unattended\"");
        }
        if (entry.official()) {
            return new Given("official");
        }
        return before ? new Given("installed before") : new Ask(install);
    }

    private static String key(Entry entry, String name) {
        return Settings.path("plugins", "command", entry.id()) + "." + name;
    }
}
