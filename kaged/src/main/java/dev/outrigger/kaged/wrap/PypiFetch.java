package dev.outrigger.kaged.wrap;

import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    /// pip, to whom it is refused to start anything: what is no wheel would be built, by programs of its own, also
    /// where a wheel requires it by its address, of which `--only-binary` says nothing.
    private static final String PIP = """
            import runpy, sys
            STARTS = ("subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system",
                      "pty.spawn")
            def refuse(event, arguments):
                if event in STARTS:
                    raise PermissionError("nothing is run while a package is fetched: only wheels are taken")
            sys.addaudithook(refuse)
            sys.argv = ["pip"] + sys.argv[1:]
            runpy.run_module("pip", run_name="__main__", alter_sys=True)
            """;
    /// A requirement that names an address in the place of a version.
    private static final Pattern DIRECT =
            Pattern.compile("(?im)^Requires-Dist:\\s*([A-Za-z0-9._-]+)\\s*(?:\\[[^\\]\\n]*])?\\s*\\(?\\s*@");

    private static final int LARGEST_METADATA = 4 << 20;

    private final ConfinedTool tool;
    private final UserConfiguration user;

    PypiFetch(ConfinedTool tool, UserConfiguration user) {
        this.tool = tool;
        this.user = user;
    }

    ServerFacts fetch(ServerSource.Pypi wanted, String bin, List<String> arguments, Path into) throws Problem {
        user.pip();
        hosts(tool.run("pip config", List.of(PYTHON, "-c", ASK), environment(), user.offline()));
        var seen = SandboxPlan.HOME;
        tool.run(
                "pip install " + wanted.spec(),
                List.of(
                        PYTHON,
                        "-c",
                        PIP,
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
        onlyWheels(report);
        WrapFiles.move(tool.home().resolve(LIBRARY), library);
        noAddresses(library);
        return facts(wanted, bin, arguments, into, report);
    }

    /// As pip tells it: whatever it fetched has the name of a wheel, and came by its name.
    private static void onlyWheels(Json.Obj report) throws Problem {
        if (!(report.get("install").orElse(Json.EMPTY) instanceof Json.Arr(var installed))) {
            throw new Problem("pip does not say what it installed", "It needs pip 22.2 or later.");
        }
        for (var each : installed) {
            var from = object(each, "download_info").text("url").orElse("");
            boolean direct =
                    each instanceof Json.Obj one && one.get("is_direct").orElse(Json.Bool.FALSE) == Json.Bool.TRUE;
            if (direct || !from.replaceAll("[?#].*", "").endsWith(".whl")) {
                throw new Problem(Excerpt.of(from) + " is no wheel of the index", "Only wheels are taken.");
            }
        }
    }

    private static void noAddresses(Path library) throws Problem {
        try (var folders = Files.newDirectoryStream(library, "*.dist-info")) {
            for (var folder : folders) {
                try (var in = Files.newInputStream(folder.resolve("METADATA"), LinkOption.NOFOLLOW_LINKS)) {
                    var found = DIRECT.matcher(new String(in.readNBytes(LARGEST_METADATA), StandardCharsets.UTF_8));
                    if (found.find()) {
                        throw new Problem(
                                folder.getFileName() + " requires " + Excerpt.of(found.group(1))
                                        + " by an address, not from the index",
                                "");
                    }
                }
            }
        } catch (IOException e) {
            throw new Problem("cannot read what pip installed: " + e.getMessage(), "");
        }
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
