package dev.outrigger.launch.watch;

import java.util.ArrayList;
import java.util.List;

/// The filter that has the kernel ask about a call. All others are allowed, as far as this filter is concerned.
final class Trap {
    private static final int NUMBER_AT = 0;
    private static final int PROCESSOR_AT = 4;
    private static final int ARGUMENTS_AT = 16;
    private static final int ONLY_A_PATH = 010000000;
    private static final int WITHOUT_A_SIGNAL = 0x4000;
    private static final int LONGER_THAN_A_QUESTION = ~511;

    private final List<Instruction> program = new ArrayList<>();

    private Trap() {}

    /// A message with `knock` in the upper halves of its numbers, where the kernel does not look, passes: it is the one
    /// that hands the listener over, when there is nobody to answer yet.
    static List<Instruction> program(Processor processor, Rules rules, long knock) {
        var trap = new Trap();
        // Calls for another processor are killed by the sandbox's own filter.
        trap.put(Instruction.LOAD, 0, 0, PROCESSOR_AT);
        trap.put(Instruction.JUMP_EQUAL, 1, 0, processor.audit);
        trap.put(Instruction.RETURN, 0, 0, Instruction.ALLOW);
        trap.put(Instruction.LOAD, 0, 0, NUMBER_AT);
        for (var call : Watched.values()) {
            if (call.on(processor) >= 0 && call.matters(rules.net())) {
                trap.add(call, call.on(processor), knock, rules.net());
            }
        }
        for (var call : rules.refused()) {
            trap.add(call);
        }
        trap.put(Instruction.RETURN, 0, 0, Instruction.ALLOW);
        return List.copyOf(trap.program);
    }

    /// Each finds the call's number loaded, and leaves it so for the next.
    private void add(Watched call, int number, long knock, Net net) {
        if (call == Watched.SENDTO && net == Net.HOST) {
            // Without an address it is what every `send` is, and those are many.
            put(Instruction.JUMP_EQUAL, 0, 6, number);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4);
            put(Instruction.JUMP_EQUAL, 0, 2, 0);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4 + 4);
            put(Instruction.JUMP_EQUAL, 1, 0, 0);
            put(Instruction.RETURN, 0, 0, Instruction.ASK);
            put(Instruction.RETURN, 0, 0, Instruction.ALLOW);
        } else if (call == Watched.SENDTO) {
            // Of those, only what may be the C library's question for a name.
            put(Instruction.JUMP_EQUAL, 0, 10, number);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4);
            put(Instruction.JUMP_EQUAL, 0, 6, 0);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 4 + 4);
            put(Instruction.JUMP_EQUAL, 0, 4, 0);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 3);
            put(Instruction.JUMP_EQUAL, 0, 3, WITHOUT_A_SIGNAL);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 2);
            put(Instruction.JUMP_BITS, 1, 0, LONGER_THAN_A_QUESTION);
            put(Instruction.RETURN, 0, 0, Instruction.ASK);
            put(Instruction.RETURN, 0, 0, Instruction.ALLOW);
        } else if (call == Watched.SENDMSG) {
            put(Instruction.JUMP_EQUAL, 0, 6, number);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 4);
            put(Instruction.JUMP_EQUAL, 0, 3, (int) knock);
            put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * 2 + 4);
            put(Instruction.JUMP_EQUAL, 0, 1, (int) (knock >>> 32));
            put(Instruction.RETURN, 0, 0, Instruction.ALLOW);
            put(Instruction.RETURN, 0, 0, Instruction.ASK);
        } else if (call.shape instanceof Watched.Shape.Open(var _, var _, int flags)) {
            // What is opened as a mere path can be neither read nor written by it.
            bits(number, flags, ONLY_A_PATH, Instruction.ALLOW, Instruction.ASK);
        } else {
            put(Instruction.JUMP_EQUAL, 0, 1, number);
            put(Instruction.RETURN, 0, 0, Instruction.ASK);
        }
    }

    private void add(RefusedCall call) {
        switch (call.when()) {
            case RefusedCall.When.Always _ -> {
                put(Instruction.JUMP_EQUAL, 0, 1, call.number());
                put(Instruction.RETURN, 0, 0, Instruction.ASK);
            }
            case RefusedCall.When.WithBits(int argument, int bits) ->
                bits(call.number(), argument, bits, Instruction.ASK, Instruction.ALLOW);
            case RefusedCall.When.With(int argument, var values) ->
                look(call.number(), argument, values, Instruction.ASK, Instruction.ALLOW);
            case RefusedCall.When.Without(int argument, var values) ->
                look(call.number(), argument, values, Instruction.ALLOW, Instruction.ASK);
        }
    }

    private void bits(int number, int argument, int bits, int found, int notFound) {
        put(Instruction.JUMP_EQUAL, 0, 4, number);
        put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        put(Instruction.JUMP_BITS, 0, 1, bits);
        put(Instruction.RETURN, 0, 0, found);
        put(Instruction.RETURN, 0, 0, notFound);
    }

    private void look(int number, int argument, List<Integer> values, int found, int notFound) {
        put(Instruction.JUMP_EQUAL, 0, values.size() + 3, number);
        put(Instruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        for (int i = 0; i < values.size(); i++) {
            put(Instruction.JUMP_EQUAL, values.size() - i, 0, values.get(i));
        }
        put(Instruction.RETURN, 0, 0, notFound);
        put(Instruction.RETURN, 0, 0, found);
    }

    private void put(int code, int ifTrue, int ifFalse, int value) {
        program.add(new Instruction(code, ifTrue, ifFalse, value));
    }
}
