package dev.outrigger.launch.watch;

import java.util.ArrayList;
import java.util.List;

/// A filter as it is put together. What is said about a call finds its number loaded, and leaves it so for the next.
public final class FilterProgram {
    /// Where in what the kernel tells of a call these are.
    public static final int NUMBER_AT = 0;

    public static final int PROCESSOR_AT = 4;
    public static final int ARGUMENTS_AT = 16;

    private final List<FilterInstruction> program = new ArrayList<>();

    public void put(int code, int ifTrue, int ifFalse, int value) {
        program.add(new FilterInstruction(code, ifTrue, ifFalse, value));
    }

    /// What becomes of every such call.
    public void always(int number, int verdict) {
        put(FilterInstruction.JUMP_EQUAL, 0, 1, number);
        put(FilterInstruction.RETURN, 0, 0, verdict);
    }

    /// By whether an argument has one of these bits.
    public void bits(int number, int argument, int bits, int found, int notFound) {
        put(FilterInstruction.JUMP_EQUAL, 0, 4, number);
        put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        put(FilterInstruction.JUMP_BITS, 0, 1, bits);
        put(FilterInstruction.RETURN, 0, 0, found);
        put(FilterInstruction.RETURN, 0, 0, notFound);
    }

    /// By whether an argument is one of these.
    public void values(int number, int argument, List<Integer> values, int found, int notFound) {
        put(FilterInstruction.JUMP_EQUAL, 0, values.size() + 3, number);
        put(FilterInstruction.LOAD, 0, 0, ARGUMENTS_AT + 8 * argument);
        for (int i = 0; i < values.size(); i++) {
            put(FilterInstruction.JUMP_EQUAL, values.size() - i, 0, values.get(i));
        }
        put(FilterInstruction.RETURN, 0, 0, notFound);
        put(FilterInstruction.RETURN, 0, 0, found);
    }

    public List<FilterInstruction> instructions() {
        return List.copyOf(program);
    }
}
