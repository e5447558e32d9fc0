package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchRulesTest {
    private static final WatchRules NO_NETWORK = rules(SandboxNetwork.NONE);
    private static final FileTreeView TREE = new FileTreeView() {
        private final Set<String> host = Set.of(
                "/",
                "/etc",
                "/etc/shadow",
                "/etc/passwd",
                "/usr/bin/git",
                "/bin/git",
                "/sbin/ldconfig",
                "/home/jan/.ssh/id",
                "/sys/class/net",
                "/sys/fs/cgroup/cpu.max",
                "/usr/lib/udev/hwdb",
                "/dev/kmsg");
        private final Set<String> sandbox = Set.of("/", "/home", "/tmp", "/usr", "/srv");

        @Override
        public boolean onHost(String path) {
            return host.contains(path);
        }

        @Override
        public boolean inside(String path) {
            return sandbox.contains(path);
        }

        @Override
        public boolean listens(WaitingCall.Internet at) {
            return at.port() != 11434;
        }

        @Override
        public boolean hears(int port) {
            return true;
        }
    };

    /// What is meant is mostly a server of the machine: it is told, and nobody dies of it.
    @Test
    void whoKnocksWhereNobodyListensIsTold() {
        var knock = new WaitingCall(
                7, "connect", new WaitingCall.Connect(new WaitingCall.Internet("127.0.0.1", 11434, true)));
        assertThat(NO_NETWORK.judge(knock, TREE))
                .get()
                .matches(it -> it.kind() == Violation.Kind.CONNECT && !it.kills())
                .matches(it -> it.what().equals("127.0.0.1:11434"));
        assertThat(rules(SandboxNetwork.HOST).judge(knock, TREE)).isEmpty();
        var heard = new WaitingCall(
                7, "connect", new WaitingCall.Connect(new WaitingCall.Internet("127.0.0.1", 8080, true)));
        assertThat(NO_NETWORK.judge(heard, TREE)).isEmpty();
    }

    /// What it was told by the sandbox in the place of a name, nobody can find in the manifest.
    @ParameterizedTest
    @CsvSource({"127.77.0.1, example.org:11434", "0.0.0.0, 127.0.0.1:11434", "127.77.0.2, 127.77.0.2:11434"})
    void anAddressIsToldByWhatTheManifestWouldCallIt(String host, String told) {
        var knock = new WaitingCall(7, "connect", new WaitingCall.Connect(new WaitingCall.Internet(host, 11434, true)));
        assertThat(rules(SandboxNetwork.TUNNELS)
                        .judge(knock, TREE)
                        .orElseThrow()
                        .what())
                .isEqualTo(told);
    }

    private static WatchRules rules(SandboxNetwork net) {
        return new WatchRules(
                Set.of("/usr/lib/x86_64-linux-gnu", "/usr/bin/sh", "/srv/open", "/tmp/inner"),
                Set.of("/tmp", "/home/plugin", "/srv/writable"),
                Set.of("/opt/kaged/plugins/p"),
                Map.of("/lib", "/usr/lib", "/bin", "/usr/bin"),
                net,
                Map.of("127.77.0.1", "example.org"),
                List.of());
    }

    private static Optional<Violation> judge(WaitingCall.Act act) {
        return judge(NO_NETWORK, act);
    }

    private static Optional<Violation> judge(WatchRules rules, WaitingCall.Act act) {
        return rules.judge(new WaitingCall(7, "call", act), TREE);
    }

    private static WaitingCall.Write write(String path) {
        return new WaitingCall.Write(WaitingCall.SeenPath.of(path), false);
    }

    private static WaitingCall.Read read(String path) {
        return new WaitingCall.Read(WaitingCall.SeenPath.of(path));
    }

    private static WaitingCall.Execute execute(String path) {
        return new WaitingCall.Execute(WaitingCall.SeenPath.of(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/tmp/x",
                "/home/plugin/.cache/deep/er",
                "/srv/writable",
                "/dev/null",
                "/dev/tty",
                "/dev/pts/0",
                "/proc/self/coredump_filter",
                "/proc/12/oom_score_adj",
                // Its own folder is read-only, and that is all there is to say.
                "/opt/kaged/plugins/p/__pycache__/x.pyc"
            })
    void findsNothingInAWriteToWhatIsItsOwn(String path) {
        assertThat(judge(write(path))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/x",
                "/",
                "/tmpx",
                "/tmp/inner/x",
                "/srv/open/x",
                "/srv/writable2",
                "/usr/bin/sh",
                "/dev/sda",
                "/dev/nullx",
                "/proc/sys/kernel/core_pattern",
                "/proc/sysrq-trigger"
            })
    void killsForAnyOtherWrite(String path) {
        assertThat(judge(write(path))).contains(new Violation(Violation.Kind.WRITE, "call", path, 7, true));
    }

    @Test
    void seesWhereALinkLeads() {
        var through = new WaitingCall.Write(new WaitingCall.SeenPath("/tmp/link", "/etc/x"), false);
        assertThat(judge(through).orElseThrow().what()).isEqualTo("/tmp/link (/etc/x)");
    }

    @Test
    void letsAFolderBeMadeThatIsThereAlready() {
        assertThat(judge(new WaitingCall.Write(WaitingCall.SeenPath.of("/home"), true)))
                .isEmpty();
        assertThat(judge(new WaitingCall.Write(WaitingCall.SeenPath.of("/home2"), true)))
                .isPresent();
        assertThat(judge(new WaitingCall.Write(WaitingCall.SeenPath.of("/home"), false)))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/usr",
                "/usr/lib",
                "/srv/open/nothing/there",
                "/home/plugin/x",
                "/etc/passwd",
                "/sys/fs/cgroup/cpu.max",
                "/proc/meminfo",
                "/opt/kaged/plugins/p/lib",
                // Not even the host has it.
                "/etc/nowhere"
            })
    void findsNothingInReadingWhatIsShownOrProbedOrNowhere(String path) {
        assertThat(judge(read(path))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/shadow",
                "/home/jan/.ssh/id",
                "/sys/class/net",
                "/usr/lib/udev/hwdb",
                "/dev/kmsg",
                "/usr/bin/git"
            })
    void tellsOfReadingWhatTheHostHasButDoesNotKill(String path) {
        assertThat(judge(read(path))).contains(new Violation(Violation.Kind.READ, "call", path, 7, false));
    }

    @Test
    void decidesMostReadsByTheirName() {
        assertThat(NO_NETWORK.plainlyReadable("/usr/lib/x86_64-linux-gnu/libc.so.6"))
                .isTrue();
        assertThat(NO_NETWORK.plainlyReadable("/lib/x86_64-linux-gnu/libc.so.6"))
                .isTrue();
        assertThat(NO_NETWORK.plainlyReadable("/lib/udev/hwdb")).isFalse();
        assertThat(NO_NETWORK.plainlyReadable("/bin/git")).isFalse();
        assertThat(NO_NETWORK.plainlyReadable("/bin/sh")).isTrue();
        // There may be a link in it.
        assertThat(NO_NETWORK.plainlyReadable("/tmp/x")).isFalse();
    }

    @Test
    void killsForRunningAProgramOfTheHostThatIsNotInside() {
        assertThat(judge(execute("/usr/bin/git")))
                .contains(new Violation(Violation.Kind.EXEC, "call", "/usr/bin/git", 7, true));
        assertThat(judge(execute("/home/jan/.ssh/id")))
                .contains(new Violation(Violation.Kind.EXEC, "call", "/home/jan/.ssh/id", 7, false));
        assertThat(judge(new WaitingCall.Execute(new WaitingCall.SeenPath("/bin/git", "/usr/bin/git"))))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/usr/bin/sh",
                "/opt/kaged/plugins/p/run",
                "/home/plugin/tool",
                "/tmp/a.out",
                "/srv/open/tool",
                // What a search along a PATH tries.
                "/usr/local/bin/git",
                "/sbin/ldconfig"
            })
    void findsNothingInRunningWhatIsInsideOrNowhere(String path) {
        assertThat(judge(execute(path))).isEmpty();
    }

    @Test
    void killsForConnectingAnywhereButToItself() {
        var away = new WaitingCall.Connect(new WaitingCall.Internet("192.0.2.1", 443, false));
        var itself = new WaitingCall.Connect(new WaitingCall.Internet("127.0.0.9", 443, true));
        assertThat(judge(away)).contains(new Violation(Violation.Kind.CONNECT, "call", "192.0.2.1:443", 7, true));
        assertThat(judge(itself)).isEmpty();
        assertThat(judge(rules(SandboxNetwork.TUNNELS), away)).isPresent();
        assertThat(judge(rules(SandboxNetwork.TUNNELS), itself)).isEmpty();
        assertThat(judge(rules(SandboxNetwork.HOST), away)).isEmpty();
    }

    @Test
    void killsForConnectingToASocketOfTheHost() {
        assertThat(judge(unix("/run/docker.sock"))).isPresent();
        assertThat(judge(rules(SandboxNetwork.HOST), unix("/run/docker.sock"))).isPresent();
        assertThat(judge(unix("/srv/open/socket"))).isPresent();
        assertThat(judge(unix("/tmp/mine"))).isEmpty();
        assertThat(judge(unix("/var/run/nscd/socket"))).isEmpty();
        assertThat(judge(unix("/dev/log"))).isEmpty();
        var name = new WaitingCall.Connect(new WaitingCall.UnixName("/tmp/.X11-unix/X0"));
        assertThat(judge(name)).isEmpty();
        assertThat(judge(rules(SandboxNetwork.HOST), name)).isPresent();
        assertThat(judge(new WaitingCall.Connect(new WaitingCall.OtherFamily(0))))
                .isEmpty();
        assertThat(judge(new WaitingCall.Connect(new WaitingCall.OtherFamily(40))))
                .isPresent();
    }

    private static WaitingCall.Connect unix(String path) {
        return new WaitingCall.Connect(new WaitingCall.UnixPath(WaitingCall.SeenPath.of(path)));
    }

    @Test
    void killsForACallThatIsRefused() {
        assertThat(judge(new WaitingCall.Refused("0x10000000")))
                .contains(new Violation(Violation.Kind.CALL, "call", "0x10000000", 7, true));
    }

    @Test
    void tellsNothingThatATerminalWouldObey() {
        var violation = judge(write("/x\u001b[2J" + "y".repeat(5000))).orElseThrow();
        assertThat(violation.words()).contains("/x?[2Jyyy").hasSizeLessThan(1200);
    }
}
