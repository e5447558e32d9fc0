package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Where a provider is, and the key it gets.
///
/// @param base without a slash at its end
/// @param keys that, and all others that must not come back
record ProviderAccess(String base, SecretKey key, KeyRing keys) {
    /// Words about a failure.
    String hiddenIn(String words) {
        return keys.hiddenIn(words, key);
    }

    /// A key leaves this machine encrypted or not at all.
    static ProviderAccess of(String provider, ProviderSettings settings, boolean keyNeeded) throws ProviderProblem {
        var setting = "providers." + provider + ".base_url";
        var uri = uri(settings.baseUrl(), setting);
        var keys = new ProviderKeys(provider, settings);
        var key = keys.key(keyNeeded);
        if (!key.none() && !uri.getScheme().equalsIgnoreCase("https") && !loopback(uri.getHost())) {
            throw refused(
                    "the key for " + provider + " would go to " + uri.getHost() + " unencrypted",
                    "Use https in " + setting + ", or, if no key is wanted there, set " + keys.setting("env")
                            + " to \"\".");
        }
        var text = uri.toString();
        return new ProviderAccess(
                text.endsWith("/") ? text.substring(0, text.length() - 1) : text, key, KeyRing.of(key, settings));
    }

    static URI uri(String text, String setting) throws ProviderProblem {
        try {
            var uri = new URI(text.strip());
            var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if ((scheme.equals("https") || scheme.equals("http"))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // Its message would repeat a password that somebody wrote there.
        }
        throw refused(
                setting + " is no address of an API",
                "It must be like https://HOST/PATH, without a user, a query or a fragment.");
    }

    static boolean loopback(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }

    private static ProviderProblem refused(String what, String hint) {
        return new ProviderProblem(ProviderProblem.Kind.REFUSED, what, hint);
    }
}
