package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command that ends with an error has changed nothing, whatever was in its way.
class NothingHalfDoneTest {
    /// EX_IOERR: it is done, and only the words about it are lost.
    private static final int DONE_UNSAID = 74;

    /// Calls of the commands that change something. Each succeeds where nothing is in the way.
    private static final List<String> CALLS = List.of(
            "init other",
            "config set plugins.stall_secs 70",
            "config set --here plugins.stall_secs 70",
            "config set --shared assistant.name Bob",
            "config unset assistant.name",
            "conversation new --title Taxes",
            "conversation use @ID",
            "conversation rename @ID Taxes",
            "conversation pin @ID",
            "conversation archive @ID",
            "conversation fork @ID",
            "conversation rm --yes @ID",
            "conversation repair --apply",
            "plugin approve hello",
            "plugin approve --no-pin hello",
            "plugin approve --dev hello",
            "plugin revoke known",
            "plugin pin hello",
            "plugin unpin known",
            "plugin new fresh",
            "plugin new fresh --dir made/for/it",
            "plugin lock",
            "plugin remove here",
            "plugin install www",
            "plugin update --apply",
            "tool install @EXAMPLE --yes",
            "tool remove @TOOL",
            "tool approvals --accept count_lines",
            "tool approvals --revoke count_lines",
            "tool approvals --revoke-all");

    /// What they refuse by themselves.
    private static final List<String> MISTAKES = List.of(
            "init .",
            "config set --here plugins.stall_secs wide",
            "config set --here no.such.key 1",
            "config unset --here plugins.stall_secs",
            "conversation use 999",
            "conversation fork @ID --turns 0",
            "plugin approve nobody",
            "plugin revoke hello",
            "plugin unpin hello",
            "plugin pin hello --sha256 12",
            "plugin new init --dir made/for/it",
            "plugin remove nobody",
            "tool install /nowhere --yes",
            "tool remove nobody",
            "tool approvals --revoke write_file");

    /// A query keeps what was said before it failed; the tour has a folder of its own.
    private static final Set<String> TALKING = Set.of("query", "tour");

    private static final Set<String> READING = Set.of(
            "models",
            "doctor",
            "completion",
            "conversation ls",
            "conversation show",
            "conversation print",
            "conversation grep",
            "config show",
            "plugin list",
            "plugin search",
            "plugin show",
            "plugin which",
            "plugin outdated",
            "tool list",
            "tool show",
            "tool run",
            "tool check");

    @TempDir
    Path folder;

    private Path world;
    private Path workspace;
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> words = new HashMap<>();

    private record Ended(int code, String out, String err) {}

    /// What a disk says that is full.
    private static final class Full extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    }

    enum InTheWay {
        NOTHING,
        THE_WORKSPACE_IS_BROKEN,
        THE_WORKSPACE_IS_A_LINK,
        THE_USERS_SETTINGS_ARE_BROKEN,
        THE_WORKSPACES_SETTINGS_ARE_BROKEN,
        THE_CONVERSATION_IS_BROKEN,
        DATA_IS_NO_FOLDER,
        CONFIG_IS_NO_FOLDER,
        /// Root writes all the same, and then there is no error.
        NOTHING_MAY_BE_WRITTEN,
        STDOUT_IS_FULL,
        STDERR_IS_FULL
    }

    @BeforeEach
    void everythingThatACommandCouldChange() throws Exception {
        folder = folder.toRealPath();
        // Else root's tool plugins, which others run, would be kept elsewhere.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        world = Files.createDirectories(folder.resolve("world"));
        environment.put("HOME", world.resolve("home").toString());
        environment.put("XDG_CONFIG_HOME", world.resolve("config").toString());
        environment.put("XDG_DATA_HOME", world.resolve("data").toString());
        environment.put("XDG_STATE_HOME", world.resolve("state").toString());
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("PATH", world.resolve("bin") + ":/usr/bin:/bin");
        environment.put("LANG", "C.UTF-8");
        workspace = Files.createDirectories(world.resolve("workspace"));
        Files.createDirectories(workspace.resolve("other"));
        Files.createDirectories(world.resolve("home"));
        program(world.resolve("bin/jp-hello"));
        program(world.resolve("data/jp/plugins/command/jp-here"));
        var registry = registry();
        Files.writeString(world.resolve("data/jp/plugins/installed.json"), """
                {"version":1,"plugins":[{"id":"here","command":"here","version":"1","sha256":"%s","official":true,\
                "registry":"%s","url":"https://plugins.test/here","triple":"any"}]}
                """.formatted("0".repeat(64), registry));
        Files.createDirectories(world.resolve("config/jp"));
        Files.writeString(world.resolve("config/jp/config.toml"), """
                [assistant]
                name = "Ada"

                [plugins]
                registry_url = "%s"

                [plugins.command.known]
                run = "unattended"
                checksum = { algorithm = "sha256", value = "%s" }
                """.formatted(registry, "0".repeat(64)));
        var examples = Jail.CLONE.resolve("examples");
        words.put("@EXAMPLE", examples.resolve("tool-calc").toString());
        words.put("@TOOL", "lines");
        assertThat(jp("init").code()).isZero();
        words.put("@ID", jp("conversation new").out().strip());
        assertThat(jp("conversation new").code()).isZero();
        var installed = jp("tool install " + examples.resolve("tool-lines") + " --yes");
        assertThat(installed.code()).as(installed.err()).isZero();
        assertThat(jp("tool approvals --accept count_lines").code()).isZero();
        // What it fetched is fetched again at any time, and then there is no change.
        assertThat(jp("plugin update").code()).isZero();
        copy(world, folder.resolve("template"));
    }

    /// A mirror in a folder: one plugin that is new, and the next version of the one that is installed.
    private String registry() throws IOException {
        var mirror = Files.createDirectories(folder.resolve("mirror"));
        var program = Files.writeString(mirror.resolve("program"), "#!/bin/sh\nexit 0\n");
        var binaries = "\"binaries\":{\"any\":{\"url\":\"" + program.toUri() + "\",\"sha256\":\"" + Sha256.of(program)
                + "\"}}";
        return Files.writeString(mirror.resolve("plugins.json"), """
                        {"version":1,"plugins":{"www":{"id":"www","version":"1","official":true,%s},\
                        "here":{"id":"here","version":"2","official":true,%s}}}
                        """.formatted(binaries, binaries))
                .toUri()
                .toString();
    }

    private static void program(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @EnumSource
    void whatEndsWithAnErrorHasChangedNothing(InTheWay what) throws Exception {
        var wrong = new ArrayList<String>();
        for (var call : CALLS) {
            begin(what);
            var before = tree();
            var ended = jp(call, stdout(what), stderr(what));
            var after = tree();
            switch (ended.code()) {
                case 0 -> {}
                case DONE_UNSAID -> {
                    if (after.equals(before) && !call.contains("repair")) {
                        wrong.add(call + ": says that it is done, and is not");
                    }
                }
                default -> {
                    if (what == InTheWay.NOTHING || what == InTheWay.STDOUT_IS_FULL) {
                        wrong.add(call + ": " + ended);
                    }
                    if (!after.equals(before)) {
                        wrong.add(call + ": " + ended + ", and changed " + difference(before, after));
                    }
                }
            }
            writable(true);
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void whatIsRefusedHasChangedNothing() throws Exception {
        var wrong = new ArrayList<String>();
        for (var call : MISTAKES) {
            begin(InTheWay.NOTHING);
            var before = tree();
            var ended = jp(call);
            if (ended.code() == 0 || !tree().equals(before)) {
                wrong.add(call + ": " + ended + ", and changed " + difference(before, tree()));
            }
        }
        assertThat(wrong).isEmpty();
    }

    /// A new command that changes something is among the calls, and has to answer programs.
    @Test
    void whatIsChangedIsToldToPrograms() throws Exception {
        var wrong = new ArrayList<String>();
        for (var call : CALLS) {
            begin(InTheWay.NOTHING);
            var ended = jp(call + " --json");
            if (ended.code() != 0 || !tells(ended.out())) {
                wrong.add(call + ": " + ended);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /// On one line, and more than that there was something.
    private static boolean tells(String out) throws MalformedJson {
        return out.endsWith("\n")
                && switch (JsonText.parse(out.strip())) {
                    case Json.Obj object -> !object.fields().isEmpty();
                    case Json.Arr _ -> true;
                    default -> false;
                };
    }

    /// A new command has to say which it is.
    @Test
    void everyCommandThatChangesSomethingIsTried() {
        var known = new TreeSet<>(READING);
        known.addAll(TALKING);
        var all = new TreeSet<String>();
        for (var top : Commands.ROOT.subcommands()) {
            if (!top.group()) {
                all.add(top.name());
            }
            for (Command sub : top.subcommands()) {
                all.add(top.name() + " " + sub.name());
            }
        }
        for (var name : all) {
            if (CALLS.stream().anyMatch(call -> call.startsWith(name + " ") || call.equals(name))) {
                known.add(name);
            }
        }
        assertThat(known)
                .as("commands that this test knows; one that is new is one that changes something, or not")
                .containsExactlyInAnyOrderElementsOf(all);
    }

    private void begin(InTheWay what) throws IOException {
        writable(true);
        remove(world);
        copy(folder.resolve("template"), world);
        var settings = world.resolve("config/jp/config.toml");
        switch (what) {
            case NOTHING, STDOUT_IS_FULL, STDERR_IS_FULL -> {}
            case THE_WORKSPACE_IS_BROKEN -> Files.writeString(workspace.resolve(".jp/.id"), "no id at all\n");
            case THE_WORKSPACE_IS_A_LINK -> {
                Files.move(workspace.resolve(".jp"), world.resolve("elsewhere"));
                Files.createSymbolicLink(workspace.resolve(".jp"), world.resolve("elsewhere"));
            }
            case THE_USERS_SETTINGS_ARE_BROKEN -> Files.writeString(settings, "[assistant\nname = ");
            case THE_WORKSPACES_SETTINGS_ARE_BROKEN ->
                Files.writeString(workspace.resolve(".jp/config.toml"), "[assistant\nname = ");
            case THE_CONVERSATION_IS_BROKEN ->
                Files.writeString(
                        workspace.resolve(".jp/conversations/.outrigger/" + words.get("@ID") + "/events.jsonl"), "{");
            case DATA_IS_NO_FOLDER -> {
                remove(world.resolve("data"));
                Files.writeString(world.resolve("data"), "in the way");
            }
            case CONFIG_IS_NO_FOLDER -> {
                remove(world.resolve("config"));
                Files.writeString(world.resolve("config"), "in the way");
            }
            case NOTHING_MAY_BE_WRITTEN -> writable(false);
        }
    }

    private static OutputStream stdout(InTheWay what) {
        return what == InTheWay.STDOUT_IS_FULL ? new Full() : new ByteArrayOutputStream();
    }

    private static OutputStream stderr(InTheWay what) {
        return what == InTheWay.STDERR_IS_FULL ? new Full() : new ByteArrayOutputStream();
    }

    private Ended jp(String call) {
        return jp(call, new ByteArrayOutputStream(), new ByteArrayOutputStream());
    }

    private Ended jp(String call, OutputStream out, OutputStream err) {
        var given = new ArrayList<String>();
        for (var word : call.split(" ")) {
            given.add(words.getOrDefault(word, word));
        }
        int code = new JpProgram(environment, workspace, out, err).run(given);
        return new Ended(code, said(out), said(err));
    }

    private static String said(OutputStream stream) {
        return stream instanceof ByteArrayOutputStream bytes ? bytes.toString(StandardCharsets.UTF_8) : "";
    }

    /// Every file, with its mode and its content; but not the log, locks, and what can be made again at any time.
    private Map<String, String> tree() throws IOException {
        var tree = new TreeMap<String, String>();
        try (var files = Files.walk(world)) {
            for (var file : files.filter(each -> !isLogLockOrCache(each)).toList()) {
                var mode = Files.isSymbolicLink(file)
                        ? "link to " + Files.readSymbolicLink(file)
                        // What was open to others is closed when it is met; that is no change of anybody's.
                        : PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                                .substring(0, 3);
                var content = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        ? Files.readString(file, StandardCharsets.ISO_8859_1)
                        : "";
                tree.put(world.relativize(file).toString(), mode + " " + content);
            }
        }
        return tree;
    }

    private boolean isLogLockOrCache(Path file) {
        var name = file.getFileName().toString();
        return file.startsWith(world.resolve("state/jp/log"))
                || file.startsWith(workspace.resolve(".jp/locks"))
                || (name.startsWith(".") && name.endsWith(".lock"))
                || name.equals("index")
                // What was read is remembered there, whoever read it.
                || (file.startsWith(world.resolve("data/jp/workspace"))
                        && StreamSupport.stream(file.spliterator(), false).anyMatch(Path.of("cache")::equals));
    }

    private static Set<String> difference(Map<String, String> before, Map<String, String> after) {
        var names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        names.removeIf(name -> before.getOrDefault(name, "").equals(after.getOrDefault(name, "")));
        return names;
    }

    private void writable(boolean may) throws IOException {
        if (!Files.exists(world)) {
            return;
        }
        try (var files = Files.walk(world)) {
            for (var file : files.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                if (may != Files.isWritable(file) || !may) {
                    Files.setPosixFilePermissions(
                            file, PosixFilePermissions.fromString(may ? "rwxr-xr-x" : "r-xr-xr-x"));
                }
            }
        }
    }

    private static void remove(Path tree) throws IOException {
        try (var files = Files.walk(tree)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file)),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
            }
        }
    }
}
