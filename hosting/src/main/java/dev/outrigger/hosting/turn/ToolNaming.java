package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.Tool.Consent;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.system.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Under which name a model sees each tool, and whether a call is asked about: made of the tools that there are and of
/// the settings, and of nothing else.
///
/// A permission is looked up by the full name, which nobody can take from another. What a model sees is only made
/// unique: whoever offers a name that is there already can change how the other is shown, never what it may do, nor
/// what a name means that the settings gave.
final class ToolNaming {
    private static final int KEPT = 55;
    private static final int DIGITS = 8;
    private static final String BUILTIN = "builtin";
    private static final String SERVICES = "kaged.";

    /// `<source>/<tool>`. No source has a slash in it.
    record FullName(String source, String tool) {
        static FullName of(Tool tool) {
            return new FullName(
                    tool.source(), tool.fullName().substring(tool.source().length() + 1));
        }

        @Override
        public String toString() {
            return source + "/" + tool;
        }

        /// Whether somebody who says this means a tool of a certain source. A tool's own name may look so, too, and
        /// then is not what they mean.
        static boolean isFull(String name) {
            return name.indexOf('/') >= 0;
        }

        /// Whether somebody who says this, without a source, may mean it.
        boolean isCalled(String name) {
            return !isFull(name) && tool.equals(name);
        }

        /// The same, of one that is kept as text.
        static boolean isCalled(String fullName, String name) {
            return !isFull(name)
                    && fullName.substring(fullName.indexOf('/') + 1).equals(name);
        }

        /// What tells it from one of the same name: the server or the plugin.
        private String qualified() {
            for (var kind : List.of("mcp.", "plugin.", SERVICES)) {
                if (source.startsWith(kind)) {
                    return source.substring(kind.length()) + "__" + tool;
                }
            }
            return source + "__" + tool;
        }
    }

    /// A tool that there is.
    ///
    /// @param own whether it is asked about where the settings say nothing
    /// @param least so strict whatever the settings say
    record Candidate(FullName name, Consent own, Consent least) {}

    /// What one table of the settings says.
    ///
    /// @param table its name
    /// @param source "" when it has none
    record Said(String table, String source, Optional<Consent> run, Optional<Boolean> enabled) {
        /// The one tool that it speaks of, whether there is such a tool or not.
        FullName meaning() {
            int slash = source.indexOf('/');
            if (source.isEmpty()) {
                return new FullName(BUILTIN, table);
            }
            return slash < 0
                    ? new FullName(source, table)
                    : new FullName(source.substring(0, slash), source.substring(slash + 1));
        }

        /// Whether a model gets to see this name for what it means, if at all, and for nothing else.
        private boolean claims() {
            return !source.isEmpty() && ToolDefinition.isName(table);
        }
    }

    /// What holds for a tool of which the settings say nothing.
    record Standard(Optional<Consent> run, boolean enabled) {
        static final Standard NONE = new Standard(Optional.empty(), true);
    }

    /// A tool as it is offered.
    ///
    /// @param shown "" when no name is left for it
    /// @param permitted whether it is unattended because the settings say so
    record Named(FullName name, String shown, Consent consent, boolean enabled, boolean permitted) {}

    /// In how many ways a name was tried that somebody else has, too.
    private enum Form {
        BARE,
        QUALIFIED,
        HASHED
    }

    private final List<Candidate> candidates;
    private final Standard standard;
    private final Map<FullName, List<Said>> said = new HashMap<>();
    private final Map<FullName, Form> forms = new HashMap<>();
    private final Map<FullName, String> fixed = new HashMap<>();
    /// What nobody else is shown as.
    private final Set<String> reserved = new HashSet<>();

    private ToolNaming(List<Candidate> candidates, List<Said> settings, Standard standard) {
        this.candidates = candidates;
        this.standard = standard;
        for (var each : settings) {
            said.computeIfAbsent(each.meaning(), _ -> new ArrayList<>()).add(each);
            if (each.claims()) {
                reserved.add(each.table());
                // Service plugins are always seen with their names.
                if (!each.source().startsWith(SERVICES)) {
                    fixed.putIfAbsent(each.meaning(), each.table());
                }
            }
        }
        for (var each : candidates) {
            var name = each.name();
            if (name.source().equals(BUILTIN) && ToolDefinition.isName(name.tool()) && reserved.add(name.tool())) {
                fixed.putIfAbsent(name, name.tool());
            }
            forms.put(name, name.source().startsWith(SERVICES) ? Form.QUALIFIED : Form.BARE);
        }
    }

    /// One for each candidate, in their order. No full name twice among them, and no table twice in the settings.
    static List<Named> of(List<Candidate> candidates, List<Said> settings, Standard standard) {
        return new ToolNaming(candidates, settings, standard).named();
    }

    private List<Named> named() {
        while (!doubles().isEmpty() && moved()) {
            // A name that is still double takes the next form. Forms only rise, so this ends.
        }
        var lost = doubles();
        var named = new ArrayList<Named>();
        for (var each : candidates) {
            named.add(named(each, lost.contains(each.name()) ? "" : shown(each.name())));
        }
        return named;
    }

    private Named named(Candidate candidate, String shown) {
        var consent = candidate.own();
        Optional<Boolean> enable = Optional.empty();
        Optional<Consent> run = Optional.empty();
        for (var each : said.getOrDefault(candidate.name(), List.of())) {
            // Of two tables about one tool the stricter counts.
            run = each.run().isEmpty()
                    ? run
                    : Optional.of(
                            stricter(each.run().get(), run.orElse(each.run().get())));
            enable = each.enabled().isEmpty()
                    ? enable
                    : Optional.of(each.enabled().get() && enable.orElse(true));
        }
        run = run.or(standard::run);
        boolean enabled = enable.orElse(standard.enabled());
        consent = stricter(run.orElse(consent), candidate.least());
        boolean permitted = consent == Consent.UNATTENDED && run.isPresent() && candidate.own() != consent;
        return new Named(candidate.name(), shown, consent, enabled, permitted);
    }

    static Consent stricter(Consent one, Consent other) {
        return strictness(one) >= strictness(other) ? one : other;
    }

    private static int strictness(Consent consent) {
        return switch (consent) {
            case UNATTENDED -> 0;
            case ASK -> 1;
            case SKIP -> 2;
        };
    }

    /// Those that cannot have the name that they would be shown as.
    private Set<FullName> doubles() {
        var byShown = new HashMap<String, List<FullName>>();
        for (var each : candidates) {
            if (!fixed.containsKey(each.name())) {
                byShown.computeIfAbsent(shown(each.name()), _ -> new ArrayList<>())
                        .add(each.name());
            }
        }
        var doubles = new HashSet<FullName>();
        byShown.forEach((shown, names) -> {
            if (names.size() > 1 || reserved.contains(shown)) {
                doubles.addAll(names);
            }
        });
        return doubles;
    }

    /// False when none of them has another form left.
    private boolean moved() {
        boolean moved = false;
        for (var name : doubles()) {
            var next = next(name);
            moved |= next != form(name);
            forms.put(name, next);
        }
        return moved;
    }

    private Form next(FullName name) {
        return switch (form(name)) {
            case BARE -> Form.QUALIFIED;
            case QUALIFIED, HASHED -> Form.HASHED;
        };
    }

    private Form form(FullName name) {
        return forms.getOrDefault(name, Form.BARE);
    }

    private String shown(FullName name) {
        var given = fixed.get(name);
        if (given != null) {
            return given;
        }
        return switch (form(name)) {
            case BARE -> fitted(bare(name), name);
            case QUALIFIED -> fitted(plain(name.qualified()), name);
            case HASHED -> hashed(plain(name.qualified()), name);
        };
    }

    /// By the table that speaks of it, where that has a name of its own for it.
    private String bare(FullName name) {
        for (var each : said.getOrDefault(name, List.of())) {
            if (!each.table().isEmpty()) {
                return plain(each.table());
            }
        }
        return plain(name.tool());
    }

    private static String fitted(String plain, FullName name) {
        return ToolDefinition.isName(plain) ? plain : hashed(plain, name);
    }

    private static String hashed(String plain, FullName name) {
        return plain.substring(0, Math.min(plain.length(), KEPT)) + "_"
                + Sha256.of(name.toString()).substring(0, DIGITS);
    }

    private static String plain(String name) {
        var plain = new StringBuilder(name);
        for (int i = 0; i < plain.length(); i++) {
            if (!ToolDefinition.isName(String.valueOf(plain.charAt(i)))) {
                plain.setCharAt(i, '_');
            }
        }
        return plain.toString();
    }
}
