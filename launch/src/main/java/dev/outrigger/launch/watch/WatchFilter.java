package dev.outrigger.launch.watch;

import dev.outrigger.system.ProcessorKind;
import java.util.List;

/// The filter that has the kernel ask about a call. All others are allowed, as far as this filter is concerned.
final class WatchFilter {
    private static final int ONLY_A_PATH = 010000000;
    private static final int WITHOUT_A_SIGNAL = 0x4000;
    private static final int LONGER_THAN_A_QUESTION = ~511;

    private final FilterProgram program = new FilterProgram();

    private WatchFilter() {}

    /// A message with `knock` in the upper halves of its numbers, where the kernel does not look, passes: it is the one
    /// that hands the listener over, when there is nobody to answer yet.
    static List<FilterInstruction> program(ProcessorKind processor, WatchRules rules, long knock) {
        var trap = new WatchFilter();
        // Calls for another processor are killed by the sandbox's own filter.
        trap.program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.PROCESSOR_AT);
        trap.program.put(FilterInstruction.JUMP_EQUAL, 1, 0, processor.audit);
        trap.program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        trap.program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.NUMBER_AT);
        for (var call : WatchedCall.values()) {
            if (call.on(processor) >= 0 && call.matters(rules.net())) {
                trap.add(call, call.on(processor), knock, rules.net());
            }
        }
        for (var call : rules.refused()) {
            trap.add(call);
        }
        trap.program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        return trap.program.instructions();
    }

    /// Each finds the call's number loaded, and leaves it so for the next.
    private void add(WatchedCall call, int number, long knock, SandboxNetwork net) {
        if (call == WatchedCall.SENDTO && net == SandboxNetwork.HOST) {
            // Without an address it is what every `send` is, and those are many.
            program.put(FilterInstruction.JUMP_EQUAL, 0, 6, number);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 4);
            program.put(FilterInstruction.JUMP_EQUAL, 0, 2, 0);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 4 + 4);
            program.put(FilterInstruction.JUMP_EQUAL, 1, 0, 0);
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        } else if (call == WatchedCall.SENDTO) {
            // Of those, only what may be the C library's question for a name.
            program.put(FilterInstruction.JUMP_EQUAL, 0, 10, number);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 4);
            program.put(FilterInstruction.JUMP_EQUAL, 0, 6, 0);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 4 + 4);
            program.put(FilterInstruction.JUMP_EQUAL, 0, 4, 0);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 3);
            program.put(FilterInstruction.JUMP_EQUAL, 0, 3, WITHOUT_A_SIGNAL);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 2);
            program.put(FilterInstruction.JUMP_BITS, 1, 0, LONGER_THAN_A_QUESTION);
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        } else if (call == WatchedCall.SENDMSG) {
            program.put(FilterInstruction.JUMP_EQUAL, 0, 6, number);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 4);
            program.put(FilterInstruction.JUMP_EQUAL, 0, 3, (int) knock);
            program.put(FilterInstruction.LOAD, 0, 0, FilterProgram.ARGUMENTS_AT + 8 * 2 + 4);
            program.put(FilterInstruction.JUMP_EQUAL, 0, 1, (int) (knock >>> 32));
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
            program.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
        } else if (call.shape instanceof WatchedCall.Shape.Open(var _, var _, int flags)) {
            // What is opened as a mere path can be neither read nor written by it.
            program.bits(number, flags, ONLY_A_PATH, FilterInstruction.ALLOW, FilterInstruction.ASK);
        } else {
            program.always(number, FilterInstruction.ASK);
        }
    }

    private void add(RefusedCall call) {
        switch (call.when()) {
            case RefusedCall.When.Always _ -> {
                program.always(call.number(), FilterInstruction.ASK);
            }
            case RefusedCall.When.WithBits(int argument, int bits) ->
                program.bits(call.number(), argument, bits, FilterInstruction.ASK, FilterInstruction.ALLOW);
            case RefusedCall.When.With(int argument, var values) ->
                program.values(call.number(), argument, values, FilterInstruction.ASK, FilterInstruction.ALLOW);
            case RefusedCall.When.Without(int argument, var values) ->
                program.values(call.number(), argument, values, FilterInstruction.ALLOW, FilterInstruction.ASK);
        }
    }
}
