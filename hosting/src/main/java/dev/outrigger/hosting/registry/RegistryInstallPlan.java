package dev.outrigger.hosting.registry;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// What an installation would do, in the order in which it would: what is required comes before what requires it.
public record RegistryInstallPlan(List<Step> steps) {
    /// One plugin's part in it.
    public sealed interface Step {
        RegistryEntry entry();

        /// The command path of whoever needs it; "" for what was asked for.
        String requiredBy();
    }

    /// @param replaces the version that is there, "?" when that has none; "" when nothing is there
    record Bring(
            RegistryEntry entry,
            String requiredBy,
            String triple,
            RegistryEntry.Binary binary,
            InstallConsent consent,
            String replaces)
            implements Step {}

    /// @param version of what is there
    /// @param newer whether the registry has another one
    record Have(RegistryEntry entry, String requiredBy, String version, boolean newer) implements Step {}

    /// A group has no program: it is there when the registry has it.
    record Known(RegistryEntry entry, String requiredBy) implements Step {}

    List<Bring> brings() {
        var brings = new ArrayList<Bring>();
        for (var step : steps) {
            if (step instanceof Bring bring) {
                brings.add(bring);
            }
        }
        return brings;
    }

    /// Why it cannot be carried out; "" when nothing in it is denied.
    public String denied() {
        for (var bring : brings()) {
            if (bring.consent() instanceof InstallConsent.Denied denied) {
                return denied.why() + ". " + denied.hint();
            }
        }
        return "";
    }

    /// For people, one step a paragraph.
    public String text() {
        var text = new StringBuilder();
        for (var step : steps) {
            var needed = step.requiredBy().isEmpty() ? "" : ", required by " + step.requiredBy();
            switch (step) {
                case Bring bring ->
                    text.append(bring.replaces().isEmpty() ? "install " : "replace ")
                            .append(bring.entry().title())
                            .append(bring.replaces().isEmpty() ? "" : " (now " + bring.replaces() + ")")
                            .append(needed)
                            .append(words(bring.consent()))
                            .append("\n  from   ")
                            .append(bring.binary().url())
                            .append("\n  sha256 ")
                            .append(bring.binary().sha256())
                            .append('\n');
                case Have have ->
                    text.append("keep ")
                            .append(have.entry().name())
                            .append(have.version().isEmpty() ? "" : " " + have.version())
                            .append(needed)
                            .append(
                                    have.newer()
                                            ? " (the registry has another: `jp plugin update "
                                                    + have.entry().name() + "`)"
                                            : "")
                            .append('\n');
                case Known known ->
                    text.append("group ")
                            .append(known.entry().name())
                            .append(needed)
                            .append(": nothing to install\n");
            }
        }
        return text.toString();
    }

    private static String words(InstallConsent consent) {
        return switch (consent) {
            case InstallConsent.Given(var why) -> " [" + why + "]";
            case InstallConsent.Ask _ -> " [asks first]";
            case InstallConsent.Denied denied -> " [denied: " + denied.why() + "]";
        };
    }

    public Json.Arr json() {
        var list = new ArrayList<Json>();
        for (var step : steps) {
            var object = Json.object()
                    .put("id", step.entry().id())
                    .put("command", step.entry().name())
                    .put("required_by", step.requiredBy());
            list.add(
                    switch (step) {
                        case Bring bring ->
                            object.put("action", bring.replaces().isEmpty() ? "install" : "replace")
                                    .put("version", bring.entry().version())
                                    .put("triple", bring.triple())
                                    .put("url", bring.binary().url())
                                    .put("sha256", bring.binary().sha256())
                                    .put("consent", word(bring.consent()))
                                    .build();
                        case Have have ->
                            object.put("action", "keep")
                                    .put("version", have.version())
                                    .put("newer", have.newer())
                                    .build();
                        case Known _ -> object.put("action", "none").build();
                    });
        }
        return new Json.Arr(list);
    }

    private static String word(InstallConsent consent) {
        return switch (consent) {
            case InstallConsent.Given _ -> "given";
            case InstallConsent.Ask _ -> "ask";
            case InstallConsent.Denied _ -> "denied";
        };
    }
}
