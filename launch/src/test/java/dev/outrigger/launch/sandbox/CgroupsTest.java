package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Over a folder with files of the kernel's names. That the kernel then keeps to what is written there, only
/// a machine can show whose groups are ours to divide.
class CgroupsTest {
    private static final SandboxLimits BUSY = new SandboxLimits(2048L << 20, 256, 1024, 1L << 30, 64L << 20, 150);

    @TempDir
    Path top;

    private Path own;

    @BeforeEach
    void tree() throws Exception {
        own = Files.createDirectories(top.resolve("kaged.service"));
        for (var folder : List.of(own, Files.createDirectory(own.resolve("host")))) {
            Files.writeString(folder.resolve("cgroup.procs"), "");
            Files.writeString(folder.resolve("cgroup.subtree_control"), "");
            Files.writeString(folder.resolve("cgroup.controllers"), "cpu io memory pids\n");
        }
    }

    private Cgroups look(String group) {
        return Cgroups.in("30 20 0:26 / " + top + " rw shared:4 - cgroup2 cgroup2 rw\n", "0::" + group + "\n");
    }

    @Test
    void movesItselfAsideAndDividesItsGroup() throws Exception {
        Files.writeString(own.resolve("cgroup.procs"), "4711\n");
        assertThat(look("/kaged.service")).isEqualTo(new Cgroups.Usable(own));
        assertThat(own.resolve("host/cgroup.procs")).hasContent("4711");
        assertThat(own.resolve("cgroup.subtree_control")).content().startsWith("+");
    }

    @Test
    void findsTheGroupOfThePluginsFromWhereItMovedTo() throws Exception {
        Files.writeString(own.resolve("cgroup.subtree_control"), "cpu memory pids\n");
        assertThat(look("/kaged.service/host")).isEqualTo(new Cgroups.Usable(own));
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        assertThat(Cgroups.in("1 1 0:1 / / rw - ext4 /dev/vda rw\n", "4:memory:/\n"))
                .isEqualTo(new Cgroups.Missing("no control groups of version 2 on this system"));
        Files.writeString(own.resolve("cgroup.controllers"), "hugetlb\n");
        assertThat(look("/kaged.service"))
                .isInstanceOfSatisfying(
                        Cgroups.Missing.class,
                        missing -> assertThat(missing.why()).contains("hugetlb", "memory"));
        assertThat(look("/nowhere")).isInstanceOf(Cgroups.Missing.class);
    }

    @Test
    void neverDividesTheGroupOfTheWholeMachine() throws Exception {
        Files.writeString(top.resolve("cgroup.controllers"), "cpu memory pids\n");
        Files.writeString(top.resolve("cgroup.procs"), "1\n");
        Files.writeString(top.resolve("cgroup.subtree_control"), "cpu memory pids\n");
        assertThat(look("/")).isInstanceOf(Cgroups.Missing.class);
    }

    @Test
    void answersOnThisMachine() {
        switch (Cgroups.here()) {
            case Cgroups.Usable(var folder) ->
                assertThat(folder.resolve("cgroup.procs")).exists();
            case Cgroups.Missing(var why) -> assertThat(why).isNotBlank();
        }
    }

    @Test
    void writesTheLimitsOfAPluginAndItsFirstProcess() throws Exception {
        var group = Files.createDirectory(own.resolve("plugin-probe"));
        for (var file : List.of("memory.max", "memory.swap.max", "pids.max", "cpu.max", "cgroup.procs")) {
            Files.createFile(group.resolve(file));
        }
        var steps = new Cgroups.Usable(own).limiting("probe", BUSY);
        steps.before();
        steps.spawned(10, 11);
        assertThat(group.resolve("memory.max")).hasContent("2147483648");
        assertThat(group.resolve("memory.swap.max")).hasContent("0");
        assertThat(group.resolve("pids.max")).hasContent("256");
        assertThat(group.resolve("cpu.max")).hasContent("150000 100000");
        assertThat(group.resolve("cgroup.procs")).hasContent("11");
        for (var file : List.of("memory.max", "memory.swap.max", "pids.max", "cpu.max", "cgroup.procs")) {
            Files.delete(group.resolve(file));
        }
        steps.dead();
        assertThat(group).doesNotExist();
    }
}
