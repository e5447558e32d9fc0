package dev.outrigger.kaged.wrap;

import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A package of npm's, and all that it depends on, unpacked; none of it is run, neither now nor while it is installed.
final class NpmFetch {
    private static final String MODULES = "node_modules";

    private final ConfinedTool tool;
    private final UserConfiguration user;

    NpmFetch(ConfinedTool tool, UserConfiguration user) {
        this.tool = tool;
        this.user = user;
    }

    /// @param bin which of its programs; "" for the only one, or its namesake
    ServerFacts fetch(ServerSource.Npm wanted, String bin, List<String> arguments, Path into) throws Problem {
        user.npm();
        hosts(tool.run("npm config", npm("config", "list", "--json"), user.environment(), user.offline()));
        var prefix = tool.home().resolve("wrapped");
        var seen = SandboxPlan.HOME.resolve("wrapped");
        tool.run(
                "npm install " + wanted.spec(),
                npm(
                        "install",
                        "--prefix",
                        seen.toString(),
                        "--ignore-scripts",
                        "--no-bin-links",
                        "--omit=dev",
                        "--no-audit",
                        "--no-fund",
                        "--no-save",
                        "--no-update-notifier",
                        "--loglevel=error",
                        // Its own pauses are for slow lines; what it may not reach stays out of reach.
                        "--fetch-retry-mintimeout=1000",
                        "--fetch-retry-maxtimeout=3000",
                        wanted.spec()),
                user.environment(),
                user.online());
        var modules = into.resolve(MODULES);
        WrapFiles.move(prefix.resolve(MODULES), modules);
        return facts(wanted, bin, arguments, into);
    }

    private static List<String> npm(String... words) {
        var command = new ArrayList<>(List.of("npm"));
        command.addAll(List.of(words));
        command.addAll(List.of("--cache", SandboxPlan.HOME.resolve("cache").toString()));
        return command;
    }

    private void hosts(String configuration) throws Problem {
        var settings = WrapFiles.json(configuration, "npm config list");
        for (var each : settings.fields().entrySet()) {
            var key = each.getKey();
            boolean names = key.equals("registry") || key.endsWith(":registry") || key.endsWith("proxy");
            if (names && each.getValue() instanceof Json.Str(var address)) {
                user.host(address);
            }
        }
    }

    private static ServerFacts facts(ServerSource.Npm wanted, String bin, List<String> arguments, Path into)
            throws Problem {
        var folder = MODULES + "/" + wanted.name();
        var said = WrapFiles.json(into.resolve(folder).resolve("package.json"));
        var version = said.text("version").orElse("");
        var program = Path.of(folder).resolve(program(wanted, said, bin)).normalize();
        if (!program.startsWith(folder) || !Files.isRegularFile(into.resolve(program))) {
            throw new Problem(
                    wanted.spec() + " names a program that is not in it: " + Excerpt.of(program.toString()), "");
        }
        var command = new ArrayList<>(List.of("node", program.toString()));
        command.addAll(arguments);
        return new ServerFacts(
                version,
                said.text("description").orElse(""),
                author(said),
                said.text("license").orElse(""),
                said.text("homepage").orElse(""),
                command,
                Json.object()
                        .put("npm", wanted.name())
                        .put("version", version)
                        .put("packages", packages(into.resolve(MODULES).resolve(".package-lock.json")))
                        .build());
    }

    private static String program(ServerSource.Npm wanted, Json.Obj said, String bin) throws Problem {
        var namesake = wanted.name().substring(wanted.name().indexOf('/') + 1);
        Map<String, String> programs = new TreeMap<>();
        switch (said.get("bin").orElse(Json.Null.NULL)) {
            case Json.Str(var only) -> programs.put(namesake, only);
            case Json.Obj(var several) ->
                several.forEach((name, file) -> {
                    if (file instanceof Json.Str(var path)) {
                        programs.put(name, path);
                    }
                });
            default -> {}
        }
        return WrapFiles.chosen(wanted.spec(), programs, namesake, bin);
    }

    private static String author(Json.Obj said) {
        return switch (said.get("author").orElse(Json.Null.NULL)) {
            case Json.Str(var name) -> name;
            case Json.Obj author -> author.text("name").orElse("");
            default -> "";
        };
    }

    /// Each version and hash, as npm found them.
    private static Json packages(Path lock) throws Problem {
        var packages = new LinkedHashMap<String, Json>();
        if (WrapFiles.json(lock).get("packages").orElse(Json.EMPTY) instanceof Json.Obj(var found)) {
            found.forEach((path, each) -> {
                if (each instanceof Json.Obj one) {
                    packages.put(
                            path,
                            Json.object()
                                    .put("version", one.text("version").orElse(""))
                                    .put("integrity", one.text("integrity").orElse(""))
                                    .build());
                }
            });
        }
        try {
            Files.delete(lock);
        } catch (IOException e) {
            throw new Problem("cannot delete " + lock + ": " + e.getMessage(), "");
        }
        return new Json.Obj(packages);
    }
}
