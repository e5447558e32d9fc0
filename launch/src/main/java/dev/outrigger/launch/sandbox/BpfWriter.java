package dev.outrigger.launch.sandbox;

import dev.outrigger.system.ProcessorKind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// Writes a [CallFilter] as the program the kernel runs before every system call: classic BPF, eight bytes an
/// instruction, in the machine's byte order (little on all we know).
final class BpfWriter {
    static final int LOAD = 0x20;
    static final int JUMP_EQUAL = 0x15;
    static final int JUMP_NOT_BELOW = 0x35;
    static final int JUMP_BITS = 0x45;
    static final int RETURN = 0x06;

    static final int ALLOW = 0x7FFF0000;
    static final int KILL = 0x80000000;
    static final int ERRNO = 0x00050000;

    private static final int NUMBER_AT = 0;
    private static final int MACHINE_AT = 4;
    private static final int ARGUMENTS_AT = 16;
    private static final int X32 = 0x40000000;

    /// Jumps count the instructions they skip.
    record Instruction(int code, int ifTrue, int ifFalse, int value) {}

    private final List<Instruction> program = new ArrayList<>();

    private BpfWriter() {}

    static List<Instruction> program(CallFilter filter) {
        var bpf = new BpfWriter();
        bpf.onlyFor(filter.machine());
        for (var rule : filter.rules()) {
            bpf.add(rule, filter.machine());
        }
        bpf.put(JUMP_NOT_BELOW, 0, 1, filter.newest() + 1);
        bpf.put(RETURN, 0, 0, ERRNO | CallRule.Errno.ENOSYS.number);
        bpf.put(RETURN, 0, 0, ALLOW);
        return List.copyOf(bpf.program);
    }

    static byte[] bytes(CallFilter filter) {
        var out = new ByteArrayOutputStream();
        for (var instruction : program(filter)) {
            out.write(instruction.code());
            out.write(instruction.code() >>> 8);
            out.write(instruction.ifTrue());
            out.write(instruction.ifFalse());
            for (int shift = 0; shift < 32; shift += 8) {
                out.write(instruction.value() >>> shift);
            }
        }
        return out.toByteArray();
    }

    private void onlyFor(ProcessorKind machine) {
        put(LOAD, 0, 0, MACHINE_AT);
        put(JUMP_EQUAL, 1, 0, machine.audit);
        put(RETURN, 0, 0, KILL);
        put(LOAD, 0, 0, NUMBER_AT);
        if (machine == ProcessorKind.X86_64) {
            put(JUMP_NOT_BELOW, 0, 1, X32);
            put(RETURN, 0, 0, KILL);
        }
    }

    /// Each rule finds the call's number loaded, and leaves it so for the next.
    private void add(CallRule rule, ProcessorKind machine) {
        int number = rule.call().on(machine);
        int refusal = ERRNO | rule.answer().number;
        switch (rule) {
            case CallRule.Never _ -> {
                put(JUMP_EQUAL, 0, 1, number);
                put(RETURN, 0, 0, refusal);
            }
            case CallRule.NotWith(var _, var argument, var values, var _) ->
                look(number, argument, values, refusal, ALLOW);
            case CallRule.OnlyWith(var _, var argument, var values, var _) ->
                look(number, argument, values, ALLOW, refusal);
            case CallRule.NotWithBits(var _, var argument, var bits, var _) -> {
                put(JUMP_EQUAL, 0, 4, number);
                put(LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
                put(JUMP_BITS, 0, 1, bits);
                put(RETURN, 0, 0, refusal);
                put(RETURN, 0, 0, ALLOW);
            }
            case CallRule.NotWithBitsWhen(var _, var when, var whenBits, var argument, var bits, var _) -> {
                put(JUMP_EQUAL, 0, 6, number);
                put(LOAD, 0, 0, ARGUMENTS_AT + 8 * when);
                put(JUMP_BITS, 0, 3, whenBits);
                put(LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
                put(JUMP_BITS, 0, 1, bits);
                put(RETURN, 0, 0, refusal);
                put(RETURN, 0, 0, ALLOW);
            }
        }
    }

    private void look(int number, int argument, List<Integer> values, int found, int notFound) {
        put(JUMP_EQUAL, 0, values.size() + 3, number);
        put(LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        for (int i = 0; i < values.size(); i++) {
            put(JUMP_EQUAL, values.size() - i, 0, values.get(i));
        }
        put(RETURN, 0, 0, notFound);
        put(RETURN, 0, 0, found);
    }

    private void put(int code, int ifTrue, int ifFalse, int value) {
        program.add(new Instruction(code, ifTrue, ifFalse, value));
    }
}
