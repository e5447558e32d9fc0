package dev.outrigger.terminal;

import java.util.List;

/// For whom results are written: `--format text|json`, and `--json`, which is shorter. Both programs have it from here,
/// so that every command of either takes both forms.
public final class OutputFormat {
    private static final String FORMAT = "format";
    private static final String JSON = "json";

    private OutputFormat() {}

    /// The root with these options, which every command below it understands.
    public static Command in(Command root) {
        return root.arg(Argument.option(FORMAT, "FORMAT", "How results are written")
                        .possibleValues("text", JSON)
                        .defaultValue("text")
                        .everywhere())
                .arg(Argument.flag(JSON, "The same as --format json").everywhere());
    }

    public static Printer.Mode of(ArgumentValues values) {
        boolean json = values.flag(JSON) || values.text(FORMAT).orElse("").equals(JSON);
        return json ? Printer.Mode.JSON : Printer.Mode.TEXT;
    }

    /// Of words that could not be understood it is guessed who reads the answer.
    public static Printer.Mode guessed(List<String> words) {
        int format = words.indexOf("--" + FORMAT);
        boolean json = words.contains("--" + JSON)
                || words.contains("--" + FORMAT + "=" + JSON)
                || (format >= 0
                        && format + 1 < words.size()
                        && words.get(format + 1).equals(JSON));
        return json ? Printer.Mode.JSON : Printer.Mode.TEXT;
    }
}
