package dev.outrigger.hosting.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `1.2.0`, `1.2.0-beta.3`, `2024.11+linux`: numbers with dots between them; after a `-` what comes before the release
/// of that number; after a `+` what does not matter for the order. Ordered as Semantic Versioning orders them, with
/// absent numbers as 0.
record VersionNumber(List<String> numbers, List<String> before) implements Comparable<VersionNumber> {
    private static final int LONGEST = 64;

    static Optional<VersionNumber> of(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        int plus = text.indexOf('+');
        var ordered = plus < 0 ? text : text.substring(0, plus);
        int dash = ordered.indexOf('-');
        var numbers = parts(dash < 0 ? ordered : ordered.substring(0, dash));
        var before = dash < 0 ? List.<String>of() : parts(ordered.substring(dash + 1));
        boolean well = !numbers.isEmpty()
                && (dash < 0 || !before.isEmpty())
                && (plus < 0 || !parts(text.substring(plus + 1)).isEmpty());
        for (var number : numbers) {
            well &= isNumber(number);
        }
        return well ? Optional.of(new VersionNumber(numbers, before)) : Optional.empty();
    }

    /// None when one of them is empty or has a character that does not belong there.
    private static List<String> parts(String text) {
        var parts = new ArrayList<String>();
        for (int from = 0; from <= text.length(); ) {
            int dot = text.indexOf('.', from);
            int to = dot < 0 ? text.length() : dot;
            if (from == to) {
                return List.of();
            }
            for (int i = from; i < to; i++) {
                char c = text.charAt(i);
                if ((c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-') {
                    return List.of();
                }
            }
            parts.add(text.substring(from, to));
            from = to + 1;
        }
        return parts;
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(VersionNumber other) {
        for (int i = 0; i < Math.max(numbers.size(), other.numbers.size()); i++) {
            int order = byNumber(
                    i < numbers.size() ? numbers.get(i) : "0", i < other.numbers.size() ? other.numbers.get(i) : "0");
            if (order != 0) {
                return order;
            }
        }
        if (before.isEmpty() || other.before.isEmpty()) {
            return Boolean.compare(before.isEmpty(), other.before.isEmpty());
        }
        for (int i = 0; i < Math.min(before.size(), other.before.size()); i++) {
            int order = byPart(before.get(i), other.before.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(before.size(), other.before.size());
    }

    private static int byPart(String one, String two) {
        boolean number = isNumber(one);
        if (number != isNumber(two)) {
            return number ? -1 : 1;
        }
        return number ? byNumber(one, two) : one.compareTo(two);
    }

    /// By their digits: a hostile version may have more of them than a long.
    private static int byNumber(String one, String two) {
        var a = withoutZeros(one);
        var b = withoutZeros(two);
        return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
    }

    private static String withoutZeros(String digits) {
        int at = 0;
        while (at < digits.length() - 1 && digits.charAt(at) == '0') {
            at++;
        }
        return digits.substring(at);
    }
}
