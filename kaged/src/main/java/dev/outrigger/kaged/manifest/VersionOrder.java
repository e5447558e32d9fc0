package dev.outrigger.kaged.manifest;

import java.math.BigInteger;

/// Which of two versions is the later one, as `1.10.0` is later than `1.9.2` and than `1.10.0-beta.2`.
public final class VersionOrder {
    private VersionOrder() {}

    public static int compare(String one, String other) {
        var left = parts(one);
        var right = parts(other);
        int numbers = compare(left[0].split("\\."), right[0].split("\\."));
        if (numbers != 0 || left[1].equals(right[1])) {
            return numbers;
        }
        // What has a mark behind its numbers comes before what has none.
        if (left[1].isEmpty() || right[1].isEmpty()) {
            return left[1].isEmpty() ? 1 : -1;
        }
        return compare(left[1].split("\\."), right[1].split("\\."));
    }

    /// The numbers, and the mark behind a dash; what stands behind a plus says nothing of its age.
    private static String[] parts(String version) {
        var known = version.split("\\+", 2)[0];
        int dash = known.indexOf('-');
        return dash < 0 ? new String[] {known, ""} : new String[] {known.substring(0, dash), known.substring(dash + 1)};
    }

    private static int compare(String[] one, String[] other) {
        for (int i = 0; i < Math.max(one.length, other.length); i++) {
            int each = compareStep(i < one.length ? one[i] : "0", i < other.length ? other[i] : "0");
            if (each != 0) {
                return each;
            }
        }
        return 0;
    }

    private static int compareStep(String one, String other) {
        boolean numbers = one.matches("[0-9]+") && other.matches("[0-9]+");
        return numbers ? new BigInteger(one).compareTo(new BigInteger(other)) : one.compareTo(other);
    }
}
