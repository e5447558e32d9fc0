package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.launch.sandbox.SandboxPlan.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Takes one rule out of the plan, or puts one hole into it, and expects the probe that guards it to get what
/// it wants: so that each probe is known to see its rule missing, and no rule is there for nothing.
@Timeout(300)
class PlanMutationsTest {
    private static final PlanReason TEST = new PlanReason.Always("a test");
    private static final SandboxLimits LOOSE = new SandboxLimits(16L << 30, 5000, 5000, 16L << 30, 1L << 30, 0);

    /// For each probe, what the plan is without its rule.
    private static final Map<String, UnaryOperator<SandboxPlan>> WITHOUT = new LinkedHashMap<>();

    static {
        WITHOUT.put("a file of the host", plan -> with(plan, "@B"));
        WITHOUT.put("the daemon's database", plan -> with(plan, "@B"));
        WITHOUT.put("a link out of the folder to write", plan -> with(plan, "@B"));
        WITHOUT.put("a path with dots", plan -> with(plan, "@B"));
        WITHOUT.put("a listing of the host's root", plan -> with(plan, "/var"));
        WITHOUT.put("the root of another process", plan -> with(plan, "@B"));
        WITHOUT.put("the sockets of the host", plan -> with(plan, "/run"));
        WITHOUT.put("the devices of the host", plan -> with(plan, "/sys"));
        WITHOUT.put("git, by its other name", plan -> with(plan, "/usr/lib/git-core"));
        WITHOUT.put("the host's users", plan -> hostsOwn(plan, "/etc/passwd"));
        WITHOUT.put("a program nobody declared", plan -> hostsOwn(plan, "/usr/bin"));
        WITHOUT.put("a program with more rights", plan -> hostsOwn(plan, "/usr/bin"));
        WITHOUT.put("writing to a folder to read", plan -> mounts(plan, PlanMutationsTest::writable));
        WITHOUT.put("writing to its own folder", plan -> mounts(plan, PlanMutationsTest::writable));
        WITHOUT.put("writing to the root", plan -> mounts(plan, PlanMutationsTest::unsealed));
        WITHOUT.put("writing to /dev", plan -> mounts(plan, PlanMutationsTest::unsealed));
        WITHOUT.put("filling the memory with files", plan -> mounts(plan, PlanMutationsTest::roomy));
        WITHOUT.put("filling shared memory", plan -> mounts(plan, PlanMutationsTest::roomy));
        for (var name : List.of(
                "a file beyond the limit",
                "memory without end",
                "processes without end",
                "files without end",
                "a higher limit")) {
            WITHOUT.put(name, plan -> changed(plan, plan.mounts(), plan.network(), LOOSE, plan.calls()));
        }
        WITHOUT.put("the network", PlanMutationsTest::onTheNetwork);
        WITHOUT.put("the interfaces of the host", plan -> unfiltered(onTheNetwork(plan), SystemCall.SOCKET));
        WITHOUT.put("tracing", plan -> unfiltered(plan, SystemCall.PTRACE));
        WITHOUT.put("reading another's memory", plan -> unfiltered(plan, SystemCall.PROCESS_VM_READV));
        WITHOUT.put("a namespace by clone3", plan -> unfiltered(plan, SystemCall.CLONE3));
        WITHOUT.put("entering a namespace", plan -> unfiltered(plan, SystemCall.SETNS));
        WITHOUT.put("mounting", plan -> unfiltered(plan, SystemCall.OPEN_TREE));
        WITHOUT.put("keyrings", plan -> unfiltered(plan, SystemCall.KEYCTL));
        WITHOUT.put("the kernel's counters", plan -> unfiltered(plan, SystemCall.PERF_EVENT_OPEN));
        WITHOUT.put("page faults", plan -> unfiltered(plan, SystemCall.USERFAULTFD));
        WITHOUT.put("file handles", plan -> unfiltered(plan, SystemCall.NAME_TO_HANDLE_AT));
        WITHOUT.put("a file without a name to execute", plan -> unfiltered(plan, SystemCall.MEMFD_CREATE));
        WITHOUT.put("the watches of the user", plan -> unfiltered(plan, SystemCall.INOTIFY_INIT1));
        WITHOUT.put("memory without protection", plan -> unfiltered(plan, SystemCall.PERSONALITY));
        WITHOUT.put("descriptors of another process", plan -> unfiltered(plan, SystemCall.PIDFD_GETFD));
        for (var name : List.of("a program that runs as its owner", "a program that runs as its group")) {
            WITHOUT.put(name, plan -> unfiltered(plan, SystemCall.FCHMODAT));
        }
        WITHOUT.put("a file opened with an owner's rights", plan -> unfiltered(plan, SystemCall.OPENAT));
        WITHOUT.put("a file without a name with an owner's rights", plan -> unfiltered(plan, SystemCall.OPENAT));
        WITHOUT.put("a file made with an owner's rights", plan -> unfiltered(plan, SystemCall.MKNODAT));
        WITHOUT.put("the keys of the user", plan -> mounts(plan, PlanMutationsTest::opened));
        WITHOUT.put("unix sockets", plan -> unfiltered(plan, SystemCall.SOCKET));
        WITHOUT.put("netlink", plan -> unfiltered(plan, SystemCall.SOCKET));
        WITHOUT.put("pairs of another family", plan -> unfiltered(plan, SystemCall.SOCKETPAIR));
    }

    /// Guarded by what [Bubblewrap] asks for whatever the plan (namespaces, an empty environment, no rights),
    /// or by two things at once, or by a kernel that lacks what is probed: taking one rule out shows nothing.
    private static final Set<String> NOT_BY_ONE_RULE = Set.of(
            "a hard link out of a folder",
            "a device",
            "a mount where such programs have an effect",
            "writing to the programs",
            "setting the kernel",
            "the processes of the host",
            "the environment of bubblewrap",
            "the options of bubblewrap",
            "the environment of the host",
            "descriptors of the host",
            "the name of the host",
            "being root",
            "a capability of the kernel",
            "new rights",
            "a namespace by unshare",
            "a namespace by clone",
            "a file system",
            "the kernel's programs",
            "io_uring",
            "typing into the terminal",
            "raw packets",
            "the kernel's ciphers",
            "the virtual machine's host",
            "bluetooth");

    @TempDir
    static Path folder;

    @Test
    void knowsOfEveryProbeWhatItGuards() {
        var known = new LinkedHashSet<>(WITHOUT.keySet());
        known.addAll(NOT_BY_ONE_RULE);
        assertThat(known)
                .containsExactlyInAnyOrderElementsOf(
                        Probes.ALL.stream().map(Probes.Probe::name).toList());
        assertThat(WITHOUT.keySet()).doesNotContainAnyElementsOf(NOT_BY_ONE_RULE);
    }

    @TestFactory
    Stream<DynamicTest> isSeenToBeMissing() throws Exception {
        var place = SandboxFixture.in(folder);
        return Probes.ALL.stream()
                .filter(probe -> WITHOUT.containsKey(probe.name()))
                .map(probe -> DynamicTest.dynamicTest(probe.name(), () -> reaches(probe, place)));
    }

    private static void reaches(Probes.Probe probe, SandboxFixture place) throws Exception {
        var without = WITHOUT.getOrDefault(probe.name(), plan -> plan);
        var outcome = place.run(Probes.CAPABILITIES, Probes.filled(place, probe.attack()), without);
        assertThat(outcome.stdout()).as(probe.name() + ": " + outcome).contains("REACHED");
    }

    /// With a folder of the host that no capability opened, behind what its path lies in (as /tmp is), and
    /// before all others.
    private static SandboxPlan with(SandboxPlan plan, String name) {
        var source = name.equals("@B") ? folder : Path.of(name);
        var mounts = new ArrayList<>(plan.mounts());
        int first = 0;
        for (int i = 0; i < mounts.size(); i++) {
            if (source.startsWith(mounts.get(i).at()) && !(mounts.get(i) instanceof Mount.Sealed)) {
                first = i + 1;
            }
        }
        mounts.add(first, new Mount.Writable(source, source, TEST));
        return changed(plan, mounts, plan.network(), plan.limits(), plan.calls());
    }

    /// What the host has there, instead of what the sandbox would have.
    private static SandboxPlan hostsOwn(SandboxPlan plan, String name) {
        var path = Path.of(name);
        return mounts(plan, mount -> mount.at().equals(path) ? new Mount.ReadOnly(path, path, TEST) : mount);
    }

    private static Mount writable(Mount mount) {
        return mount instanceof Mount.ReadOnly(var source, var at, var _) && source.startsWith(folder)
                ? new Mount.Writable(source, at, TEST)
                : mount;
    }

    private static Mount unsealed(Mount mount) {
        return mount instanceof Mount.Sealed ? new Mount.Link(Path.of("/unsealed"), "x", TEST) : mount;
    }

    private static Mount opened(Mount mount) {
        return mount instanceof Mount.Closed ? new Mount.Link(Path.of("/opened"), "x", TEST) : mount;
    }

    private static Mount roomy(Mount mount) {
        return mount instanceof Mount.Scratch(var at, var _, var _) ? new Mount.Scratch(at, 1L << 30, TEST) : mount;
    }

    private static SandboxPlan mounts(SandboxPlan plan, Function<Mount, Mount> change) {
        var mounts = new LinkedHashSet<Mount>();
        for (var mount : plan.mounts()) {
            mounts.add(change.apply(mount));
        }
        return changed(plan, List.copyOf(mounts), plan.network(), plan.limits(), plan.calls());
    }

    private static SandboxPlan onTheNetwork(SandboxPlan plan) {
        return changed(plan, plan.mounts(), new Rule<>(new NetworkMode.Host(), TEST), plan.limits(), plan.calls());
    }

    private static SandboxPlan unfiltered(SandboxPlan plan, SystemCall call) {
        var rules = plan.calls().rules().stream()
                .filter(rule -> rule.call() != call)
                .toList();
        assertThat(rules).hasSizeLessThan(plan.calls().rules().size());
        var calls = new CallFilter(plan.calls().machine(), rules, plan.calls().newest());
        return changed(plan, plan.mounts(), plan.network(), plan.limits(), calls);
    }

    private static SandboxPlan changed(
            SandboxPlan plan, List<Mount> mounts, Rule<NetworkMode> network, SandboxLimits limits, CallFilter calls) {
        return new SandboxPlan(
                mounts,
                plan.environment(),
                plan.hostname(),
                network,
                plan.rules(),
                plan.programs(),
                limits,
                plan.directory(),
                plan.command(),
                calls);
    }
}
