package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A project that means harm: nothing of it runs before a yes, nothing but what was shown runs after it, and what was
/// refused leaves nothing.
class HostileProjectTest {
    private static DaemonFixture kaged;
    private String name;
    private Path marker;

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.started();
        var config = kaged.top.resolve("config/kaged");
        Files.createDirectories(config);
        Files.writeString(config.resolve("local.toml"), "[projects]\ngit_hosts = [\"file:\"]\n");
    }

    @AfterAll
    static void end() throws Exception {
        kaged.close();
    }

    @BeforeEach
    void fresh() {
        name = ProjectFixture.fresh("hostile");
        marker = kaged.top.resolve(name + ".ran");
    }

    private ProjectFixture wanting(GitRepository repository, String version) throws Exception {
        return new ProjectFixture(kaged, name)
                .says("name: x\nplugins:\n  - name: " + name + "\n    source: \"" + repository.url() + "\"\n"
                        + (version.isEmpty() ? "" : "    version: \"" + version + "\"\n"));
    }

    private GitRepository repository() throws Exception {
        var repository = GitRepository.at(kaged.top.resolve("repositories").resolve(name));
        ProjectFixture.plugin(repository.folder(), name, "1.0.0");
        return repository;
    }

    private DaemonFixture.Result fetch(ProjectFixture site) {
        return kaged.run("project", "consent", site.root.toString(), "--fetch", name);
    }

    private void script(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\necho ran >> " + marker + "\ncat\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static List<String> fetched() throws IOException {
        try (var files = Files.walk(kaged.home.resolve("projects"), 3)) {
            return files.filter(each -> each.toString().matches(".*/fetched/[^/]*"))
                    .map(each -> String.valueOf(each.getFileName()))
                    .toList();
        }
    }

    private void nothingIsLeft() throws IOException {
        assertThat(kaged.home.resolve("plugins").resolve(name)).doesNotExist();
        assertThat(fetched()).noneMatch(each -> each.equals(name) || each.startsWith(".new-"));
        assertThat(marker).doesNotExist();
    }

    @Test
    void hooksAreNotRun() throws Exception {
        var repository = repository();
        for (var hook :
                List.of("post-checkout", "post-merge", "reference-transaction", "pre-auto-gc", "post-index-change")) {
            script(repository.folder().resolve(".git/hooks").resolve(hook));
            script(repository.folder().resolve("hooks").resolve(hook));
        }
        repository.commit("1.0.0");
        repository.git(
                "config", "core.hooksPath", repository.folder().resolve("hooks").toString());
        repository.git(
                "config",
                "uploadpack.packObjectsHook",
                repository.folder().resolve("hooks/pre-auto-gc").toString());
        repository.git(
                "config",
                "core.fsmonitor",
                repository.folder().resolve("hooks/pre-auto-gc").toString());
        var site = wanting(repository, "1.0.0");
        site.loaded();
        fetch(site).ok();
        site.accept(name).ok();
        site.looked(name);
        assertThat(marker).doesNotExist();
    }

    @Test
    void filtersAreNotRunAndNoAttributeChangesAByte() throws Exception {
        var repository = repository();
        script(repository.folder().resolve("evil"));
        var bytes = "a\n$Id$\n".getBytes(StandardCharsets.UTF_8);
        Files.write(repository.folder().resolve("data.txt"), bytes);
        repository.commit("0.1");
        Files.writeString(
                repository.folder().resolve(".gitattributes"),
                "* filter=evil\ndata.txt ident text eol=crlf working-tree-encoding=UTF-16\n");
        repository.git(
                "update-index",
                "--add",
                "--cacheinfo",
                "100644," + repository.git("hash-object", "-w", "--no-filters", ".gitattributes") + ",.gitattributes");
        repository.git("commit", "-q", "--no-verify", "-m", "x");
        repository.git("tag", "1.0.0");
        repository.git(
                "config",
                "filter.evil.smudge",
                repository.folder().resolve("evil").toString());
        repository.git(
                "config",
                "filter.evil.process",
                repository.folder().resolve("evil").toString());
        var site = wanting(repository, "1.0.0");
        site.loaded();
        fetch(site).ok();
        site.accept(name).ok();
        assertThat(kaged.home.resolve("plugins").resolve(name).resolve("data.txt"))
                .hasBinaryContent(bytes);
        assertThat(marker).doesNotExist();
    }

    @Test
    void submodulesAreNotFetched() throws Exception {
        var inner = GitRepository.at(kaged.top.resolve("repositories").resolve(name + "-inner"));
        script(inner.folder().resolve("run.sh"));
        inner.commit("1.0.0");
        var repository = repository();
        Files.writeString(
                repository.folder().resolve(".gitmodules"),
                "[submodule \"m\"]\n\tpath = m\n\turl = " + inner.url() + "\n\tupdate = !touch " + marker + "\n");
        repository.git("add", "-A");
        repository.git("update-index", "--add", "--cacheinfo", "160000," + inner.git("rev-parse", "HEAD") + ",m");
        repository.git("commit", "-q", "-m", "x");
        repository.git("tag", "1.0.0");
        var site = wanting(repository, "1.0.0");
        site.loaded();
        var refused = fetch(site);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).containsAnyOf("submodule", "gitmodules");
        nothingIsLeft();
    }

    @Test
    void scriptsOfAnInstallationAreFiles() throws Exception {
        var repository = repository();
        script(repository.folder().resolve("install.sh"));
        script(repository.folder().resolve("configure"));
        Files.writeString(
                repository.folder().resolve("package.json"),
                "{\"scripts\":{\"preinstall\":\"touch " + marker + "\",\"postinstall\":\"touch " + marker + "\"}}");
        Files.writeString(repository.folder().resolve("setup.py"), "open('" + marker + "', 'w')\n");
        Files.writeString(repository.folder().resolve("sitecustomize.py"), "open('" + marker + "', 'w')\n");
        repository.commit("v1.0.0");
        var site = wanting(repository, "1.0.0");
        site.loaded();
        fetch(site).ok();
        site.accept(name).ok();
        assertThat(marker).doesNotExist();
        assertThat(kaged.home.resolve("plugins").resolve(name).resolve("install.sh"))
                .exists();
    }

    @Test
    void linksLeadNowhereElse() throws Exception {
        var secret = Files.writeString(kaged.top.resolve(name + ".secret"), "secret");
        var repository = repository();
        Files.createSymbolicLink(repository.folder().resolve("leak"), secret);
        repository.commit("1.0.0");
        var site = wanting(repository, "1.0.0");
        site.loaded();
        assertThat(fetch(site).err()).contains("is a link that leads");
        nothingIsLeft();

        var outside = ProjectFixture.plugin(kaged.top.resolve(name + "-outside"), name, "1.0.0");
        Files.createSymbolicLink(site.root.resolve("plugin"), outside);
        for (var source : List.of("./plugin", "../../" + name + "-outside", outside.toString(), "./plugin/../plugin")) {
            site.says("name: x\nplugins:\n  - name: " + name + "\n    source: \"" + source + "\"\n");
            assertThat(site.state(name)).as(source).isEqualTo("broken");
        }
        Files.delete(site.file());
        Files.createSymbolicLink(site.file(), Files.writeString(kaged.top.resolve(name + ".yaml"), "name: x\n"));
        assertThat(site.load().err()).contains("there is no such file");
        nothingIsLeft();
    }

    @Test
    void aTagThatMovesIsAnotherPlugin() throws Exception {
        var repository = repository().commit("1.0.0");
        var site = wanting(repository, "1.0.0");
        site.loaded();
        fetch(site).ok();
        var shown = site.plugin(name);
        Files.writeString(repository.folder().resolve("main.py"), "open('" + marker + "', 'w')\n");
        repository.commit("1.0.0");
        assertThat(site.plugin(name)).as("what was fetched stays what it is").isEqualTo(shown);
        fetch(site).ok();
        var moved = site.plugin(name);
        assertThat(moved.get("commit")).isNotEqualTo(shown.get("commit"));
        var refused = site.accept(name, shown.text("sha256").orElseThrow());
        assertThat(refused.err()).contains("is not what was shown");
        assertThat(kaged.home.resolve("plugins").resolve(name)).doesNotExist();

        repository.git("tag", "-f", "1.0.0", shown.text("commit").orElseThrow());
        fetch(site).ok();
        site.accept(name, shown.text("sha256").orElseThrow()).ok();
        repository.git("tag", "-f", "1.0.0", "main");
        site.loaded();
        assertThat(site.state(name)).isEqualTo("active");
        site.looked(name);
        assertThat(marker).doesNotExist();
    }

    @Test
    void tenGigabytesAreNotRead() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing(name);
        try (var file = new RandomAccessFile(
                site.root.resolve("plugins").resolve(name).resolve("big").toFile(), "rw")) {
            file.setLength(10L << 30);
        }
        site.loaded();
        assertThat(site.state(name)).isEqualTo("broken");
        assertThat(site.plugin(name).text("why").orElseThrow()).contains("more than 512 MiB");
        nothingIsLeft();
    }

    @Test
    void whatChangedBetweenTheQuestionAndTheYesIsNotInstalled() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing(name);
        site.loaded();
        var hash = site.plugin(name).text("sha256").orElseThrow();
        var manifest = site.root.resolve("plugins").resolve(name).resolve("kaged-plugin.yaml");
        var before = Files.readString(manifest);
        Files.writeString(manifest, before + "capabilities: [\"net:*\"]\n");
        var refused = site.accept(name, hash);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("is not what was shown").contains("look at it again");
        nothingIsLeft();
        Files.writeString(manifest, before);
        site.accept(name, hash).ok();

        Files.writeString(manifest, before + "capabilities: [\"net:*\"]\n");
        assertThat(site.state(name)).isEqualTo("changed");
        assertThat(site.call(name, "look", "{}").err()).contains("not active").contains("changed");
    }

    /// However other bytes than those of the yes came into the store: the note of what was installed is not the yes.
    @Test
    void whatIsInstalledIsHeldAgainstTheHashOfTheYes() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing(name);
        site.loaded();
        var hash = site.plugin(name).text("sha256").orElseThrow();
        site.accept(name, hash).ok();
        var record = record(hash);
        Files.writeString(record, Files.readString(record).replace(hash, "0".repeat(64)));
        assertThat(site.state(name)).isEqualTo("changed");
        assertThat(site.call(name, "look", "{}").err()).contains("not active");
    }

    /// The one that has this hash in it.
    private static Path record(String hash) throws IOException {
        try (var files = Files.walk(kaged.home.resolve("projects"))) {
            for (var file : files.filter(each -> each.endsWith("project.json")).toList()) {
                if (Files.readString(file).contains(hash)) {
                    return file;
                }
            }
        }
        throw new AssertionError("no record has " + hash);
    }

    @Test
    void whatChangedInTheStoreAfterTheYesIsNotRun() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing(name);
        site.loaded();
        site.accept(name).ok();
        Files.writeString(
                kaged.home.resolve("plugins").resolve(name).resolve("main.py"), "open('" + marker + "', 'w')\n");
        assertThat(site.call(name, "look", "{}").err()).contains("its files are not those that were agreed to");
        assertThat(site.state(name)).isEqualTo("changed");
        assertThat(site.call(name, "look", "{}").err()).contains("not active");
        assertThat(marker).doesNotExist();
    }

    @Test
    void aCopyWithTheIdOfAnotherIsRefused() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing(name);
        site.says("id: " + name + "\n" + Files.readString(site.file()));
        site.loaded();
        site.accept(name).ok();
        var copy = new ProjectFixture(kaged, name + "-copy");
        copy.says(Files.readString(site.file()));
        for (int i = 0; i < 2; i++) {
            assertThat(copy.load().err()).contains("the id " + name + " is that of the project in " + site.root);
            // Also while the other one is not loaded.
            kaged.run("project", "unload", site.root.toString()).ok();
        }
        assertThat(copy.call(name, "look", "{}").err()).contains("no project");
    }

    @Test
    void thePluginOfOneProjectIsNotThereForAnother() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing(name, "kaged:storage:write");
        site.loaded();
        site.accept(name).ok();
        var other = new ProjectFixture(kaged, name + "-b").says("name: b\nplugins:\n  - name: " + name + "\n");
        other.loaded();
        assertThat(other.state(name)).isEqualTo("inactive");
        assertThat(other.call(name, "look", "{}").err()).contains("not active").contains("inactive");
        // It asks for the same name with other bytes.
        var own = ProjectFixture.plugin(other.root.resolve("p"), name, "1.0.0");
        Files.writeString(own.resolve("main.py"), "open('" + marker + "', 'w')\n");
        other.says("name: b\nplugins:\n  - name: " + name + "\n    source: ./p\n");
        var plans = kaged.run("project", "consent", other.root.toString(), "--json")
                .ok()
                .out();
        assertThat(plans).contains("it replaces what " + site.id() + " has: that project becomes pending");
        kaged.run("project", "consent", other.root.toString(), "--decline", name)
                .ok();
        assertThat(site.state()).isEqualTo("ready");
        assertThat(site.looked(name).toString()).doesNotContain(other.id());
        assertThat(marker).doesNotExist();
    }

    @Test
    void aThousandPluginsAreRefusedInOneLine() throws Exception {
        var site = new ProjectFixture(kaged, name);
        var yaml = new StringBuilder("name: x\nplugins:\n");
        for (int i = 0; i < 1000; i++) {
            yaml.append("  - {name: p")
                    .append(i)
                    .append(", source: ./p")
                    .append(i)
                    .append("}\n");
        }
        site.says(yaml.toString());
        var refused = site.load();
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("plugins: ").contains("at most 100");
        assertThat(kaged.run("project", "list", "--json").ok().out()).doesNotContain(name);
    }

    @Test
    void namesThatLookAlikeAreSaidToBeOthers() throws Exception {
        var site = new ProjectFixture(kaged, name).bringing("ollama");
        site.loaded();
        site.accept("ollama").ok();
        var other = new ProjectFixture(kaged, name + "-b").bringing("o11ama");
        other.loaded();
        assertThat(kaged.run("project", "consent", other.root.toString(), "--json")
                        .ok()
                        .out())
                .contains("looks like that of ollama, which is installed and is ANOTHER plugin");
        // What a terminal would obey, or a reader not see, is in no line for people.
        other.says("name: \"a\\u202Eb\\e[31m\"\n");
        assertThat(other.load().err()).contains("project.yaml:1: name");
        other.says("name: \"a\\u202Eb\"\n");
        assertThat(kaged.run("project", "load", "--no-ask", other.root.toString())
                        .out())
                .doesNotContain("\u202E");
    }

    @Test
    void onlyWhatLocalTomlNamesIsFetchedFromThisMachineAndItsNeighbours() throws Exception {
        var site = new ProjectFixture(kaged, name);
        for (var source : List.of(
                "https://127.0.0.1:1/x",
                "https://localhost/x",
                "https://169.254.169.254/x",
                "https://10.0.0.1/x",
                "https://[::1]/x",
                "https://[fd00::1]/x")) {
            site.says("name: x\nplugins:\n  - name: " + name + "\n    source: \"" + source + "\"\n");
            site.loaded();
            assertThat(fetch(site).err()).as(source).contains("git_hosts");
        }
        for (var source : List.of(
                "http://example.org/x",
                "git://example.org/x",
                "ssh://example.org/x",
                "git@example.org:x",
                "ext::sh -c x",
                "https://user:pass@example.org/x")) {
            site.says("name: x\nplugins:\n  - name: " + name + "\n    source: \"" + source + "\"\n");
            assertThat(site.state(name)).as(source).isEqualTo("broken");
            assertThat(fetch(site).code()).as(source).isEqualTo(1);
        }
        nothingIsLeft();
    }

    @Test
    void theHistoryOfAllThisIsWhole() {
        assertThat(kaged.run("audit", "verify").code()).isZero();
        assertThat(((Json.Arr) kaged.run("audit", "--kind", "violation", "--json")
                                .ok()
                                .json())
                        .items())
                .isEmpty();
    }
}
