package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.ProcessorKind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WatchFilterTest {
    private static final List<RefusedCall> REFUSED = List.of(
            new RefusedCall("never", 401, new RefusedCall.When.Always(), 1),
            new RefusedCall("bits", 402, new RefusedCall.When.WithBits(0, 0x10000000), 1),
            new RefusedCall("with", 403, new RefusedCall.When.With(1, List.of(5, 6)), 1),
            new RefusedCall("without", 404, new RefusedCall.When.Without(0, List.of(2, 10)), 1));

    private static final long KNOCK = 0x1234_5678_9ABC_DEF0L;

    private static List<FilterInstruction> program(ProcessorKind processor, SandboxNetwork net) {
        return WatchFilter.program(
                processor, new WatchRules(Set.of(), Set.of(), Set.of(), Map.of(), net, Map.of(), REFUSED), KNOCK);
    }

    /// Runs a program as the kernel does, on what it is told of one call.
    private static boolean asks(List<FilterInstruction> program, int audit, int number, long... arguments) {
        int loaded = 0;
        for (int at = 0; ; at++) {
            var now = program.get(at);
            switch (now.code()) {
                case FilterInstruction.LOAD -> loaded = word(now.value(), audit, number, arguments);
                case FilterInstruction.RETURN -> {
                    assertThat(now.value()).isIn(FilterInstruction.ASK, FilterInstruction.ALLOW);
                    return now.value() == FilterInstruction.ASK;
                }
                case FilterInstruction.JUMP_EQUAL -> at += loaded == now.value() ? now.ifTrue() : now.ifFalse();
                case FilterInstruction.JUMP_BITS -> at += (loaded & now.value()) != 0 ? now.ifTrue() : now.ifFalse();
                default -> throw new AssertionError("no such instruction: " + now);
            }
        }
    }

    private static int word(int offset, int audit, int number, long... arguments) {
        if (offset < 16) {
            return offset == 0 ? number : offset == 4 ? audit : 0;
        }
        int index = (offset - 16) / 8;
        long argument = index < arguments.length ? arguments[index] : 0;
        return (int) (offset % 8 == 0 ? argument : argument >>> 32);
    }

    @ParameterizedTest
    @EnumSource
    void asksAboutWhatIsWatchedAndAboutNothingElse(ProcessorKind processor) {
        var program = program(processor, SandboxNetwork.NONE);
        var numbers = new HashSet<Integer>();
        for (var call : WatchedCall.values()) {
            numbers.add(call.on(processor));
        }
        for (int number = 0; number < 400; number++) {
            boolean watched = numbers.contains(number);
            assertThat(asks(program, processor.audit, number, 1, 1, 1, 1, 1, 1))
                    .as("call %d", number)
                    .isEqualTo(watched);
            assertThat(asks(program, processor.audit ^ 1, number, 1, 1, 1, 1, 1, 1))
                    .isFalse();
        }
        assertThat(program.size()).isLessThan(4096);
    }

    @ParameterizedTest
    @EnumSource
    void asksAboutAMessageOnlyWhenItHasAnAddress(ProcessorKind processor) {
        var program = program(processor, SandboxNetwork.NONE);
        int send = WatchedCall.SENDTO.on(processor);
        assertThat(asks(program, processor.audit, send, 3, 9, 9, 0, 0, 9)).isFalse();
        assertThat(asks(program, processor.audit, send, 3, 9, 9, 0, 0x7fff_0000_1000L, 9))
                .isTrue();
        assertThat(asks(program, processor.audit, send, 3, 9, 9, 0, 0x7fff_0000_0000L, 9))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void asksAboutWhatMayBeAQuestionForAName(ProcessorKind processor) {
        int send = WatchedCall.SENDTO.on(processor);
        int noSignal = 0x4000;
        var within = program(processor, SandboxNetwork.TUNNELS);
        assertThat(asks(within, processor.audit, send, 3, 9, 29, noSignal, 0, 0))
                .isTrue();
        assertThat(asks(within, processor.audit, send, 3, 9, 511, noSignal, 0, 0))
                .isTrue();
        assertThat(asks(within, processor.audit, send, 3, 9, 512, noSignal, 0, 0))
                .isFalse();
        assertThat(asks(within, processor.audit, send, 3, 9, 29, 0, 0, 0)).isFalse();
        var host = program(processor, SandboxNetwork.HOST);
        assertThat(asks(host, processor.audit, send, 3, 9, 29, noSignal, 0, 0)).isFalse();
        assertThat(asks(host, processor.audit, send, 3, 9, 29, noSignal, 0x7fff_0000_0000L, 9))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void letsTheOneMessagePassThatKnocks(ProcessorKind processor) {
        var program = program(processor, SandboxNetwork.NONE);
        int send = WatchedCall.SENDMSG.on(processor);
        long low = KNOCK << 32;
        long high = KNOCK >>> 32 << 32;
        assertThat(asks(program, processor.audit, send, low | 7, 9, high)).isFalse();
        assertThat(asks(program, processor.audit, send, 7, 9, 0)).isTrue();
        assertThat(asks(program, processor.audit, send, low | 7, 9, 0)).isTrue();
        assertThat(asks(program, processor.audit, send, 7, 9, high)).isTrue();
        assertThat(asks(program, processor.audit, WatchedCall.SENDMMSG.on(processor), low | 7, 9, high))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void leavesMerePathsAlone(ProcessorKind processor) {
        var program = program(processor, SandboxNetwork.NONE);
        int open = WatchedCall.OPENAT.on(processor);
        assertThat(asks(program, processor.audit, open, -100, 9, 010000000)).isFalse();
        assertThat(asks(program, processor.audit, open, -100, 9, 02000000)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void leavesMessagesAloneOnTheHostsNetwork(ProcessorKind processor) {
        int send = WatchedCall.SENDMSG.on(processor);
        assertThat(asks(program(processor, SandboxNetwork.HOST), processor.audit, send))
                .isFalse();
        assertThat(asks(program(processor, SandboxNetwork.TUNNELS), processor.audit, send))
                .isTrue();
    }

    @Test
    void asksAboutRefusedCallsByTheirArguments() {
        var program = program(ProcessorKind.X86_64, SandboxNetwork.NONE);
        int audit = ProcessorKind.X86_64.audit;
        assertThat(asks(program, audit, 401)).isTrue();
        assertThat(asks(program, audit, 402, 0x10000011)).isTrue();
        assertThat(asks(program, audit, 402, 0x11)).isFalse();
        assertThat(asks(program, audit, 403, 0, 6)).isTrue();
        assertThat(asks(program, audit, 403, 0, 7)).isFalse();
        assertThat(asks(program, audit, 404, 10)).isFalse();
        assertThat(asks(program, audit, 404, 40)).isTrue();
        assertThat(asks(program, audit, 406, 40)).isFalse();
    }
}
