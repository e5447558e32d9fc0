package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BpfTest {
    private static final int REFUSED = Bpf.ERRNO | 1;
    private static final int ABSENT = Bpf.ERRNO | 38;
    private static final int NO_FAMILY = Bpf.ERRNO | 97;

    /// Runs a program as the kernel does, on what it is told of one call.
    private static int run(List<Bpf.Instruction> program, int machine, int number, long... arguments) {
        int loaded = 0;
        for (int at = 0; ; at++) {
            var now = program.get(at);
            switch (now.code()) {
                case Bpf.LOAD -> loaded = word(now.value(), machine, number, arguments);
                case Bpf.RETURN -> {
                    return now.value();
                }
                case Bpf.JUMP_EQUAL -> at += loaded == now.value() ? now.ifTrue() : now.ifFalse();
                case Bpf.JUMP_NOT_BELOW ->
                    at += Integer.compareUnsigned(loaded, now.value()) >= 0 ? now.ifTrue() : now.ifFalse();
                case Bpf.JUMP_BITS -> at += (loaded & now.value()) != 0 ? now.ifTrue() : now.ifFalse();
                default -> throw new AssertionError("no such instruction: " + now);
            }
        }
    }

    private static int word(int offset, int machine, int number, long... arguments) {
        if (offset < 16) {
            return offset == 0 ? number : offset == 4 ? machine : 0;
        }
        int index = (offset - 16) / 8;
        long argument = index < arguments.length ? arguments[index] : 0;
        return (int) (offset % 8 == 0 ? argument : argument >>> 32);
    }

    private static int verdict(Machine machine, NetworkMode network, int number, long... arguments) {
        return run(Bpf.program(CallFilter.of(machine, network)), machine.audit, number, arguments);
    }

    private static int none(Machine machine, Call call, long... arguments) {
        return verdict(machine, new NetworkMode.None(), call.on(machine), arguments);
    }

    @ParameterizedTest
    @EnumSource
    void killsCallsForAnotherMachine(Machine machine) {
        var program = Bpf.program(CallFilter.of(machine, new NetworkMode.None()));
        assertThat(run(program, 0x40000003, 20)).isEqualTo(Bpf.KILL);
        assertThat(run(program, machine.audit, 20)).isEqualTo(Bpf.ALLOW);
    }

    @Test
    void killsX32() {
        assertThat(verdict(Machine.X86_64, new NetworkMode.None(), 0x40000000 | 39))
                .isEqualTo(Bpf.KILL);
        assertThat(verdict(Machine.X86_64, new NetworkMode.None(), -1)).isEqualTo(Bpf.KILL);
    }

    @ParameterizedTest
    @EnumSource
    void doesWhatItsRulesSay(Machine machine) {
        var filter = CallFilter.of(machine, new NetworkMode.None());
        for (var rule : filter.rules()) {
            if (rule instanceof CallRule.Never) {
                assertThat(none(machine, rule.call())).as(rule.words()).isEqualTo(Bpf.ERRNO | rule.answer().number);
            }
        }
        assertThat(none(machine, Call.PTRACE)).isEqualTo(REFUSED);
        assertThat(none(machine, Call.CLONE3)).isEqualTo(ABSENT);
        assertThat(none(machine, Call.CLONE, 0x10000000 | 17)).isEqualTo(REFUSED);
        assertThat(none(machine, Call.CLONE, 0x3D0F00)).isEqualTo(Bpf.ALLOW);
        assertThat(none(machine, Call.IOCTL, 0, 0x5412)).isEqualTo(REFUSED);
        assertThat(none(machine, Call.IOCTL, 0, 0xFFFF_FFFF_0000_5412L)).isEqualTo(REFUSED);
        assertThat(none(machine, Call.IOCTL, 0, 0x5401)).isEqualTo(Bpf.ALLOW);
        assertThat(none(machine, Call.PERSONALITY, 0x40000)).isEqualTo(REFUSED);
        assertThat(none(machine, Call.PERSONALITY, 0xFFFFFFFFL)).isEqualTo(Bpf.ALLOW);
    }

    @ParameterizedTest
    @EnumSource
    void letsNoFileHaveTheRightsOfItsOwner(Machine machine) {
        for (int bits : List.of(04000, 02000, 06755)) {
            assertThat(none(machine, Call.FCHMOD, 3, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, Call.FCHMODAT, -100, 0, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, Call.FCHMODAT2, -100, 0, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, Call.MKNODAT, -100, 0, 0100000 | bits)).isEqualTo(REFUSED);
            assertThat(none(machine, Call.OPENAT, -100, 0, 0102, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, Call.OPENAT, -100, 0, 020200002, bits)).isEqualTo(REFUSED);
            // What makes no file has no mode, whatever lies there.
            assertThat(none(machine, Call.OPENAT, -100, 0, 02, bits)).isEqualTo(Bpf.ALLOW);
        }
        assertThat(none(machine, Call.FCHMOD, 3, 01777)).isEqualTo(Bpf.ALLOW);
        assertThat(none(machine, Call.OPENAT, -100, 0, 0102, 0777)).isEqualTo(Bpf.ALLOW);
        assertThat(none(machine, Call.OPENAT2)).isEqualTo(ABSENT);
    }

    @Test
    void norByTheOlderCalls() {
        assertThat(none(Machine.X86_64, Call.OPEN, 0, 0101, 04755)).isEqualTo(REFUSED);
        assertThat(none(Machine.X86_64, Call.OPEN, 0, 0101, 0755)).isEqualTo(Bpf.ALLOW);
        assertThat(none(Machine.X86_64, Call.CREAT, 0, 02755)).isEqualTo(REFUSED);
        assertThat(none(Machine.X86_64, Call.MKNOD, 0, 0104755)).isEqualTo(REFUSED);
        assertThat(none(Machine.X86_64, Call.CHMOD, 0, 04755)).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @EnumSource
    void letsOnlyTheFamiliesOfTheNetworkThrough(Machine machine) {
        var tunnels = new NetworkMode.Tunnels(List.of(new Capability.Connect("example.org", 443)));
        int socket = Call.SOCKET.on(machine);
        for (int family = 0; family < 64; family++) {
            boolean inet = family == CallFilter.AF_INET || family == CallFilter.AF_INET6;
            boolean unix = family == CallFilter.AF_UNIX;
            assertThat(verdict(machine, new NetworkMode.None(), socket, family))
                    .isEqualTo(inet ? Bpf.ALLOW : NO_FAMILY);
            assertThat(verdict(machine, new NetworkMode.Host(), socket, family))
                    .isEqualTo(inet ? Bpf.ALLOW : NO_FAMILY);
            assertThat(verdict(machine, tunnels, socket, family)).isEqualTo(inet ? Bpf.ALLOW : NO_FAMILY);
            assertThat(none(machine, Call.SOCKETPAIR, family)).isEqualTo(unix ? Bpf.ALLOW : NO_FAMILY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void allowsEveryOtherKnownCallAndNoNewerOne(Machine machine) {
        var filter = CallFilter.of(machine, new NetworkMode.None());
        var ruled = filter.rules().stream().map(rule -> rule.call().on(machine)).toList();
        var random = new Random(4);
        for (int number = 0; number < 600; number++) {
            if (!ruled.contains(number)) {
                assertThat(verdict(machine, new NetworkMode.None(), number, random.nextLong(), random.nextLong()))
                        .isEqualTo(number > filter.newest() ? ABSENT : Bpf.ALLOW);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesEightBytesAnInstructionAndFitsTheKernel(Machine machine) {
        var filter = CallFilter.of(machine, new NetworkMode.None());
        var program = Bpf.program(filter);
        assertThat(Bpf.bytes(filter)).hasSize(program.size() * 8).startsWith(0x20, 0, 0, 0, 4, 0, 0, 0);
        assertThat(program.size()).isLessThan(4096);
    }
}
