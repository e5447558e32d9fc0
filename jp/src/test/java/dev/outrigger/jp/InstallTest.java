package dev.outrigger.jp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a release unpacks to, made of what `bin/build` has made, but without a Java of its own; and how it is installed
/// and removed. With that Java, in a system that has nothing: `bin/lib/release-check`.
class InstallTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path DIST = HOME.resolve("target/dist");

    @TempDir
    static Path unpacked;

    /// Whose settings are not the tester's.
    @TempDir
    static Path user;

    @TempDir
    Path folder;

    record Result(int code, String said) {
        Result ok() {
            assertThat(code).as(said).isZero();
            return this;
        }
    }

    @BeforeAll
    static void isUnpacked() throws Exception {
        Assumptions.assumeTrue(Files.exists(DIST.resolve("version")), "bin/build has not been run");
        run(
                        HOME.resolve("bin/lib/stage").toString(),
                        unpacked.toString(),
                        "1700000000",
                        System.getProperty("java.home"))
                .ok();
    }

    private static Result run(String... words) throws Exception {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("HOME", user.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("JP_"));
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), said);
    }

    private Result install(Path from, String... words) throws Exception {
        var all = new ArrayList<>(List.of(from.resolve("install").toString(), "--prefix", prefix().toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private Path prefix() {
        return folder.resolve("it's a prefix & more");
    }

    private List<String> files(Path top) throws IOException {
        try (var all = Files.walk(top)) {
            return all.filter(path -> !path.equals(top))
                    .map(path -> top.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    /// Another release than the unpacked one.
    private Path copy(String name) throws Exception {
        var copy = folder.resolve(name);
        run("cp", "-a", unpacked.toString(), copy.toString()).ok();
        return copy;
    }

    private static void summed(Path release) throws Exception {
        run(
                        "sh",
                        "-c",
                        "cd \"$1\" && find . -type f ! -name SHA256SUMS -exec sha256sum {} + >SHA256SUMS",
                        "sh",
                        release.toString())
                .ok();
    }

    /// As somebody reads them who has no clone.
    @Test
    void everyLinkOfAnInstalledPageLeadsSomewhere() throws Exception {
        var documents = unpacked.resolve("tree/share/doc/outrigger");
        var link = Pattern.compile("\\]\\(([^)#\\s]+)");
        var dead = new ArrayList<String>();
        int all = 0;
        for (var page : files(documents)) {
            if (page.endsWith(".md")) {
                var file = documents.resolve(page);
                for (var each : link.matcher(Files.readString(file)).results().toList()) {
                    all++;
                    if (!each.group(1).contains("://")
                            && !Files.exists(file.resolveSibling(each.group(1)).normalize())) {
                        dead.add(page + ": " + each.group(1));
                    }
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(all).isGreaterThan(100);
        assertThat(documents.resolve("README.md")).content().contains("(kaged.md)", "lib/outrigger/examples");
    }

    @Test
    void theSchemasAreThereForEditors() {
        assertThat(unpacked.resolve("tree/lib/outrigger/schemas"))
                .isDirectoryContaining("glob:**/kaged-plugin.schema.json")
                .isDirectoryContaining("glob:**/project.schema.json")
                .isDirectoryContaining("glob:**/rterm-plugin.schema.json");
    }

    @Test
    void installsBothProgramsAndTakesThemAwayAgain() throws Exception {
        Files.createDirectories(prefix().resolve("share"));
        Files.writeString(prefix().resolve("share/theirs"), "x");

        assertThat(install(unpacked, "--no-caches").ok().said())
                .contains("installed: jp and kaged " + ProgramVersion.NUMBER);

        for (var program : List.of("jp", "kaged")) {
            assertThat(run(prefix().resolve("bin").resolve(program).toString(), "--version")
                            .ok()
                            .said())
                    .isEqualTo(program + " " + ProgramVersion.NUMBER + "\n");
        }
        assertThat(prefix().resolve("share/man/man1/jp-conversation.1")).isNotEmptyFile();
        assertThat(prefix().resolve("share/bash-completion/completions/jp"))
                .content()
                .contains("_jp()");
        assertThat(prefix().resolve("share/zsh/site-functions/_kaged"))
                .content()
                .startsWith("#compdef kaged");
        assertThat(prefix().resolve("share/fish/vendor_completions.d/jp.fish")).isNotEmptyFile();
        assertThat(prefix().resolve("lib/outrigger/native/contain")).isExecutable();
        assertThat(prefix().resolve("lib/outrigger/systemd/user/kaged.service"))
                .content()
                .contains("ExecStart=\"" + prefix() + "/bin/kaged\" start --foreground");

        var removed = run(prefix().resolve("lib/outrigger/install").toString(), "--remove")
                .ok();

        assertThat(removed.said()).contains("removed: jp and kaged");
        assertThat(files(prefix())).containsExactly("share", "share/theirs");
    }

    @Test
    void whatItPutsThereIsReplacedAndWhatItDidNotIsNot() throws Exception {
        install(unpacked, "--no-caches").ok();
        var newer = copy("newer");
        Files.move(newer.resolve("tree/share/man/man1/jp.1"), newer.resolve("tree/share/man/man1/jp-new.1"));
        Files.writeString(newer.resolve("tree/bin/kaged"), "#!/bin/sh\necho newer\n");
        summed(newer);
        install(newer, "--no-caches").ok();
        assertThat(run(prefix().resolve("bin/kaged").toString()).said()).isEqualTo("newer\n");
        assertThat(prefix().resolve("share/man/man1/jp.1")).doesNotExist();
        assertThat(prefix().resolve("share/man/man1/jp-new.1")).exists();

        Files.writeString(prefix().resolve("bin/jp"), "mine");
        Files.writeString(prefix().resolve("share/man/man1/jp.1"), "mine, too");
        var before = files(prefix());
        var refused = install(unpacked, "--no-caches");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.said())
                .contains(prefix() + "/bin/jp\n", prefix() + "/share/man/man1/jp.1")
                .doesNotContain("bin/kaged");
        assertThat(files(prefix())).isEqualTo(before);

        assertThat(install(unpacked, "--remove").ok().said())
                .contains("left, since it was changed: " + prefix() + "/bin/jp");
        assertThat(files(prefix()))
                .containsExactly("bin", "bin/jp", "share", "share/man", "share/man/man1", "share/man/man1/jp.1");
    }

    @Test
    void itsPluginIsFoundWithoutBeingOnThePath() throws Exception {
        install(unpacked, "--no-caches").ok();
        var jp = prefix().resolve("bin/jp").toString();
        var workspace = Files.createDirectory(folder.resolve("workspace"));
        Workspace.init(workspace);
        var serve = new ProcessBuilder(jp, "serve", "web", "--port", "0").directory(workspace.toFile());
        serve.environment().keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("JP_"));
        serve.environment().putAll(Map.of("HOME", user.toString(), "PATH", "/usr/bin:/bin"));
        try (var server = ServedPages.by(serve, folder).entered()) {
            assertThat(server.get("/")).startsWith("HTTP/1.1 200");
            assertThat(server.get("/")).contains("No conversations yet");
        }
    }

    @Test
    void aFolderOfThatNameThatIsSomebodyElsesIsLeftAlone() throws Exception {
        Files.createDirectories(prefix().resolve("lib/outrigger"));
        assertThat(install(unpacked).said()).contains("was not put there by this script");
        assertThat(install(unpacked, "--remove").said()).contains("nothing was installed into");
        assertThat(files(prefix())).containsExactly("lib", "lib/outrigger");
    }

    @Test
    void nothingIsInstalledFromADamagedArchiveOrOnAnotherMachineOrWhereJavaCannotBe() throws Exception {
        var damaged = copy("damaged");
        Files.writeString(damaged.resolve("tree/lib/outrigger/start.sh"), "exit 1");
        assertThat(install(damaged).said()).contains("the archive is damaged");
        var other = copy("other");
        Files.writeString(other.resolve("tree/lib/outrigger/machine"), "Linux-riscv128\n");
        assertThat(install(other).said()).contains("is Outrigger " + ProgramVersion.NUMBER + " for Linux-riscv128");
        assertThat(run(
                                unpacked.resolve("install").toString(),
                                "--prefix",
                                folder.resolve("a:b").toString())
                        .said())
                .contains("colon");
        assertThat(run(unpacked.resolve("install").toString()).code()).isEqualTo(2);
        assertThat(prefix()).doesNotExist();
    }

    @Test
    void anInstallationIsNotRemovedWhileItsProgramsRun() throws Exception {
        install(unpacked, "--no-caches").ok();
        var jar = prefix().resolve("lib/outrigger/kaged.jar").toRealPath();
        var program = new ProcessBuilder("sh", "-c", "read -r _", "sh", jar.toString()).start();
        try {
            var refused = install(unpacked, "--remove");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.said()).contains("are running (pid " + program.pid() + ")");
            assertThat(install(unpacked, "--no-caches").code()).isEqualTo(1);
        } finally {
            program.getOutputStream().close();
            assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        install(unpacked, "--remove").ok();
    }

    @Test
    void aCopyOfAnInstallationRunsFromWhereItLies() throws Exception {
        install(unpacked, "--no-caches").ok();
        var moved = folder.resolve("moved");
        Files.move(prefix(), moved);
        assertThat(run(moved.resolve("bin/kaged").toString(), "--version").ok().said())
                .startsWith("kaged ");
        assertThat(moved.resolve("lib/outrigger/kaged-launch.sh"))
                .content()
                .contains("kaged_home='" + moved + "/lib/outrigger'");
        // Nobody may write there: it is as slow, and runs.
        boolean root = System.getProperty("user.name").equals("root");
        run("cp", "-r", moved.toString(), folder.resolve("theirs").toString()).ok();
        var launch = Files.readString(moved.resolve("lib/outrigger/launch.sh"));
        run(
                        root ? "chown" : "chmod",
                        "-R",
                        root ? "60010" : "a-w",
                        folder.resolve("theirs").toString())
                .ok();
        assertThat(run(folder.resolve("theirs/bin/jp").toString(), "--version")
                        .ok()
                        .said())
                .startsWith("jp ");
        assertThat(folder.resolve("theirs/lib/outrigger/launch.sh")).hasContent(launch);
        run("chmod", "-R", "u+w", folder.resolve("theirs").toString()).ok();
        // From a link, as people make them into a folder of their PATH.
        var link = Files.createSymbolicLink(folder.resolve("jp"), moved.resolve("bin/jp"));
        assertThat(run(link.toString(), "--version").ok().said()).startsWith("jp ");
    }

    @Test
    void whereCachesCannotBeMadeItSaysSoOnceAndProgramsRun() throws Exception {
        install(unpacked, "--no-caches").ok();
        var home = prefix().resolve("lib/outrigger").toRealPath();
        Files.writeString(home.resolve("train"), "#!/bin/sh\necho 'no room on the disk' >&2\nexit 1\n");
        var failed = run(home.resolve("renew").toString());
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.said()).contains("no room on the disk");
        assertThat(home.resolve("without-caches")).content().contains("could not be made", home + "/renew");
        assertThat(home.resolve("renewal.log")).content().contains("no room on the disk");
        var doctor = run(prefix().resolve("bin/jp").toString(), "doctor").said();
        assertThat(doctor)
                .contains("there is no start-up cache that fits")
                .contains("/renew, as whoever may write there");
    }

    /// The training itself is left out here: a script in its place says that it was asked for.
    @Test
    void aCacheIsUsedWhileItsFilesAreAsTheyWereAndElseMadeAnew() throws Exception {
        for (var name : List.of("jar", "classes", "cache")) {
            Files.writeString(folder.resolve(name), "x");
        }
        var madeFrom = Files.createDirectory(folder.resolve("made-from"));
        for (var name : List.of("jar", "classes")) {
            Files.writeString(madeFrom.resolve(name), "");
            Files.setLastModifiedTime(madeFrom.resolve(name), Files.getLastModifiedTime(folder.resolve(name)));
        }
        var renewed = folder.resolve("renewed");
        Files.writeString(folder.resolve("renew"), "#!/bin/sh\necho \"$*\" >>'" + renewed + "'\n");
        run("chmod", "+x", folder.resolve("renew").toString()).ok();
        assertThat(cached()).isEqualTo("-XX:AOTCache=" + folder.resolve("cache"));
        assertThat(renewed).doesNotExist();

        var earlier = FileTime.from(
                Files.getLastModifiedTime(folder.resolve("jar")).toInstant().minusSeconds(9));
        Files.setLastModifiedTime(folder.resolve("jar"), earlier);
        assertThat(cached()).isEqualTo("-Xshare:auto");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(renewed));
        Files.writeString(folder.resolve("without-caches"), "it failed before");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.readString(renewed).equals("--beside \n"));
        assertThat(cached()).isEqualTo("-Xshare:auto");

        // What the machine trusts has changed since our Java was told, caches or no caches.
        Files.writeString(folder.resolve("certificates"), "new");
        assertThat(cached()).isEqualTo("-Xshare:auto");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.readString(renewed).equals("--beside \n--beside --certificates\n"));
    }

    private String cached() throws Exception {
        var use = ". " + HOME
                + "/bin/lib/caches.sh; use_cache \"$1\" \"$1/cache\" \"$1/jar\" \"$1/classes\"; printf %s \"$cached\"";
        return run("sh", "-c", use, "sh", folder.toString()).ok().said();
    }

    @Test
    void theInventoryHasEveryJarAndEveryLibraryItsLicence() throws Exception {
        var documents = unpacked.resolve("tree/share/doc/outrigger");
        var sbom = (Json.Obj) JsonText.parse(Files.readAllBytes(documents.resolve("sbom.cdx.json")));
        assertThat(sbom.text("bomFormat")).contains("CycloneDX");
        var listed = new TreeSet<String>();
        for (var component : ((Json.Arr) sbom.get("components").orElseThrow()).items()) {
            var fields = (Json.Obj) component;
            assertThat(fields.get("licenses")).as(fields.toString()).isPresent();
            if (fields.text("purl").orElse("").startsWith("pkg:maven/")) {
                listed.add(fields.text("name").orElseThrow() + "-"
                        + fields.text("version").orElseThrow() + ".jar");
            }
        }
        var built = new TreeSet<String>();
        for (var each : List.of("lib", "kaged-lib", "serve-web-lib")) {
            try (var jars = Files.newDirectoryStream(DIST.resolve(each))) {
                jars.forEach(jar -> built.add(jar.getFileName().toString()));
            }
        }
        assertThat(listed).isEqualTo(built);
        var others = built.stream()
                .filter(jar -> !jar.endsWith("-" + ProgramVersion.NUMBER + ".jar"))
                .map(jar -> jar.replaceFirst("-\\d.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        try (var licences = Files.list(documents.resolve("licences"))) {
            assertThat(licences.map(path -> path.getFileName().toString())).containsExactlyInAnyOrderElementsOf(others);
        }
        for (var library : others) {
            try (var texts = Files.list(documents.resolve("licences").resolve(library))) {
                assertThat(texts)
                        .as(library)
                        .isNotEmpty()
                        .allSatisfy(text -> assertThat(text).isNotEmptyFile());
            }
        }
    }

    @Test
    void theVersionIsTheOneOfThePom() throws Exception {
        var pom = Files.readString(HOME.resolve("pom.xml"));
        assertThat(pom).contains("<revision>" + ProgramVersion.NUMBER + "</revision>");
        assertThat(unpacked.resolve("tree/lib/outrigger/version")).hasContent(ProgramVersion.NUMBER);
        assertThat(unpacked.resolve("tree/share/man/man1/jp.1")).content().contains("jp " + ProgramVersion.NUMBER);
        assertThat(unpacked.resolve("tree/share/doc/outrigger/sbom.cdx.json"))
                .content()
                .contains("pkg:generic/outrigger@" + ProgramVersion.NUMBER);
        try (var poms = Files.list(HOME)) {
            for (var room : poms.map(path -> path.resolve("pom.xml"))
                    .filter(Files::exists)
                    .toList()) {
                assertThat(room).content().contains("<artifactId>outrigger</artifactId><version>${revision}</version>");
            }
        }
    }
}
