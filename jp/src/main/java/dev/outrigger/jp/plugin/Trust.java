package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Problem;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// Whether a plugin may run: the user's word, given before or now. Nothing runs without it.
final class Trust {
    private Trust() {}

    static void require(Found plugin, Terms terms) throws Problem {
        checkPin(plugin, terms.checksum());
        switch (terms.run()) {
            case UNATTENDED -> {}
            case ASK -> ask(plugin);
            case DENY ->
                throw new Problem(
                        "jp-" + plugin.id() + " is not allowed to run here",
                        key(plugin) + " is \"deny\": `jp config show " + key(plugin) + " --explain` says where.");
        }
    }

    private static void ask(Found plugin) throws Problem {
        var question = "Run " + Escapes.strip(plugin.file().toString())
                + "? It gets your environment and this workspace. (Always: jp config set " + key(plugin)
                + " unattended)";
        var yes = new Prompt().confirm(question);
        if (yes.isEmpty()) {
            throw new Problem(
                    "jp-" + plugin.id() + " (" + plugin.file()
                            + ") was not approved, and there is no terminal to ask on",
                    "If you trust it: jp config set " + key(plugin) + " unattended");
        }
        if (!yes.get()) {
            throw new Problem("jp-" + plugin.id() + " was not run", "");
        }
    }

    private static void checkPin(Found plugin, Json.Obj pin) throws Problem {
        var value = pin.text("value");
        if (value.isEmpty()) {
            return;
        }
        var wanted = value.get().toLowerCase(Locale.ROOT);
        var found = sha256(plugin);
        if (!found.equals(wanted)) {
            throw new Problem(
                    "jp-" + plugin.id() + " is not the program that was pinned: its sha256 is " + found
                            + ", the pin says " + wanted,
                    "If the change is wanted, set "
                            + Settings.path("plugins", "command", plugin.id(), "checksum", "value")
                            + " to the new one.");
        }
    }

    private static String sha256(Found plugin) throws Problem {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            try (var in = Files.newInputStream(plugin.file())) {
                var chunk = new byte[64 * 1024];
                for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                    digest.update(chunk, 0, count);
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new Problem("jp-" + plugin.id() + " cannot be read to check its pin: " + e.getMessage(), "");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String key(Found plugin) {
        return Settings.path("plugins", "command", plugin.id(), "run");
    }
}
