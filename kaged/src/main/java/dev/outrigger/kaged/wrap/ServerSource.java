package dev.outrigger.kaged.wrap;

import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import java.util.List;
import java.util.regex.Pattern;

/// What an MCP server is made from.
public sealed interface ServerSource {
    /// A package of npm's, and which version of it; none for the latest.
    record Npm(String name, String version) implements ServerSource {
        private static final Pattern SPEC = Pattern.compile(
                "((?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*)" + "(?:@([0-9A-Za-z][0-9A-Za-z.+-]*))?");

        public static Npm of(String spec) throws Problem {
            var found = SPEC.matcher(spec);
            if (!found.matches() || spec.length() > LONGEST) {
                throw new Problem(
                        Excerpt.of(spec) + " is no package of npm's: PACKAGE, or PACKAGE@VERSION",
                        "Addresses, files and ranges are not taken: a version is pinned.",
                        Problem.USAGE);
            }
            var version = found.group(2);
            return new Npm(found.group(1), version == null ? "" : version);
        }

        String spec() {
            return version.isEmpty() ? name : name + "@" + version;
        }
    }

    /// A package of the Python index, and which version of it; none for the latest.
    record Pypi(String name, String version) implements ServerSource {
        private static final Pattern SPEC =
                Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:==([0-9A-Za-z][0-9A-Za-z.!+-]*))?");

        public static Pypi of(String spec) throws Problem {
            var found = SPEC.matcher(spec);
            if (!found.matches() || spec.length() > LONGEST) {
                throw new Problem(
                        Excerpt.of(spec) + " is no package of the Python index: PACKAGE, or PACKAGE==VERSION",
                        "Addresses, files and ranges are not taken: a version is pinned.",
                        Problem.USAGE);
            }
            var version = found.group(2);
            return new Pypi(found.group(1), version == null ? "" : version);
        }

        String spec() {
            return version.isEmpty() ? name : name + "==" + version;
        }
    }

    /// A program that is on this machine already, and its arguments.
    record Plain(List<String> words) implements ServerSource {
        public Plain {
            words = List.copyOf(words);
        }
    }

    int LONGEST = 300;
}
