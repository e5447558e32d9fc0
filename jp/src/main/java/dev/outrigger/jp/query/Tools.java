package dev.outrigger.jp.query;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.Toolbox;
import dev.outrigger.assistant.tools.BuiltinTools;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.launch.Launcher;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The tools of a turn: what the sources have, under the names and rules of the settings, as far as the command line
/// wants them.
public final class Tools implements Toolbox {
    private static final Set<String> OPEN_SOURCES = Set.of("plugin", "mcp", "kaged");

    /// A tool and what becomes of it.
    ///
    /// @param enabled whether the assistant sees it
    /// @param shadowedBy the source of another tool that has its name; "" when none has
    public record Offered(Tool tool, boolean enabled, String shadowedBy) {
        public String name() {
            return tool.definition().name();
        }
    }

    private final List<Offered> all;
    private final List<String> notes;

    private Tools(List<Offered> all, List<String> notes) {
        this.all = List.copyOf(all);
        this.notes = List.copyOf(notes);
    }

    /// Built-in and local tools, and those of `more`.
    public static Tools of(Session session, List<ToolSource> more, ToolChoice choice) throws Problem, OutputFailed {
        var root = session.workspace().root();
        var settings = session.settings();
        var launcher = new Launcher(session.places().state());
        var notes = new ArrayList<String>();
        var sources = new ArrayList<ToolSource>();
        sources.add(ToolSource.of(ToolSource.Kind.BUILTIN, () -> BuiltinTools.in(root)));
        sources.add(ToolSource.of(
                ToolSource.Kind.LOCAL,
                () -> new LocalTools(settings, root, session.environment(), launcher).all(notes::add)));
        sources.addAll(more);
        return assembled(settings, sources, choice, notes);
    }

    static Tools assembled(Settings settings, List<ToolSource> sources, ToolChoice choice, List<String> notes)
            throws Problem {
        var assembly = new Assembly(ToolSettings.all(settings), choice, notes);
        assembly.ask(sources);
        return assembly.made();
    }

    /// Every tool there is, the ones that the assistant does not see among them; in the order of names.
    public List<Offered> all() {
        return all;
    }

    /// What somebody should know: a source that failed, a setting that means nothing. One line each.
    public List<String> notes() {
        return notes;
    }

    @Override
    public List<Tool> tools() {
        return all.stream()
                .filter(each -> each.enabled && each.shadowedBy.isEmpty())
                .map(Offered::tool)
                .toList();
    }

    private static final class Assembly {
        private final Map<String, ToolSettings> settings;
        private final ToolChoice choice;
        private final List<String> notes;
        private final Map<String, List<Tool>> byName = new LinkedHashMap<>();
        private boolean everybodyAsked = true;

        Assembly(Map<String, ToolSettings> settings, ToolChoice choice, List<String> notes) {
            this.settings = settings;
            this.choice = choice;
            this.notes = notes;
        }

        void ask(List<ToolSource> sources) {
            var ordered = new ArrayList<>(sources);
            ordered.sort(Comparator.comparing(ToolSource::kind));
            for (var source : ordered) {
                if (choice.wantsNone() || (choice.isByName() && haveAll())) {
                    everybodyAsked = false;
                    return;
                }
                try {
                    source.tools().forEach(this::take);
                } catch (Problem e) {
                    notes.add(e.what() + (e.hint().isEmpty() ? "" : " (" + e.hint() + ")"));
                }
            }
        }

        /// A later source changes nothing any more, unless a setting speaks for it.
        private boolean haveAll() {
            for (var name : choice.only()) {
                var said = settings.get(name);
                var tools = byName.getOrDefault(name, List.of());
                if (tools.isEmpty()
                        || (said != null
                                && !said.source().isEmpty()
                                && tools.stream().noneMatch(said::means))) {
                    return false;
                }
            }
            return true;
        }

        private void take(Tool tool) {
            var name = tool.definition().name();
            for (var said : settings.values()) {
                // Renamed: it is no longer there under its own name.
                name = !said.name().equals(name) && said.means(tool) ? said.name() : name;
            }
            if (ToolDefinition.isName(name)) {
                byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(tool);
            } else {
                notes.add("a tool of " + tool.source() + " is left out, since no model could call it: its name \""
                        + Excerpt.of(name) + "\" has other characters than letters, digits, _ and -, or more than "
                        + ToolDefinition.LONGEST_NAME);
            }
        }

        Tools made() throws Problem {
            var all = new ArrayList<Offered>();
            for (var entry : byName.entrySet()) {
                offer(entry.getKey(), entry.getValue(), all);
            }
            settings.values().forEach(this::complain);
            all.sort(Comparator.comparing(Offered::name));
            for (var wanted : choice.only()) {
                if (!choice.looking()
                        && all.stream().noneMatch(each -> ToolChoice.matches(List.of(wanted), each.name()))) {
                    throw new Problem(
                            "there is no tool " + Excerpt.of(wanted),
                            "There are: " + String.join(", ", byName.keySet()) + ".",
                            2);
                }
            }
            return new Tools(all, notes);
        }

        private void offer(String name, List<Tool> tools, List<Offered> all) {
            var said = settings.get(name);
            int chosen = 0;
            for (int i = tools.size() - 1;
                    i >= 0 && said != null && !said.source().isEmpty();
                    i--) {
                chosen = said.means(tools.get(i)) ? i : chosen;
            }
            boolean wanted = choice.wants(name, said == null || said.enabled());
            for (int i = 0; i < tools.size(); i++) {
                var tool = said != null && i == chosen ? adjusted(tools.get(i), said) : tools.get(i);
                var shadowedBy = i == chosen ? "" : tools.get(chosen).source();
                all.add(new Offered(tool, wanted, shadowedBy));
            }
        }

        private static Tool adjusted(Tool tool, ToolSettings said) {
            var own = tool.definition();
            return new SetTool(
                    tool,
                    new ToolDefinition(said.name(), said.description().orElse(own.description()), own.parameters()),
                    said.consent().orElse(tool.consent()));
        }

        private void complain(ToolSettings said) {
            var source = said.source();
            var head = source.indexOf('.') < 0 ? source : source.substring(0, source.indexOf('.'));
            boolean known = source.isEmpty()
                    || source.equals("builtin")
                    || source.startsWith("builtin.")
                    || source.equals("local")
                    || (OPEN_SOURCES.contains(head) && source.length() > head.length() + 1);
            if (!known) {
                notes.add(said.where("source") + " is \"" + Excerpt.of(source)
                        + "\": it must be builtin, local, plugin.<id> or mcp.<server>");
            } else if (head.equals("kaged")) {
                notes.add(said.where("source") + ": tools of the daemon's plugins cannot be used yet");
            } else if (everybodyAsked && !source.equals("local")) {
                missing(said);
            }
        }

        private void missing(ToolSettings said) {
            var tools = byName.getOrDefault(said.name(), List.of());
            if (said.source().isEmpty() && tools.isEmpty()) {
                notes.add(
                        said.where("") + " is about a tool that is not there; give it a source (local, with a command;"
                                + " plugin.<id>; mcp.<server>), or remove it");
            } else if (!said.source().isEmpty() && tools.stream().noneMatch(said::means)) {
                notes.add(said.where("source") + ": " + Excerpt.of(said.source()) + " has no such tool; `jp tool list`"
                        + " shows what there is");
            }
        }
    }
}
