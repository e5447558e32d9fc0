package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.math.BigInteger;
import java.util.regex.Pattern;

/// What a scalar without quotes means, by the core schema of YAML 1.2: `yes` and `1.4.2` are texts.
final class PlainScalar {
    /// Longer than any honest number; what is longer is a text, which no field that wants a number takes.
    private static final int LONGEST_NUMBER = 32;

    private static final Pattern JSON = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,2})?");
    private static final Pattern WHOLE = Pattern.compile("([-+]?)([0-9]+)");
    private static final Pattern OCTAL = Pattern.compile("0o([0-7]+)");
    private static final Pattern HEX = Pattern.compile("0x([0-9a-fA-F]+)");
    private static final Pattern FRACTION = Pattern.compile("([-+]?)([0-9]*)\\.?([0-9]*)((?:[eE][-+]?[0-9]{1,2})?)");

    private PlainScalar() {}

    static Json value(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> Json.Null.NULL;
            case "true", "True", "TRUE" -> Json.of(true);
            case "false", "False", "FALSE" -> Json.of(false);
            default -> text.length() > LONGEST_NUMBER ? Json.of(text) : numberOrText(text);
        };
    }

    private static Json numberOrText(String text) {
        if (JSON.matcher(text).matches()) {
            return new Json.Num(text);
        }
        var whole = WHOLE.matcher(text);
        if (whole.matches()) {
            return number(whole.group(1) + whole.group(2), 10);
        }
        var octal = OCTAL.matcher(text);
        if (octal.matches()) {
            return number(octal.group(1), 8);
        }
        var hex = HEX.matcher(text);
        if (hex.matches()) {
            return number(hex.group(1), 16);
        }
        var fraction = FRACTION.matcher(text);
        if (fraction.matches() && !(fraction.group(2) + fraction.group(3)).isEmpty()) {
            return new Json.Num((fraction.group(1).equals("-") ? "-" : "")
                    + new BigInteger("0" + fraction.group(2))
                    + (fraction.group(3).isEmpty() ? "" : "." + fraction.group(3))
                    + fraction.group(4));
        }
        return Json.of(text);
    }

    private static Json number(String digits, int base) {
        return new Json.Num(new BigInteger(digits, base).toString());
    }
}
