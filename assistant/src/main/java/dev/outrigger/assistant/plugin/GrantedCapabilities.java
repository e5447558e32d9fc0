package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a plugin may do: what it declares, as the user's own settings have it.
///
/// Whatever is in here, its sandbox has a base that is not: the system's runtime, its own folder, a private tmp, no
/// network.
///
/// @param unconfined by the user's word, nothing holds it at all
/// @param enforced words of the shared grammar: what its sandbox lets it do besides
/// @param declared mere words, which nothing enforces
/// @param added those of `enforced` that it does not declare: the user has granted them
/// @param leftOut words of the grammar that it declares, and the user's settings do not grant
public record GrantedCapabilities(
        boolean unconfined,
        List<Capability> enforced,
        List<String> declared,
        List<Capability> added,
        List<Capability> leftOut) {
    public GrantedCapabilities {
        enforced = List.copyOf(enforced);
        declared = List.copyOf(declared);
        added = List.copyOf(added);
        leftOut = List.copyOf(leftOut);
    }

    static GrantedCapabilities of(List<String> capabilities, ToolPluginSettings settings) {
        var meant = new ArrayList<Capability>();
        var words = new ArrayList<String>();
        read(capabilities, meant, words);
        var grant = settings.grant();
        if (grant == null) {
            return new GrantedCapabilities(settings.unconfined(), meant, words, List.of(), List.of());
        }
        var enforced = new ArrayList<Capability>();
        // Words that mean nothing grant nothing; a call is refused for them, see [#flaw].
        read(grant, enforced, new ArrayList<>());
        return new GrantedCapabilities(
                settings.unconfined(), enforced, words, without(enforced, meant), without(meant, enforced));
    }

    private static void read(List<String> capabilities, List<Capability> meant, List<String> words) {
        for (var text : capabilities) {
            try {
                meant.add(Capability.parse(text));
            } catch (ConfinementRefused _) {
                // No capability: kept as it was written, for who reads what this plugin asks for.
                words.add(text);
            }
        }
    }

    private static List<Capability> without(List<Capability> some, List<Capability> others) {
        return some.stream().filter(one -> !others.contains(one)).toList();
    }

    /// Every word that it may declare.
    List<String> allowed() {
        var all = new ArrayList<>(texts(enforced));
        all.addAll(declared);
        return all;
    }

    /// Those of them that it declared before: one that then declares none at all is another plugin than was agreed to.
    List<String> expected() {
        var all = new ArrayList<>(texts(without(enforced, added)));
        all.addAll(declared);
        return all;
    }

    static List<String> texts(List<Capability> capabilities) {
        return capabilities.stream().map(Capability::text).toList();
    }

    /// Whether it has, or wants, more than what every plugin has. Then its own word that it is safe is not enough.
    public boolean reachesOut() {
        return unconfined
                || enforced.stream().anyMatch(GrantedCapabilities::reachesOut)
                || leftOut.stream().anyMatch(GrantedCapabilities::reachesOut);
    }

    /// Whether this opens anything that a plugin without capabilities does not have.
    public static boolean reachesOut(Capability capability) {
        return switch (capability) {
            case Capability.NoNetwork _ -> false;
            case Capability.ReadPath _,
                    Capability.WritePath _,
                    Capability.Exec _,
                    Capability.Project _,
                    Capability.AnyNetwork _,
                    Capability.Connect _,
                    Capability.Storage _ -> true;
        };
    }

    /// What is wrong with the user's own list, if anything is: every word of it must be one that is enforced.
    static Optional<String> flaw(ToolPluginSettings settings) {
        var grant = settings.grant();
        if (grant == null) {
            return Optional.empty();
        }
        var flaw = PluginSpec.flaw(grant);
        for (var text : grant) {
            try {
                var _ = Capability.parse(text);
            } catch (ConfinementRefused e) {
                return flaw.or(() -> Optional.of(String.valueOf(e.getMessage())));
            }
        }
        return flaw;
    }

    /// What is wrong with the first word that begins like one of the grammar and is none: nobody means it to be
    /// without effect.
    static Optional<String> misspelt(List<String> capabilities) {
        for (var text : capabilities) {
            if (Capability.isMeantBy(text)) {
                try {
                    var _ = Capability.parse(text);
                } catch (ConfinementRefused e) {
                    return Optional.of(String.valueOf(e.getMessage()));
                }
            }
        }
        return Optional.empty();
    }
}
