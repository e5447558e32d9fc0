package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.FilterInstruction;
import dev.outrigger.launch.watch.FilterProgram;
import dev.outrigger.system.ProcessorKind;
import java.io.ByteArrayOutputStream;
import java.util.List;

/// Writes a [CallFilter] as the program the kernel runs before every system call: classic BPF, eight bytes an
/// instruction, in the machine's byte order (little on all we know).
final class BpfWriter {
    private static final int X32 = 0x40000000;

    private final FilterProgram program = new FilterProgram();

    private BpfWriter() {}

    static List<FilterInstruction> program(CallFilter filter) {
        var bpf = new BpfWriter();
        bpf.onlyFor(filter.machine());
        for (var rule : filter.rules()) {
            bpf.add(rule, filter.machine());
        }
        bpf.program.put(FilterInstruction.JUMP_NOT_BELOW, 0, 1, filter.newest() + 1);
        bpf.program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ERRNO | CallRule.Errno.ENOSYS.number);
        bpf.program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        return bpf.program.instructions();
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
        program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.PROCESSOR_AT);
        program.put(FilterInstruction.JUMP_EQUAL, 1, 0, machine.audit);
        program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.KILL);
        program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.NUMBER_AT);
        if (machine == ProcessorKind.X86_64) {
            program.put(FilterInstruction.JUMP_NOT_BELOW, 0, 1, X32);
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.KILL);
        }
    }

    /// Each rule finds the call's number loaded, and leaves it so for the next.
    private void add(CallRule rule, ProcessorKind machine) {
        int number = rule.call().on(machine);
        int refusal = FilterInstruction.ERRNO | rule.answer().number;
        switch (rule) {
            case CallRule.Never _ -> program.always(number, refusal);
            case CallRule.NotWith(var _, var argument, var values, var _) ->
                program.values(number, argument, values, refusal, FilterInstruction.ALLOW);
            case CallRule.OnlyWith(var _, var argument, var values, var _) ->
                program.values(number, argument, values, FilterInstruction.ALLOW, refusal);
            case CallRule.NotWithBits(var _, var argument, var bits, var _) ->
                program.bits(number, argument, bits, refusal, FilterInstruction.ALLOW);
            case CallRule.NotWithBitsWhen(var _, var when, var whenBits, var argument, var bits, var _) -> {
                program.put(FilterInstruction.JUMP_EQUAL, 0, 6, number);
                program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * when);
                program.put(FilterInstruction.JUMP_BITS, 0, 3, whenBits);
                program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * argument);
                program.put(FilterInstruction.JUMP_BITS, 0, 1, bits);
                program.put(FilterInstruction.RETURN, 0, 0, refusal);
                program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
            }
        }
    }
}
