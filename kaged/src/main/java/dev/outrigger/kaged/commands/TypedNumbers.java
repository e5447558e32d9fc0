package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.program.Problem;

/// Numbers that people type.
final class TypedNumbers {
    private TypedNumbers() {}

    static int whole(String name, String text, int least, int most) throws Problem {
        if (text.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new Problem(
                name + " is '" + text + "': it must be a whole number from " + least + " to " + most,
                "",
                Problem.USAGE);
    }
}
