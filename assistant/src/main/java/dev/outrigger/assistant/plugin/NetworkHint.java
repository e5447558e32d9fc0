package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.sandbox.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A network that a tool plugin's sandbox does not open looks to its author like a server that is broken. Nobody
/// watches the sandbox of a single call, so it is its own words that give it away: whatever fails in such words is told
/// what the sandbox opens.
public final class NetworkHint {
    /// As C libraries, Python, node, Go, Java and curl say it.
    private static final Pattern SAID = Pattern.compile(
            "name or service not known|name resolution|getaddrinfo|ENOTFOUND|EAI_AGAIN|not resolve|no such host"
                    + "|UnknownHost|connection refused|ECONNREFUSED|network is unreachable|ENETUNREACH|dial tcp",
            Pattern.CASE_INSENSITIVE);

    private NetworkHint() {}

    /// What to know about a call that ended so; nothing when it is about something else, or no sandbox is in the way.
    public static Optional<String> of(ToolPlugin plugin, PluginCallOutcome outcome) {
        return switch (outcome) {
            case PluginCallOutcome.ToolError(var _, var message, var _) -> of(plugin, List.of(message));
            case PluginCallOutcome.Failure failure -> {
                var words = new ArrayList<>(failure.stderr());
                words.add(failure.message());
                yield of(plugin, words);
            }
            case PluginCallOutcome.Ok _, PluginCallOutcome.Cancelled _ -> Optional.empty();
        };
    }

    private static Optional<String> of(ToolPlugin plugin, List<String> words) {
        var granted = plugin.granted();
        if (granted.unconfined()
                || words.stream().noneMatch(line -> SAID.matcher(line).find())) {
            return Optional.empty();
        }
        var open = new ArrayList<Capability>();
        for (var capability : granted.enforced()) {
            switch (capability) {
                case Capability.AnyNetwork _ -> {
                    return Optional.empty();
                }
                case Capability.Connect _ -> open.add(capability);
                case Capability.NoNetwork _, Capability.OfPath _, Capability.Project _, Capability.Storage _ -> {}
            }
        }
        var has = open.isEmpty()
                ? "Its sandbox has no network"
                : "Of the network, its sandbox opens " + String.join(", ", GrantedCapabilities.texts(open)) + " alone";
        return Optional.of(has + ". To allow more, add to the capabilities of its " + ToolPluginManifest.FILE
                + ", or to your own `grant` for it: net:<host>:<port>");
    }
}
