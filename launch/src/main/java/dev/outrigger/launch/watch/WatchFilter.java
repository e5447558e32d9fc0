package dev.outrigger.launch.watch;

import dev.outrigger.system.ProcessorKind;
import java.util.ArrayList;
import java.util.List;

/// The filter that has the kernel ask about a call. All others are allowed, as far as this filter is concerned.
final class WatchFilter {
    private static final int NUMBER_AT = 0;
    private static final int PROCESSOR_AT = 4;
    private static final int ARGUMENTS_AT = 16;
    private static final int ONLY_A_PATH = 010000000;
    private static final int WITHOUT_A_SIGNAL = 0x4000;
    private static final int LONGER_THAN_A_QUESTION = ~511;

    private final List<FilterInstruction> program = new ArrayList<>();

    private WatchFilter() {}

    /// A message with `knock` in the upper halves of its numbers, where the kernel does not look, passes: it is the one
    /// that hands the listener over, when there is nobody to answer yet.
    static List<FilterInstruction> program(ProcessorKind processor, WatchRules rules, long knock) {
        var trap = new WatchFilter();
        // Calls for another processor are killed by the sandbox's own filter.
        trap.put(FilterInstruction.LOAD, 0, 0, PROCESSOR_AT);
        trap.put(FilterInstruction.JUMP_EQUAL, 1, 0, processor.audit);
        trap.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        trap.put(FilterInstruction.LOAD, 0, 0, NUMBER_AT);
        for (var call : WatchedCall.values()) {
            if (call.on(processor) >= 0 && call.matters(rules.net())) {
                trap.add(call, call.on(processor), knock, rules.net());
            }
        }
        for (var call : rules.refused()) {
            trap.add(call);
        }
        trap.put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        return List.copyOf(trap.program);
    }

    /// Each finds the call's number loaded, and leaves it so for the next.
    private void add(WatchedCall call, int number, long knock, SandboxNetwork net) {
        if (call == WatchedCall.SENDTO && net == SandboxNetwork.HOST) {
            // Without an address it is what every `send` is, and those are many.
            put(FilterInstruction.JUMP_EQUAL, 0, 6, number);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4);
            put(FilterInstruction.JUMP_EQUAL, 0, 2, 0);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4 + 4);
            put(FilterInstruction.JUMP_EQUAL, 1, 0, 0);
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        } else if (call == WatchedCall.SENDTO) {
            // Of those, only what may be the C library's question for a name.
            put(FilterInstruction.JUMP_EQUAL, 0, 10, number);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4);
            put(FilterInstruction.JUMP_EQUAL, 0, 6, 0);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4 + 4);
            put(FilterInstruction.JUMP_EQUAL, 0, 4, 0);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 3);
            put(FilterInstruction.JUMP_EQUAL, 0, 3, WITHOUT_A_SIGNAL);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 2);
            put(FilterInstruction.JUMP_BITS, 1, 0, LONGER_THAN_A_QUESTION);
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
        } else if (call == WatchedCall.SENDMSG) {
            put(FilterInstruction.JUMP_EQUAL, 0, 6, number);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 4);
            put(FilterInstruction.JUMP_EQUAL, 0, 3, (int) knock);
            put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 2 + 4);
            put(FilterInstruction.JUMP_EQUAL, 0, 1, (int) (knock >>> 32));
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ALLOW);
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
        } else if (call.shape instanceof WatchedCall.Shape.Open(var _, var _, int flags)) {
            // What is opened as a mere path can be neither read nor written by it.
            bits(number, flags, ONLY_A_PATH, FilterInstruction.ALLOW, FilterInstruction.ASK);
        } else {
            put(FilterInstruction.JUMP_EQUAL, 0, 1, number);
            put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
        }
    }

    private void add(RefusedCall call) {
        switch (call.when()) {
            case RefusedCall.When.Always _ -> {
                put(FilterInstruction.JUMP_EQUAL, 0, 1, call.number());
                put(FilterInstruction.RETURN, 0, 0, FilterInstruction.ASK);
            }
            case RefusedCall.When.WithBits(int argument, int bits) ->
                bits(call.number(), argument, bits, FilterInstruction.ASK, FilterInstruction.ALLOW);
            case RefusedCall.When.With(int argument, var values) ->
                look(call.number(), argument, values, FilterInstruction.ASK, FilterInstruction.ALLOW);
            case RefusedCall.When.Without(int argument, var values) ->
                look(call.number(), argument, values, FilterInstruction.ALLOW, FilterInstruction.ASK);
        }
    }

    private void bits(int number, int argument, int bits, int found, int notFound) {
        put(FilterInstruction.JUMP_EQUAL, 0, 4, number);
        put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        put(FilterInstruction.JUMP_BITS, 0, 1, bits);
        put(FilterInstruction.RETURN, 0, 0, found);
        put(FilterInstruction.RETURN, 0, 0, notFound);
    }

    private void look(int number, int argument, List<Integer> values, int found, int notFound) {
        put(FilterInstruction.JUMP_EQUAL, 0, values.size() + 3, number);
        put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        for (int i = 0; i < values.size(); i++) {
            put(FilterInstruction.JUMP_EQUAL, values.size() - i, 0, values.get(i));
        }
        put(FilterInstruction.RETURN, 0, 0, notFound);
        put(FilterInstruction.RETURN, 0, 0, found);
    }

    private void put(int code, int ifTrue, int ifFalse, int value) {
        program.add(new FilterInstruction(code, ifTrue, ifFalse, value));
    }
}
