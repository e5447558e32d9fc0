package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;

/// Whether a plugin may be installed, as far as it is known before anyone is asked.
sealed interface InstallConsent {
    /// It was given before.
    ///
    /// @param why for people: who gave it
    record Given(String why) implements InstallConsent {}

    /// Nobody said anything yet.
    ///
    /// @param key what to set for a yes without a question
    record Ask(String key) implements InstallConsent {}

    /// Nobody is asked, and no `--yes` changes it.
    record Denied(String why, String hint) implements InstallConsent {}

    /// By the settings, and by what the registry says. That a program of this name may run is no consent to bring
    /// another.
    ///
    /// @param before whether another version of it was installed with the user's consent
    static InstallConsent of(RegistryEntry entry, RegistryEntry.Binary binary, boolean before, Settings settings) {
        var terms = PluginTerms.of(entry.id(), settings);
        var install = terms.key("install");
        boolean refused = settings.at(install).orElse(Json.Null.NULL) == Json.Bool.FALSE;
        if (refused || terms.run() == PluginTerms.Run.DENY) {
            var key = refused ? install : terms.key("run");
            return new Denied(
                    key + " is " + (refused ? "false" : "\"deny\""),
                    "`jp config show " + key + " --explain` says where.");
        }
        var pin = terms.pin();
        if (pin.isPresent() && !pin.get().equals(binary.sha256())) {
            return new Denied(
                    "it is pinned to sha256 " + UrlRules.shown(pin.get()) + ", and the registry has " + binary.sha256(),
                    "If the change is wanted: jp config set " + terms.key("checksum", "value") + " " + binary.sha256());
        }
        if (settings.at(install).orElse(Json.Null.NULL) == Json.Bool.TRUE) {
            return new Given(install + " is true");
        }
        if (entry.official()) {
            return new Given("official");
        }
        return before ? new Given("installed before") : new Ask(install);
    }
}
