package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether this system lets an ordinary user make the namespaces a sandbox is made of. What it does not say here,
/// bubblewrap will find out, and say.
final class UserNamespaces {
    private UserNamespaces() {}

    static void check() throws ConfinementRefused {
        check(Path.of("/proc"));
    }

    static void check(Path proc) throws ConfinementRefused {
        if (!Files.exists(proc.resolve("self/ns/user"))) {
            throw new ConfinementRefused(
                    "plugins run only in a sandbox, and this kernel has no user namespaces: use one built with"
                            + " CONFIG_USER_NS");
        }
        switchedOn(proc.resolve("sys/user/max_user_namespaces"), "user.max_user_namespaces=10000");
        switchedOn(proc.resolve("sys/kernel/unprivileged_userns_clone"), "kernel.unprivileged_userns_clone=1");
    }

    private static void switchedOn(Path file, String setting) throws ConfinementRefused {
        if (!Files.exists(file)) {
            return;
        }
        try {
            if (Files.readString(file).strip().equals("0")) {
                throw new ConfinementRefused(
                        "plugins run only in a sandbox, and user namespaces are switched off here: sysctl -w "
                                + setting);
            }
        } catch (IOException e) {
            throw new ConfinementRefused(file + " cannot be read: " + e.getMessage());
        }
    }
}
