package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.system.ProcessorKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Not in /tmp: that name is the sandbox's own inside, and nothing done there could be a violation.
@Timeout(300)
class WatchedSandboxTest {
    private static final Duration A_WHILE = Duration.ofSeconds(Boolean.getBoolean("outrigger.long") ? 65 : 3);

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        assumeTrue(
                Detection.here() instanceof Detection.Available,
                () -> "the kernel asks about calls: " + Detection.here().words());
        folder = Files.createTempDirectory(Path.of("/var/tmp"), "watched-");
        SandboxFixture.mode(folder, "rwxr-xr-x");
    }

    @AfterEach
    void removeFolder() throws IOException {
        if (folder == null) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /// In one go: a folder for each would be a copy of all programs for each.
    @Test
    void killsForWhatIsRefusedTellsOfReadingAndLeavesTheRestAlone() throws Exception {
        var place = SandboxFixture.in(folder);
        var wrong = new ArrayList<String>();
        for (var offence : Offences.ALL) {
            var verdict = Offences.verdict(offence, place);
            if (!verdict.isEmpty()) {
                wrong.add(offence.name() + ": " + verdict);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void tellsOfAFloodByAFewAndANumber() throws Exception {
        var place = SandboxFixture.in(folder);
        for (int i = 0; i < 100; i++) {
            Files.writeString(place.at("home/" + i), "x");
        }
        var code = """
                import os
                for i in range(20000):
                    try: open('@B/home/%d' % (i % 100))
                    except OSError: pass
                print('SURVIVED')
                """;
        var heard = new Offences.Heard();
        var oversight = SandboxOversight.telling(heard);
        try (var child = start(place, oversight, List.of("python3", "-c", code))) {
            assertThat(read(child)).isEqualTo("SURVIVED\n");
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
        }
        assertThat(heard.untold()).isEqualTo(20000 - 64);
        assertThat(heard.violations).hasSize(64).doesNotHaveDuplicates().allMatch(v -> v.kind() == Violation.Kind.READ);
        assertThat(oversight.violations()).isEqualTo(20000);
    }

    @Test
    void killsEverythingThePluginStarted() throws Exception {
        var code = """
                import os, signal
                if os.fork() == 0:
                    os.setsid()
                    print('ready', flush=True)
                    signal.pause()
                open('/etc/x', 'w')
                """;
        var oversight = SandboxOversight.telling(new Offences.Heard());
        try (var child = start(SandboxFixture.in(folder), oversight, List.of("python3", "-c", code))) {
            // The one in another session holds the pipe: its end is the end of all.
            assertThat(read(child)).isIn("ready\n", "");
            assertThat(oversight.killedFor().orElseThrow().what()).isEqualTo("/etc/x");
        }
    }

    @Test
    void keepsOneSandboxApartFromTheOther() throws Exception {
        var place = SandboxFixture.in(folder);
        var bad = new Offences.Heard();
        var good = new Offences.Heard();
        var quiet = SandboxOversight.telling(good);
        var loud = SandboxOversight.telling(bad);
        try (var first = start(place, quiet, List.of("cat"));
                var second = start(place, loud, List.of("bash", "-c", "echo x >/etc/x"))) {
            assertThat(second.end(SandboxFixture.LONG)).isNotInstanceOf(ProgramEnding.NotStarted.class);
            assertThat(loud.killedFor()).isPresent();
            first.stdin().write("still here\n".getBytes(StandardCharsets.UTF_8));
            first.stdin().close();
            assertThat(read(first)).isEqualTo("still here\n");
            assertThat(first.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
        }
        assertThat(good.untold()).isZero();
        assertThat(good.violations).isEmpty();
        assertThat(quiet.killedFor()).isEmpty();
    }

    /// A message without an address is no violation; with tunnels and without, it is asked about.
    @ParameterizedTest
    @ValueSource(strings = {"", "net:localhost:1", "net:*"})
    void seesWithEveryKindOfNetwork(String capability) throws Exception {
        var place = SandboxFixture.in(folder);
        var code = """
                import socket
                one, two = socket.socketpair()
                one.sendmsg([b'x'])
                print(two.recv(1), flush=True)
                open('/etc/x', 'w')
                """;
        var capabilities = capability.isEmpty() ? List.<String>of() : List.of(capability);
        var confinement = place.confinement(capabilities, List.of("python3", "-c", code), SandboxLimits.DEFAULT);
        var oversight = SandboxOversight.telling(new Offences.Heard());
        try (var child = new Sandbox(place.at("state"))
                .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, oversight)) {
            assertThat(read(child)).isEqualTo("b'x'\n");
            assertThat(child.end(SandboxFixture.LONG)).isNotInstanceOf(ProgramEnding.NotStarted.class);
        }
        assertThat(oversight.killedFor().orElseThrow().what()).isEqualTo("/etc/x");
    }

    /// Each as its author writes it: by the C library, which nobody answers, with a network of its own and with
    /// tunnels.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            python3 | urllib.request.urlopen('http://example.org/')
            python3 | socket.gethostbyname('example.org')
            python3 | socket.getaddrinfo('EXAMPLE.org', 443, socket.AF_INET6)
            node    | fetch('http://example.org/').catch(e => console.log(e.cause.code + ': Name or service not known'))
            """)
    void aNameThatWasNotDeclaredIsToldByItsName(String runtime, String code) throws Exception {
        var place = SandboxFixture.in(folder);
        for (var capabilities : List.of(List.<String>of(), List.of("net:declared.example:80"))) {
            var heard = new Offences.Heard();
            var oversight = SandboxOversight.telling(heard);
            var command = runtime.equals("node")
                    ? List.of("node", "-e", code)
                    : List.of(
                            "python3",
                            "-c",
                            "import socket, urllib.request\ntry: " + code + "\nexcept OSError as e: print(e)");
            var confinement = place.confinement(capabilities, command, SandboxLimits.DEFAULT);
            try (var child = new Sandbox(place.at("state"))
                    .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, oversight)) {
                // As if there were no such name, at once: nobody tries again.
                assertThat(read(child)).contains("Name or service not known");
                assertThat(child.end(SandboxFixture.LONG)).isNotInstanceOf(ProgramEnding.NotStarted.class);
            }
            assertThat(oversight.killedFor()).isEmpty();
            assertThat(heard.untold()).isNotNegative();
            assertThat(heard.violations)
                    .filteredOn(violation -> violation.kind() == Violation.Kind.LOOKUP)
                    .extracting(ViolationRemedy::words)
                    .containsExactly("to allow it, add to capabilities: net:example.org:<port>");
        }
    }

    /// It writes its question to a connected socket as it writes everything else: nobody is asked about that
    /// (decision 34). Its own error has the name.
    @Test
    void ofAProgramOfGosTheConnectionIsToldAndNotTheName() throws Exception {
        var place = SandboxFixture.in(folder);
        GoProgram.build(place, "ask", """
                package main

                import (
                	"fmt"
                	"net"
                )

                func main() {
                	_, err := net.Dial("tcp", "example.org:443")
                	fmt.Println(err)
                }
                """);
        for (var capabilities : List.of(List.<String>of(), List.of("net:declared.example:80"))) {
            var heard = new Offences.Heard();
            var oversight = SandboxOversight.telling(heard);
            var confinement = place.confinement(capabilities, List.of("./ask"), SandboxLimits.DEFAULT);
            try (var child = new Sandbox(place.at("state"))
                    .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, oversight)) {
                assertThat(read(child)).contains("lookup example.org on ", ":53: ", "connection refused");
                assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
            }
            assertThat(oversight.killedFor()).isEmpty();
            assertThat(heard.untold()).isNotNegative();
            assertThat(heard.violations)
                    .filteredOn(violation -> violation.kind() != Violation.Kind.READ)
                    .isNotEmpty()
                    .allSatisfy(violation -> assertThat(ViolationRemedy.words(violation))
                            .startsWith("that is how a name is looked up which was not declared")
                            .endsWith(": net:<host>:<port>"));
        }
    }

    /// At a declared name's address there is one door, for one port. Another port there, and that port elsewhere, are
    /// told by what a manifest would call them. What the program serves itself is no violation.
    @Test
    void aPortThatWasNotDeclaredOfANameThatWasIsToldByTheName() throws Exception {
        var code = """
                import socket
                def to(where, family=socket.AF_INET):
                    with socket.socket(family) as s:
                        return s.connect_ex(where)
                print(to(('declared.example', 443)), end=' ')
                for where in ('declared.example', 80), ('127.0.0.1', 443), ('', 443):
                    print(to(where), end=' ')
                print(to(('::1', 443), socket.AF_INET6), end=' ')
                for family, at in (socket.AF_INET, '127.9.9.9'), (socket.AF_INET, ''), (socket.AF_INET6, '::1'), (socket.AF_INET6, '::'):
                    with socket.create_server((at, 0), family=family) as own:
                        print(to((at, own.getsockname()[1]), family), end=' ')
                with socket.create_server(('::', 0), family=socket.AF_INET6, dualstack_ipv6=True) as own:
                    print(to(('127.9.9.9', own.getsockname()[1])))
                """;
        var place = SandboxFixture.in(folder);
        var heard = new Offences.Heard();
        var capabilities = List.of("net:declared.example:443");
        var confinement = place.confinement(capabilities, List.of("python3", "-c", code), SandboxLimits.DEFAULT);
        try (var child = new Sandbox(place.at("state"))
                .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, SandboxOversight.telling(heard))) {
            assertThat(read(child)).isEqualTo("0 111 111 111 111 0 0 0 0 0\n");
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
        }
        assertThat(heard.untold()).isEqualTo(1);
        assertThat(heard.violations)
                .extracting(violation -> ViolationRemedy.line(violation).orElseThrow())
                .containsExactly("net:declared.example:80", "net:127.0.0.1:443", "net:[0:0:0:0:0:0:0:1]:443");
    }

    @Test
    void curlsNameIsToldToo() throws Exception {
        long begun = System.nanoTime();
        var oversight = SandboxOversight.telling(new Offences.Heard());
        try (var child = start(SandboxFixture.in(folder), oversight, List.of("curl", "-s", "http://example.org/"))) {
            assertThat(read(child)).isEmpty();
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(6));
        }
        assertThat(oversight.lastSince(begun).orElseThrow().words()).contains("to look up the name example.org (");
    }

    /// What it says to itself, by messages too, is its own: a server of its own for names included.
    @Test
    void whatItSendsToItselfIsNoViolation() throws Exception {
        var code = """
                import socket
                there = socket.socket(type=socket.SOCK_DGRAM); there.bind(('127.0.0.1', 0))
                here = socket.socket(type=socket.SOCK_DGRAM); here.connect(there.getsockname())
                here.send(b'x'); here.sendto(b'y', there.getsockname())
                print(there.recv(9), there.recv(9), socket.gethostbyname('localhost'), socket.gethostbyname(socket.gethostname()))
                """;
        var heard = new Offences.Heard();
        try (var child =
                start(SandboxFixture.in(folder), SandboxOversight.telling(heard), List.of("python3", "-c", code))) {
            assertThat(read(child)).isEqualTo("b'x' b'y' 127.0.0.1 127.0.0.1\n");
        }
        assertThat(heard.untold()).isZero();
        assertThat(heard.violations).isEmpty();
    }

    @Test
    void refusesInSilenceWhatNobodyWatches() throws Exception {
        var oversight = SandboxOversight.none();
        try (var child =
                start(SandboxFixture.in(folder), oversight, List.of("bash", "-c", "echo x >/etc/x; echo SURVIVED"))) {
            assertThat(read(child)).isEqualTo("SURVIVED\n");
        }
        assertThat(oversight.killedFor()).isEqualTo(Optional.empty());
    }

    /// What copies and unpacks goes on without the bits.
    @Test
    void refusesTheRightsOfAnOwnerWithoutKilling() throws Exception {
        var code = """
                cd; umask 022; cp /usr/bin/true t; chmod 4755 t && echo SET; chmod 2755 . && echo SET
                chmod 750 t; cp -p t u; mkdir -m 755 d; install -m 700 t v; stat -c %a t u d v | tr '\\n' ' '
                python3 -c 'import shutil; shutil.copy2("t", "w"); print(end="alive")'""";
        var oversight = SandboxOversight.telling(new Offences.Heard());
        var place = SandboxFixture.in(folder);
        var confinement =
                place.confinement(List.of("exec:python3:@B/open"), List.of("bash", "-c", code), SandboxLimits.DEFAULT);
        try (var child = new Sandbox(place.at("state"))
                .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, oversight)) {
            assertThat(read(child)).isEqualTo("750 750 755 700 alive");
        }
        assertThat(oversight.killedFor()).isEqualTo(Optional.empty());
    }

    /// One that is there and one that is not look the same.
    @Test
    void doesNotTellByKillingWhetherAFileOfAUserIsThere() throws Exception {
        var code = """
                import os
                for name in 'secret', 'nothing':
                    try: os.execv('@B/' + name, ['x'])
                    except OSError as e: print(e.errno)""";
        var heard = new Offences.Heard();
        var place = SandboxFixture.in(folder);
        try (var child = start(place, SandboxOversight.telling(heard), List.of("python3", "-c", code))) {
            assertThat(read(child)).isEqualTo("2\n2\n");
        }
        assertThat(heard.violations)
                .extracting(Violation::what)
                .contains(place.at("secret").toString());
    }

    @Test
    void givesTheProgramNoDescriptorButTheUsualThree() throws Exception {
        // The fourth is the folder that is being listed. Those of the first process cannot even be looked at.
        var code = """
                import os
                print(sorted(os.listdir('/proc/self/fd')), end=' ')
                try:
                    print(os.listdir('/proc/1/fd'))
                except PermissionError:
                    print('shut')""";
        try (var child = start(
                SandboxFixture.in(folder),
                SandboxOversight.telling(new Offences.Heard()),
                List.of("python3", "-c", code))) {
            assertThat(read(child)).isEqualTo("['0', '1', '2', '3'] shut\n");
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
        }
    }

    /// Before the first of its instructions, the program itself is what is asked about.
    @Test
    void asksAboutTheProgramItself() throws Exception {
        var oversight = SandboxOversight.telling(new Offences.Heard());
        try (var child = startAnyway(SandboxFixture.in(folder), oversight, "/usr/bin/bwrap")) {
            assertThat(child.end(SandboxFixture.LONG)).isNotInstanceOf(ProgramEnding.NotStarted.class);
        }
        assertThat(oversight.killedFor().orElseThrow().kind()).isEqualTo(Violation.Kind.EXEC);
        assertThat(oversight.killedFor().orElseThrow().what()).isEqualTo("/usr/bin/bwrap");
    }

    @Test
    void seesTheFirstInstruction() throws Exception {
        assumeTrue(CallFilter.processor() == ProcessorKind.X86_64, "written for x86_64");
        var place = SandboxFixture.in(folder);
        // mkdir("/etc/x"), exit(0), and nothing before it.
        var source = Files.writeString(place.at("first.s"), """
                .globl _start
                _start: mov $83, %eax
                lea path(%rip), %rdi
                syscall
                mov $60, %eax
                xor %edi, %edi
                syscall
                path: .asciz "/etc/x"
                """);
        var program = place.at("plugin/first");
        var compiler = new ProcessBuilder("cc", "-nostdlib", "-static", "-o", program.toString(), source.toString());
        assertThat(compiler.inheritIO().start().waitFor()).isZero();
        var oversight = SandboxOversight.telling(new Offences.Heard());
        try (var child = start(place, oversight, List.of("./first"))) {
            assertThat(child.end(SandboxFixture.LONG)).isNotInstanceOf(ProgramEnding.NotStarted.class);
        }
        assertThat(oversight.killedFor().orElseThrow().what()).isEqualTo("/etc/x");
        assertThat(oversight.asked()).as("the program, and its first call").isEqualTo(2);
    }

    @Test
    void tellsAProgramThatCannotBeRunFromOneThatFailed() throws Exception {
        var place = SandboxFixture.in(folder);
        for (var oversight : List.of(SandboxOversight.none(), SandboxOversight.telling(new Offences.Heard()))) {
            try (var child = startAnyway(place, oversight, "/nowhere/at-all")) {
                assertThat(child.end(SandboxFixture.LONG))
                        .isInstanceOfSatisfying(
                                ProgramEnding.NotStarted.class,
                                ending -> assertThat(ending.why())
                                        .contains("could not be made", "/nowhere/at-all: No such file or directory"));
            }
        }
        try (var child =
                start(place, SandboxOversight.telling(new Offences.Heard()), List.of("bash", "-c", "exit 127"))) {
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(127));
        }
    }

    @Test
    void runsNothingThatCannotBeWatched() throws Exception {
        var here = (Detection.Available) Detection.here();
        for (var listen : List.of("/bin/false", "/bin/true", "/bin/cat")) {
            var broken = new Detection.Available(here.watcher(), Path.of(listen));
            var oversight = SandboxOversight.telling(new Offences.Heard(), () -> broken);
            try (var child = start(SandboxFixture.in(folder), oversight, List.of("touch", "/home/plugin/began"))) {
                assertThat(child.end(SandboxFixture.LONG)).as(listen).isInstanceOf(ProgramEnding.NotStarted.class);
            }
        }
        assertThat(folder.resolve("home/data/probe")).isEmptyDirectory();
    }

    /// Who has it has the sandbox: nobody else ends with the host, and all others end with it.
    @Test
    void theFirstProcessIsOutOfReachAndHasNoFewerFilters() throws Exception {
        var script = """
                (exec 3<>/proc/1/mem) 2>/dev/null && echo OPENED
                (exec 3</proc/1/maps) 2>/dev/null && echo READ
                kill -9 1; kill -STOP 1
                filters() { grep Seccomp_filters "/proc/$1/status" | tr -dc 0-9; }
                [ "$(filters 1)" = "$(filters $$)" ] || echo "FEWER: $(filters 1)"
                (true & exec true)
                echo END""";
        for (var oversight : List.of(
                SandboxOversight.telling(new Offences.Heard()),
                SandboxOversight.telling(new Offences.Heard(), () -> new Detection.Missing("a test")),
                SandboxOversight.ownPipes(),
                SandboxOversight.ofWhatIsLeft())) {
            try (var child = start(SandboxFixture.in(folder), oversight, List.of("bash", "-c", script))) {
                assertThat(read(child)).isEqualTo("END\n");
                assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
            }
        }
    }

    @Test
    void deniesWhereNothingCanBeSeen() throws Exception {
        var heard = new Offences.Heard();
        var oversight = SandboxOversight.telling(heard, () -> new Detection.Missing("a test"));
        var script = "echo x >/etc/x; unshare -U true && echo UNSHARED; echo SURVIVED";
        try (var child = start(SandboxFixture.in(folder), oversight, List.of("bash", "-c", script))) {
            assertThat(read(child)).isEqualTo("SURVIVED\n");
            child.end(SandboxFixture.LONG);
            assertThat(child.stderrTail()).anyMatch(line -> line.contains("/etc/x"));
        }
        assertThat(heard.violations).isEmpty();
        assertThat(oversight.asked()).isZero();
    }

    @Test
    void letsGoOfTheListenersOfTheDead() throws Exception {
        var place = SandboxFixture.in(folder);
        for (int i = 0; i < 5; i++) {
            try (var child = start(place, SandboxOversight.telling(new Offences.Heard()), List.of("true"))) {
                assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
            }
        }
        await().atMost(SandboxFixture.LONG).until(() -> listeners() == 0);
    }

    private static long listeners() throws IOException {
        try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(WatchedSandboxTest::isListener).count();
        }
    }

    private static boolean isListener(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("seccomp");
        } catch (IOException _) {
            // Closed meanwhile.
            return false;
        }
    }

    /// A command that planning would refuse.
    private static ConfinedProgram startAnyway(SandboxFixture place, SandboxOversight oversight, String command)
            throws ConfinementRefused {
        var confinement = place.confinement(List.of(), List.of("true"), SandboxLimits.DEFAULT);
        HostIdentity.here().own(confinement.data());
        var plan = SandboxPlan.of(confinement);
        var other = new SandboxPlan(
                plan.mounts(),
                plan.environment(),
                plan.hostname(),
                plan.network(),
                plan.rules(),
                plan.programs(),
                plan.limits(),
                plan.directory(),
                List.of(command),
                plan.calls());
        return place.start(other, oversight);
    }

    /// Side by side; all the time is spent waiting.
    @Test
    void letsEveryKindOfProgramLiveOn() throws Exception {
        var place = SandboxFixture.in(folder);
        compileEcho(place);
        var commands = new LinkedHashMap<String, List<String>>();
        commands.put("bash", List.of("bash", "-c", "while read -r l; do echo \"$l\"; done"));
        commands.put(
                "python3", List.of("python3", "-c", "import sys\nfor l in sys.stdin: print(l, end='', flush=True)"));
        commands.put("node", List.of("node", "-e", "process.stdin.pipe(process.stdout)"));
        commands.put("java", List.of("java", "-cp", ".", "Echo"));
        var heard = new Offences.Heard();
        var children = new LinkedHashMap<String, ConfinedProgram>();
        try {
            for (var command : commands.entrySet()) {
                children.put(command.getKey(), start(place, SandboxOversight.telling(heard), command.getValue()));
            }
            for (var child : children.entrySet()) {
                echo(child.getKey(), child.getValue());
            }
            long start = System.nanoTime();
            for (var child : children.entrySet()) {
                var left = A_WHILE.minusNanos(System.nanoTime() - start);
                boolean ended = child.getValue().leftWithin(left.isNegative() ? Duration.ZERO : left);
                assertThat(ended)
                        .as("%s ended: %s", child.getKey(), heard.violations)
                        .isFalse();
            }
            for (var child : children.entrySet()) {
                echo(child.getKey(), child.getValue());
            }
        } finally {
            children.values().forEach(ConfinedProgram::close);
        }
        assertThat(heard.violations).isEmpty();
    }

    private static void echo(String name, ConfinedProgram child) throws IOException {
        var line = ("hello " + name + "\n").getBytes(StandardCharsets.UTF_8);
        child.stdin().write(line);
        assertThat(child.stdout().readNBytes(line.length)).as(name).isEqualTo(line);
    }

    private static void compileEcho(SandboxFixture place) throws IOException {
        var source = Files.writeString(place.at("plugin/Echo.java"), """
                public class Echo {
                    public static void main(String[] args) throws Exception {
                        int b;
                        while ((b = System.in.read()) >= 0) { System.out.write(b); System.out.flush(); }
                    }
                }
                """);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "11", "-Xlint:-options", source.toString());
        assertThat(result).isZero();
    }

    @TestFactory
    Stream<DynamicTest> losesNoRuleToTheWatcher() {
        return Stream.of(ProcessorKind.values())
                .flatMap(machine -> Stream.<NetworkMode>of(new NetworkMode.None(), new NetworkMode.Host())
                        .map(network -> DynamicTest.dynamicTest(machine + " " + network, () -> {
                            var whole = CallFilter.of(machine, network);
                            var kernel = WatchPlan.leftToTheKernel(whole);
                            var asked = WatchPlan.asked(whole);
                            for (var rule : whole.rules()) {
                                var left = kernel.rules().stream().filter(other -> other.call() == rule.call());
                                var seen = asked.stream()
                                        .filter(other ->
                                                other.number() == rule.call().on(machine));
                                boolean both = rule.call() == SystemCall.SOCKET;
                                assertThat(left.count() + seen.count())
                                        .as(rule.words())
                                        .isEqualTo(both ? 2 : 1);
                            }
                            assertThat(asked).allMatch(call -> call.errno() > 0);
                        })));
    }

    private static ConfinedProgram start(SandboxFixture place, SandboxOversight oversight, List<String> command)
            throws ConfinementRefused {
        var filled = command.stream()
                .map(word -> word.replace("@B", place.base().toString()))
                .toList();
        var confinement = place.confinement(List.of(), filled, SandboxLimits.DEFAULT);
        return new Sandbox(place.at("state")).start(confinement, HostIdentity.here(), SandboxFixture.DEAF, oversight);
    }

    private static String read(ConfinedProgram child) throws IOException {
        return new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
    }
}
