package dev.outrigger.terminal.program;

import java.util.HashMap;
import java.util.Map;

/// The environment as the user set it.
public final class UserEnvironment {
    private UserEnvironment() {}

    /// The launcher may have exchanged LC_ALL for one that Java needs; then the variable `locale` holds what it
    /// was. And `path` is PATH without relative entries, by which programs would be found in whichever folder
    /// something is started.
    public static Map<String, String> of(Map<String, String> given, String locale, String path) {
        var before = given.get(locale);
        if (before == null && path.equals(given.getOrDefault("PATH", ""))) {
            return given;
        }
        var environment = new HashMap<>(given);
        environment.put("PATH", path);
        if (before == null) {
            return environment;
        }
        environment.remove(locale);
        if (before.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", before);
        }
        return environment;
    }
}
