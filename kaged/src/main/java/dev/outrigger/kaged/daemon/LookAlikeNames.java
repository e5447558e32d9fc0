package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.store.StoreStanding;
import java.util.ArrayList;
import java.util.List;

/// Names that a hurried reader takes for one another: `ollama` and `o11ama`.
final class LookAlikeNames {
    private LookAlikeNames() {}

    /// A line for each of the installed that is another one and looks like this.
    static List<String> of(String name, List<StoreStanding> installed) {
        var lines = new ArrayList<String>();
        for (var other : installed) {
            if (!other.name().equals(name) && shape(other.name()).equals(shape(name))) {
                lines.add("its name looks like that of " + other.name() + ", which is installed and is ANOTHER plugin");
            }
        }
        return lines;
    }

    /// The same for all that look alike, as plugins' names are written.
    private static String shape(String name) {
        return name.replace("-", "")
                .replace('0', 'o')
                .replace('1', 'l')
                .replace('i', 'l')
                .replace('j', 'l')
                .replace('5', 's')
                .replace('2', 'z')
                .replace('8', 'b')
                .replace("rn", "m")
                .replace("vv", "w")
                .replace("cl", "d")
                .replaceAll("(.)\\1+", "$1");
    }
}
