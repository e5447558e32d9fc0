package dev.outrigger.kaged.wrap;

import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A package of the Python index, and all that it depends on, from wheels alone: a wheel is unpacked, and nothing of it
/// is run.
final class PypiFetch {
    private static final String PYTHON = "python3";
    private static final String LIBRARY = "lib";
    private static final Pattern ENTRY =
            Pattern.compile("([^=\\s]+)\\s*=\\s*([A-Za-z_][\\w.]*):([A-Za-z_][\\w.]*)(?:\\s*\\[.*])?");

    /// pip says itself where it looks without a word of the user's, and where the files of that index are.
    private static final String ASK = """
            import json
            from pip._internal.configuration import Configuration
            from pip._internal.models.index import PyPI
            found = Configuration(isolated=False)
            found.load()
            said = [str(value) for key, value in found.items()
                    if key.split(".")[-1] in ("index-url", "extra-index-url", "find-links", "proxy")]
            own = any(key.split(".")[-1] in ("index-url", "no-index") for key, value in found.items())
            if not own:
                said += [PyPI.simple_url, "https://" + PyPI.file_storage_domain]
            print(json.dumps({"said": " ".join(said).split()}))
            """;

    private final ConfinedTool tool;
    private final UserConfiguration user;

    PypiFetch(ConfinedTool tool, UserConfiguration user) {
        this.tool = tool;
        this.user = user;
    }

    ServerFacts fetch(ServerSource.Pypi wanted, String bin, List<String> arguments, Path into) throws Problem {
        settings();
        hosts(tool.run("pip config", List.of(PYTHON, "-c", ASK), environment(), user.offline()));
        var seen = SandboxPlan.HOME;
        tool.run(
                "pip install " + wanted.spec(),
                List.of(
                        PYTHON,
                        "-m",
                        "pip",
                        "install",
                        "--target",
                        seen.resolve(LIBRARY).toString(),
                        "--only-binary",
                        ":all:",
                        "--no-compile",
                        "--no-cache-dir",
                        "--disable-pip-version-check",
                        "--no-input",
                        "--progress-bar",
                        "off",
                        "--report",
                        seen.resolve("report.json").toString(),
                        wanted.spec()),
                environment(),
                user.online());
        var report = WrapFiles.json(tool.home().resolve("report.json"));
        var library = into.resolve(LIBRARY);
        WrapFiles.move(tool.home().resolve(LIBRARY), library);
        return facts(wanted, bin, arguments, into, report);
    }

    private void settings() throws Problem {
        var config =
                user.variable("XDG_CONFIG_HOME", user.home().resolve(".config").toString());
        user.file(
                "PIP_CONFIG_FILE",
                Path.of(config, "pip/pip.conf"),
                user.home().resolve(".pip/pip.conf"),
                Path.of("/etc/pip.conf"),
                Path.of("/etc/xdg/pip/pip.conf"));
    }

    private Map<String, String> environment() {
        var environment = user.environment();
        environment.put("PIP_USER", "0");
        return environment;
    }

    private void hosts(String told) throws Problem {
        if (WrapFiles.json(told, "what pip says of its index").get("said").orElse(Json.EMPTY)
                instanceof Json.Arr(var said)) {
            for (var address : said) {
                if (address instanceof Json.Str(var text)) {
                    user.host(text);
                }
            }
        }
    }

    private static ServerFacts facts(
            ServerSource.Pypi wanted, String bin, List<String> arguments, Path into, Json.Obj report) throws Problem {
        var packages = Json.object();
        Json.Obj itself = Json.EMPTY;
        if (report.get("install").orElse(Json.EMPTY) instanceof Json.Arr(var installed)) {
            for (var each : installed) {
                var metadata = object(each, "metadata");
                var name = metadata.text("name").orElse("");
                packages.put(
                        name,
                        Json.object()
                                .put("version", metadata.text("version").orElse(""))
                                .put("sha256", hash(each))
                                .build());
                if (alike(name, wanted.name())) {
                    itself = metadata;
                }
            }
        }
        var version = itself.text("version").orElse("");
        var start = start(wanted, bin, into.resolve(LIBRARY));
        WrapFiles.write(into.resolve("start.py"), start);
        var command = new ArrayList<>(List.of(PYTHON, "start.py"));
        command.addAll(arguments);
        return new ServerFacts(
                version,
                itself.text("summary").orElse(""),
                itself.text("author").orElse(""),
                itself.text("license").orElse(""),
                itself.text("home_page").orElse(""),
                command,
                Json.object()
                        .put("pypi", wanted.name())
                        .put("version", version)
                        .put("packages", packages.build())
                        .build());
    }

    private static String hash(Json installed) {
        var archive = object(object(installed, "download_info"), "archive_info");
        return object(archive, "hashes")
                .text("sha256")
                .or(() -> archive.text("hash").map(hash -> hash.replace("sha256=", "")))
                .orElse("");
    }

    private static Json.Obj object(Json holder, String name) {
        return holder instanceof Json.Obj object && object.get(name).orElse(Json.EMPTY) instanceof Json.Obj inner
                ? inner
                : Json.EMPTY;
    }

    /// Names of packages are alike whatever their capitals, and whichever of `-`, `_` and `.` is in them.
    private static boolean alike(String one, String other) {
        return normal(one).equals(normal(other));
    }

    private static String normal(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
    }

    /// What its console script would do.
    private static String start(ServerSource.Pypi wanted, String bin, Path library) throws Problem {
        var programs = new TreeMap<String, String>();
        boolean ofScripts = false;
        for (var line : entryPoints(wanted, library).lines().toList()) {
            var entry = ENTRY.matcher(line.strip());
            if (line.strip().startsWith("[")) {
                ofScripts = line.strip().equals("[console_scripts]");
            } else if (ofScripts && entry.matches()) {
                programs.put(entry.group(1), entry.group(2) + ":" + entry.group(3));
            }
        }
        var entry = WrapFiles.chosen(wanted.spec(), programs, wanted.name(), bin);
        var module = entry.substring(0, entry.indexOf(':'));
        var attribute = entry.substring(entry.indexOf(':') + 1);
        return """
                import os
                import sys

                sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
                import %s as program

                sys.exit(program.%s())
                """.formatted(module, attribute);
    }

    private static String entryPoints(ServerSource.Pypi wanted, Path library) throws Problem {
        try (var folders = Files.newDirectoryStream(library, "*.dist-info")) {
            for (var folder : folders) {
                var name = String.valueOf(folder.getFileName());
                var points = folder.resolve("entry_points.txt");
                if (alike(name.substring(0, Math.max(0, name.lastIndexOf('-', name.length() - 11))), wanted.name())
                        && Files.isRegularFile(points, LinkOption.NOFOLLOW_LINKS)) {
                    return Files.readString(points);
                }
            }
        } catch (IOException e) {
            throw new Problem("cannot read what pip installed: " + e.getMessage(), "");
        }
        return "";
    }
}
