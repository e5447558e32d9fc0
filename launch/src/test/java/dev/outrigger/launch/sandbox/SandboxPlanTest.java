package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxPlanTest {
    @TempDir
    Path folder;

    private SandboxFixture place;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
        Files.createDirectories(place.at("home/data/probe"));
        Files.createDirectories(place.at("open/a/b"));
        Files.createDirectories(place.at("writable/a"));
        Files.createDirectories(place.at("work/.jp/x"));
    }

    private SandboxPlan plan(String... capabilities) throws ConfinementRefused {
        return SandboxPlan.of(place.confinement(List.of(capabilities), List.of("./run"), SandboxLimits.DEFAULT));
    }

    private static boolean shows(SandboxPlan plan, Path path) {
        return plan.mounts().stream().anyMatch(mount -> mount.at().equals(path));
    }

    @Test
    void isTheSameForTheSameConfinement() throws Exception {
        assertThat(plan("read:fs:@B/open")).isEqualTo(plan("read:fs:@B/open")).isNotEqualTo(plan());
    }

    @Test
    void mountsParentsBeforeTheirChildrenAndSealsLast() throws Exception {
        var plan = plan("write:fs:@B/open/a/b", "read:fs:@B/open", "read:fs:@B/open/a", "exec:python3:@B/open");
        var seen = new HashSet<Path>();
        boolean sealing = false;
        for (var mount : plan.mounts()) {
            if (mount instanceof Mount.Sealed) {
                sealing = true;
                continue;
            }
            assertThat(sealing).as("after a seal: " + mount).isFalse();
            assertThat(seen).as("below, but before " + mount).noneMatch(earlier -> earlier.startsWith(mount.at()));
            seen.add(mount.at());
        }
        assertThat(sealing).isTrue();
    }

    @Test
    void showsWhatWasDeclaredAndNothingElseOfTheFolder() throws Exception {
        var plan = plan("read:fs:@B/open", "write:fs:@B/writable");
        assertThat(plan.mounts())
                .contains(new Mount.ReadOnly(
                        place.at("open"),
                        place.at("open"),
                        new PlanReason.Declared(place.capability("read:fs:@B/open"))))
                .contains(new Mount.Writable(
                        place.at("writable"),
                        place.at("writable"),
                        new PlanReason.Declared(place.capability("write:fs:@B/writable"))));
        assertThat(shows(plan, place.at("secret"))).isFalse();
        assertThat(shows(plan(), place.at("open"))).isFalse();
    }

    @Test
    void showsCertificatesWhereSomebodyCanBeReached() throws Exception {
        var certificates = Path.of("/etc/ssl/certs");
        assertThat(shows(plan(), certificates)).isFalse();
        for (var network : List.of("net:*", "net:localhost:443")) {
            assertThat(shows(plan(network), certificates)).as(network).isEqualTo(Files.exists(certificates));
        }
    }

    @Test
    void explainsEachPartByWhatCausesIt() throws Exception {
        var parts = plan("read:fs:@B/open", "exec:python3:@B/open", "kaged:storage:read", "net:*")
                .explain();
        assertThat(lines(parts))
                .anyMatch(line ->
                        line.startsWith("read  " + place.at("open")) && line.endsWith("read:fs:" + place.at("open")))
                .anyMatch(line -> line.startsWith("run   python3 ") && line.contains("← exec:python3:"))
                .anyMatch(line -> line.startsWith("net   all of the host's") && line.endsWith("← net:*"))
                .anyMatch(line -> line.contains("storage: read") && line.endsWith("← kaged:storage:read"))
                .anyMatch(line -> line.startsWith("limit private memory of a process"))
                .anyMatch(line -> line.startsWith("call  ptrace"));
    }

    private static List<String> lines(List<SandboxPlan.Rule<String>> parts) {
        return parts.stream()
                .map(part -> part.rule() + " ← " + part.because().words())
                .toList();
    }

    @Test
    void makesTheSameFolderToReadAndToWriteOneToWrite() throws Exception {
        for (var plan : List.of(
                plan("read:fs:@B/writable", "write:fs:@B/writable"),
                plan("write:fs:@B/writable", "exec:sh:@B/writable"))) {
            assertThat(plan.mounts().stream().filter(mount -> mount.at().equals(place.at("writable"))))
                    .singleElement()
                    .isInstanceOf(Mount.Writable.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read:fs:/                  | never opened",
                "read:fs:/run/x             | never opened",
                "read:fs:/var/run           | never opened",
                "read:fs:/var               | never opened",
                "read:fs:/proc/1            | never opened",
                "read:fs:/sys               | never opened",
                "write:fs:/dev/shm          | never opened",
                "exec:git:/dev              | never opened",
                "read:fs:@B/home            | the host's own",
                "read:fs:@B/home/database   | the host's own",
                "read:fs:@B                 | the host's own",
                "read:fs:/etc               | the sandbox itself fills",
                "read:fs:/usr               | the sandbox itself fills",
                "read:fs:/tmp               | the host's own",
                "write:fs:/usr/share        | the sandbox itself fills",
                "write:fs:/etc/ssl/private  | the system's",
                "read:fs:/usr/bin/curl      | curl is declared by exec:curl:/usr/bin/curl",
                "exec:git:/usr/bin          | to run git alone, declare exec:git:/usr/bin/git",
                "exec:git:/usr              | to run git alone, declare exec:git:/usr/bin/git",
                "exec:git:/usr/bin/env      | env is declared by exec:env:/usr/bin/env; to run git alone, declare exec:git:",
                "exec:none-such:/usr/bin/none-such | none-such is not installed",
                "read:fs:@B/nowhere         | is not there",
                "exec:no-such-thing:@B/open | not installed",
                "exec:/proc/self/exe:@B/open | no program is run from it",
                "exec:/dev/fd/3:@B/open     | no program is run from it",
                "read:fs:@B/work/.jp        | never opened",
                "write:fs:@B/work/.jp/x     | never opened",
                "exec:sh:@B/work/.jp        | never opened",
            })
    void refusesWhatIsNeverOpened(String capability, String why) {
        assertThatThrownBy(() -> plan(capability))
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining(why);
    }

    /// As many write it who want no more than the program.
    @ParameterizedTest
    @ValueSource(strings = {"exec:python3:/usr/bin/python3", "exec:/usr/bin/python3:/usr/bin/python3"})
    void aProgramMayBeNamedByItsPathAlone(String capability) throws Exception {
        assertThat(plan(capability).programs().placed())
                .extracting(SandboxPrograms.Placed::name)
                .contains("python3");
        assertThat(plan(capability).mounts())
                .noneMatch(
                        mount -> mount instanceof Mount.ReadOnly && mount.at().equals(Path.of("/usr/bin")));
        var ran = place.run(List.of(capability), "bash", "-c", "python3 -c 'print(6 * 7)'; ls /usr/bin/dpkg");
        assertThat(ran.stdout()).as("%s", ran.stderr()).isEqualTo("42\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/self/exe", "/dev/fd/3", "/dev/stdin", "/run/x", "../../../../../proc/self/exe"})
    void runsNothingOfTheKernels(String word) {
        for (var command : List.of(List.of(word), List.of("env", word))) {
            assertThatThrownBy(() -> SandboxPlan.of(place.confinement(List.of(), command, SandboxLimits.DEFAULT)))
                    .isInstanceOf(ConfinementRefused.class)
                    .hasMessageStartingWith("command: " + word)
                    .hasMessageContaining("no program is run from it");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"read:fs:@B/work", "write:fs:@B/work", "exec:sh:@B/work"})
    void whatIsKeptInAWorkspaceIsEmpty(String capability) throws Exception {
        assertThat(plan(capability).mounts())
                .filteredOn(mount -> mount instanceof Mount.Empty)
                .extracting(Mount::at)
                .containsExactly(place.at("work/.jp"));
        var seen = place.run(
                List.of(capability),
                List.of("bash", "-c", "cd " + place.at("work") + "; ls .jp; cat .jp/x; touch .jp/y; mv .jp z; echo ok"),
                SandboxLimits.DEFAULT);
        assertThat(seen.stdout()).isEqualTo("ok\n");
        assertThat(place.at("work/.jp/x")).exists();
        Files.move(place.at("work/.jp"), place.at("elsewhere"));
        Files.createSymbolicLink(place.at("work/.jp"), place.at("elsewhere"));
        assertThatThrownBy(() -> plan(capability)).hasMessageContaining("is no folder, or a link");
    }

    @Test
    void refusesWhatLiesBelowAWritableFolder() {
        for (var inner : List.of("read:fs:@B/writable/a", "write:fs:@B/writable/a", "exec:sh:@B/writable/a")) {
            assertThatThrownBy(() -> plan("write:fs:@B/writable", inner)).hasMessageContaining("it lies below");
            assertThatThrownBy(() -> plan(inner, "write:fs:@B/writable")).hasMessageContaining("it lies below");
        }
    }

    @Test
    void bringsOnlyTheProgramsThatWereAskedFor() throws Exception {
        assertThat(plan().programs().placed()).isEmpty();
        assertThat(plan().programs().base())
                .extracting(SandboxPrograms.Base::name)
                .contains("sh", "bash", "cat", "sed", "awk", "grep", "find", "xargs", "jq")
                .doesNotContain("curl", "git", "python3", "ssh", "setpriv", "bwrap");
        assertThat(plan("exec:python3:@B/open").programs().placed())
                .extracting(SandboxPrograms.Placed::name)
                .containsExactly("python3");
    }

    @Test
    void bringsWhatRunsAScript() throws Exception {
        SandboxFixture.mode(Files.writeString(place.at("plugin/run"), "#!/usr/bin/env -S python3 -u\n"), "rwxr-xr-x");
        assertThat(plan().programs().placed())
                .extracting(SandboxPrograms.Placed::name)
                .containsExactly("python3");
        Files.writeString(place.at("plugin/run"), "#!/usr/bin/no-such-thing\n");
        assertThatThrownBy(this::plan).hasMessageContaining("no-such-thing");
    }

    @Test
    void takesEnvForTheProgramBehindIt() throws Exception {
        var plan = SandboxPlan.of(
                place.confinement(List.of(), List.of("/usr/bin/env", "A=b", "python3", "-V"), SandboxLimits.DEFAULT));
        assertThat(plan.programs().placed())
                .extracting(SandboxPrograms.Placed::name)
                .containsExactly("python3");
    }

    @Test
    void findsTheLibrariesOfAProgram() throws Exception {
        var libraries = new Libraries(SystemLoader.of(CallFilter.processor()), List.of());
        assertThat(libraries.of(Path.of("/usr/bin/bash").toRealPath()).libraries())
                .anyMatch(library -> library.path().toString().contains("ld-linux"))
                .anyMatch(library -> library.path().endsWith("libc.so.6"))
                .allMatch(library -> Files.exists(library.real()));
        assertThat(libraries.of(place.at("plugin/run")).libraries()).isEmpty();
    }

    @Test
    void givesEachDeclaredNameALoopbackAddressAndSaysWhichLineAskedForIt() throws Exception {
        var plan = plan("net:Example.org:443", "net:localhost:11434", "net:example.org:8443", "net:10.1.2.3:80");
        var hosts = plan.mounts().stream()
                .filter(mount -> mount.at().endsWith("hosts"))
                .map(mount -> mount instanceof Mount.Text text ? text.content() : "")
                .findFirst();
        assertThat(hosts).contains("""
                127.0.0.1 localhost plugin
                ::1 ip6-localhost
                127.77.0.1 example.org
                """);
        assertThat(lines(plan.explain()))
                .contains(
                        "net   to example.org:443, inside at 127.77.0.1:443 ← net:Example.org:443",
                        "net   to localhost:11434, inside at 127.0.0.1:11434 ← net:localhost:11434",
                        "net   to example.org:8443, inside at 127.77.0.1:8443 ← net:example.org:8443",
                        "net   to 10.1.2.3:80, by the HTTP proxy inside at 127.78.0.1:3128 ← net:10.1.2.3:80");
        assertThat(plan.environment())
                .filteredOn(variable -> variable.name().toLowerCase(Locale.ROOT).endsWith("_proxy"))
                .extracting(variable -> variable.name() + "=" + variable.value())
                .contains("https_proxy=http://127.78.0.1:3128", "no_proxy=localhost,127.0.0.1,::1")
                .hasSize(6);
        var bubblewrap = Bubblewrap.of(plan, Path.of("/x"), Path.of("/y"), Map.of());
        var tools = SandboxTools.find();
        assertThat(bubblewrap.options()).contains("--unshare-all").doesNotContain("--share-net");
        assertThat(Bubblewrap.argv(tools, "mark", List.of(), false, List.of("true")))
                .doesNotContain("--share-net");
        assertThat(Bubblewrap.argv(tools, "mark", List.of("enter", "--"), true, List.of("true")))
                .containsSubsequence("enter", "--", tools.bwrap(), "--args", "--share-net", "--");
    }

    @Test
    void hasNoProxyWhereNoneIsNeededAndRefusesAddressesNobodyCanMean() throws Exception {
        assertThat(plan("net:example.org:443").environment())
                .noneMatch(variable -> variable.name().contains("proxy"));
        assertThatThrownBy(() -> plan("net:0.0.0.0:80")).hasMessageContaining("no address to connect to");
        assertThatThrownBy(() -> plan("net:[::]:80")).hasMessageContaining("no address to connect to");
        assertThatThrownBy(() -> plan("net:224.0.0.1:80")).hasMessageContaining("an address of many");
        assertThatThrownBy(() -> plan("net:255.255.255.255:80")).hasMessageContaining("an address of many");
        assertThatThrownBy(() -> plan("net:[::ffff:7f00:1]:80")).hasMessageContaining("write it as net:127.0.0.1:80");
    }

    @Test
    void neverRunsAsRoot() {
        assertThatThrownBy(() -> new HostIdentity.Other(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HostIdentity.Other(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void saysWhatToSwitchOnWhereUserNamespacesAreMissing() throws Exception {
        assertThatThrownBy(() -> UserNamespaces.check(place.at("proc"))).hasMessageContaining("CONFIG_USER_NS");
        Files.createDirectories(place.at("proc/self/ns/user"));
        UserNamespaces.check(place.at("proc"));
        Files.createDirectories(place.at("proc/sys/user"));
        Files.writeString(place.at("proc/sys/user/max_user_namespaces"), "0\n");
        assertThatThrownBy(() -> UserNamespaces.check(place.at("proc"))).hasMessageContaining("sysctl -w");
    }
}
