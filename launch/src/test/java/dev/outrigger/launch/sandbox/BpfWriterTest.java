package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.launch.watch.FilterInstruction;
import dev.outrigger.system.ProcessorKind;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BpfWriterTest {
    private static final int REFUSED = FilterInstruction.ERRNO | 1;
    private static final int ABSENT = FilterInstruction.ERRNO | 38;
    private static final int NO_FAMILY = FilterInstruction.ERRNO | 97;

    /// Runs a program as the kernel does, on what it is told of one call.
    private static int run(List<FilterInstruction> program, int machine, int number, long... arguments) {
        int loaded = 0;
        for (int at = 0; ; at++) {
            var now = program.get(at);
            switch (now.code()) {
                case FilterInstruction.LOAD -> loaded = word(now.value(), machine, number, arguments);
                case FilterInstruction.RETURN -> {
                    return now.value();
                }
                case FilterInstruction.JUMP_EQUAL -> at += loaded == now.value() ? now.ifTrue() : now.ifFalse();
                case FilterInstruction.JUMP_NOT_BELOW ->
                    at += Integer.compareUnsigned(loaded, now.value()) >= 0 ? now.ifTrue() : now.ifFalse();
                case FilterInstruction.JUMP_BITS -> at += (loaded & now.value()) != 0 ? now.ifTrue() : now.ifFalse();
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

    private static int verdict(ProcessorKind machine, NetworkMode network, int number, long... arguments) {
        return run(BpfWriter.program(CallFilter.of(machine, network)), machine.audit, number, arguments);
    }

    private static int none(ProcessorKind machine, SystemCall call, long... arguments) {
        return verdict(machine, new NetworkMode.None(), call.on(machine), arguments);
    }

    @ParameterizedTest
    @EnumSource
    void killsCallsForAnotherMachine(ProcessorKind machine) {
        var program = BpfWriter.program(CallFilter.of(machine, new NetworkMode.None()));
        assertThat(run(program, 0x40000003, 20)).isEqualTo(FilterInstruction.KILL);
        assertThat(run(program, machine.audit, 20)).isEqualTo(FilterInstruction.ALLOW);
    }

    @Test
    void killsX32() {
        assertThat(verdict(ProcessorKind.X86_64, new NetworkMode.None(), 0x40000000 | 39))
                .isEqualTo(FilterInstruction.KILL);
        assertThat(verdict(ProcessorKind.X86_64, new NetworkMode.None(), -1)).isEqualTo(FilterInstruction.KILL);
    }

    @ParameterizedTest
    @EnumSource
    void doesWhatItsRulesSay(ProcessorKind machine) {
        var filter = CallFilter.of(machine, new NetworkMode.None());
        for (var rule : filter.rules()) {
            if (rule instanceof CallRule.Never) {
                assertThat(none(machine, rule.call()))
                        .as(rule.words())
                        .isEqualTo(FilterInstruction.ERRNO | rule.answer().number);
            }
        }
        assertThat(none(machine, SystemCall.PTRACE)).isEqualTo(REFUSED);
        assertThat(none(machine, SystemCall.CLONE3)).isEqualTo(ABSENT);
        assertThat(none(machine, SystemCall.CLONE, 0x10000000 | 17)).isEqualTo(REFUSED);
        assertThat(none(machine, SystemCall.CLONE, 0x3D0F00)).isEqualTo(FilterInstruction.ALLOW);
        assertThat(none(machine, SystemCall.IOCTL, 0, 0x5412)).isEqualTo(REFUSED);
        assertThat(none(machine, SystemCall.IOCTL, 0, 0xFFFF_FFFF_0000_5412L)).isEqualTo(REFUSED);
        assertThat(none(machine, SystemCall.IOCTL, 0, 0x5401)).isEqualTo(FilterInstruction.ALLOW);
        assertThat(none(machine, SystemCall.PERSONALITY, 0x40000)).isEqualTo(REFUSED);
        assertThat(none(machine, SystemCall.PERSONALITY, 0xFFFFFFFFL)).isEqualTo(FilterInstruction.ALLOW);
    }

    @ParameterizedTest
    @EnumSource
    void letsNoFileHaveTheRightsOfItsOwner(ProcessorKind machine) {
        for (int bits : List.of(04000, 02000, 06755)) {
            assertThat(none(machine, SystemCall.FCHMOD, 3, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, SystemCall.FCHMODAT, -100, 0, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, SystemCall.FCHMODAT2, -100, 0, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, SystemCall.MKNODAT, -100, 0, 0100000 | bits))
                    .isEqualTo(REFUSED);
            assertThat(none(machine, SystemCall.OPENAT, -100, 0, 0102, bits)).isEqualTo(REFUSED);
            assertThat(none(machine, SystemCall.OPENAT, -100, 0, 020200002, bits))
                    .isEqualTo(REFUSED);
            // What makes no file has no mode, whatever lies there.
            assertThat(none(machine, SystemCall.OPENAT, -100, 0, 02, bits)).isEqualTo(FilterInstruction.ALLOW);
        }
        assertThat(none(machine, SystemCall.FCHMOD, 3, 01777)).isEqualTo(FilterInstruction.ALLOW);
        assertThat(none(machine, SystemCall.OPENAT, -100, 0, 0102, 0777)).isEqualTo(FilterInstruction.ALLOW);
        assertThat(none(machine, SystemCall.OPENAT2)).isEqualTo(ABSENT);
    }

    @Test
    void norByTheOlderCalls() {
        assertThat(none(ProcessorKind.X86_64, SystemCall.OPEN, 0, 0101, 04755)).isEqualTo(REFUSED);
        assertThat(none(ProcessorKind.X86_64, SystemCall.OPEN, 0, 0101, 0755)).isEqualTo(FilterInstruction.ALLOW);
        assertThat(none(ProcessorKind.X86_64, SystemCall.CREAT, 0, 02755)).isEqualTo(REFUSED);
        assertThat(none(ProcessorKind.X86_64, SystemCall.MKNOD, 0, 0104755)).isEqualTo(REFUSED);
        assertThat(none(ProcessorKind.X86_64, SystemCall.CHMOD, 0, 04755)).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @EnumSource
    void letsOnlyTheFamiliesOfTheNetworkThrough(ProcessorKind machine) {
        var tunnels = new NetworkMode.TunnelsOnly(List.of(new Capability.Connect("example.org", 443)));
        int socket = SystemCall.SOCKET.on(machine);
        for (int family = 0; family < 64; family++) {
            boolean inet = family == CallFilter.AF_INET || family == CallFilter.AF_INET6;
            boolean unix = family == CallFilter.AF_UNIX;
            assertThat(verdict(machine, new NetworkMode.None(), socket, family))
                    .isEqualTo(inet ? FilterInstruction.ALLOW : NO_FAMILY);
            assertThat(verdict(machine, new NetworkMode.Host(), socket, family))
                    .isEqualTo(inet ? FilterInstruction.ALLOW : NO_FAMILY);
            assertThat(verdict(machine, tunnels, socket, family)).isEqualTo(inet ? FilterInstruction.ALLOW : NO_FAMILY);
            assertThat(none(machine, SystemCall.SOCKETPAIR, family))
                    .isEqualTo(unix ? FilterInstruction.ALLOW : NO_FAMILY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void allowsEveryOtherKnownCallAndNoNewerOne(ProcessorKind machine) {
        var filter = CallFilter.of(machine, new NetworkMode.None());
        var ruled = filter.rules().stream().map(rule -> rule.call().on(machine)).toList();
        var random = new Random(4);
        for (int number = 0; number < 600; number++) {
            if (!ruled.contains(number)) {
                assertThat(verdict(machine, new NetworkMode.None(), number, random.nextLong(), random.nextLong()))
                        .isEqualTo(number > filter.newest() ? ABSENT : FilterInstruction.ALLOW);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesEightBytesAnInstructionAndFitsTheKernel(ProcessorKind machine) {
        var filter = CallFilter.of(machine, new NetworkMode.None());
        var program = BpfWriter.program(filter);
        assertThat(BpfWriter.bytes(filter)).hasSize(program.size() * 8).startsWith(0x20, 0, 0, 0, 4, 0, 0, 0);
        assertThat(program.size()).isLessThan(4096);
    }
}
