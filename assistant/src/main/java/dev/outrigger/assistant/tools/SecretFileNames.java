package dev.outrigger.assistant.tools;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Files whose names say that they hold keys or passwords. A guess, and no protection against a bad name.
final class SecretFileNames {
    private static final Set<String> NAMES = Set.of(
            ".netrc",
            ".npmrc",
            ".pypirc",
            ".pgpass",
            ".git-credentials",
            ".htpasswd",
            ".vault-token",
            "credentials",
            "credentials.json",
            "secrets",
            "secrets.json",
            "secrets.yaml",
            "secrets.yml",
            "secrets.toml",
            "id_rsa",
            "id_dsa",
            "id_ecdsa",
            "id_ed25519");
    private static final List<String> ENDINGS = List.of(
            ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".asc", ".gpg", ".tfstate", ".env");
    private static final Set<String> FOLDERS = Set.of(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker");
    private static final Set<String> EXAMPLES = Set.of(".example", ".sample", ".template", ".dist");

    private SecretFileNames() {}

    /// @param path with `/` between its names
    static boolean likely(String path) {
        var small = path.toLowerCase(Locale.ROOT);
        var names = small.split("/", -1);
        var last = names[names.length - 1];
        for (int i = 0; i + 1 < names.length; i++) {
            if (FOLDERS.contains(names[i])) {
                return true;
            }
        }
        for (var example : EXAMPLES) {
            if (last.endsWith(example)) {
                return false;
            }
        }
        return NAMES.contains(last)
                || last.startsWith(".env.")
                || ENDINGS.stream().anyMatch(last::endsWith)
                || small.equals(".git/config")
                || small.endsWith("/.git/config");
    }
}
