package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.Toolbox;
import dev.outrigger.assistant.tools.BuiltinTools;
import dev.outrigger.assistant.tools.LocalTool;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.launch.Launcher;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The tools of a turn: what the sources have, under the names and rules of the settings ([ToolNaming]), as far as the
/// command line wants them.
public final class TurnTools implements Toolbox {
    /// A tool and what becomes of it. Its definition has the name that the model sees.
    ///
    /// @param enabled whether the assistant sees it
    public record Offered(Tool tool, boolean enabled) {
        public String name() {
            return tool.definition().name();
        }

        /// For programs.
        public Json.Obj json() {
            var definition = tool.definition();
            return Json.object()
                    .put("name", name())
                    .put("full_name", tool.fullName())
                    .put("source", tool.source())
                    .put("enabled", enabled)
                    .put("run", tool.consent().name().toLowerCase(Locale.ROOT))
                    .put("caution", tool.caution())
                    .put("description", definition.description())
                    .put("parameters", definition.parameters())
                    .build();
        }
    }

    private final List<Offered> all;
    private final List<String> notes;

    private TurnTools(List<Offered> all, List<String> notes) {
        this.all = List.copyOf(all);
        this.notes = List.copyOf(notes);
    }

    /// Built-in and local tools, and those of `more`.
    public static TurnTools of(JpContext context, List<ToolSource> more, ToolChoice choice)
            throws Problem, OutputFailed {
        return of(context, more, choice, SeenDefinitions.of(context.places()));
    }

    static TurnTools of(JpContext context, List<ToolSource> more, ToolChoice choice, UnattendedRule permissions)
            throws Problem, OutputFailed {
        var root = context.workspace().root();
        var settings = context.settings();
        var launcher = new Launcher(context.places().state());
        var notes = new ArrayList<String>();
        var local = new LocalToolSettings(settings, root, context.folder(), context.environment(), launcher);
        var sources = new ArrayList<ToolSource>();
        sources.add(ToolSource.of(ToolSource.Kind.BUILTIN, () -> BuiltinTools.in(root)));
        sources.add(ToolSource.of(ToolSource.Kind.LOCAL, () -> local.all(notes::add)));
        sources.addAll(more);
        return assembled(settings, sources, choice, permissions, notes);
    }

    static TurnTools assembled(
            Settings settings,
            List<ToolSource> sources,
            ToolChoice choice,
            UnattendedRule permissions,
            List<String> notes)
            throws Problem {
        var assembly = new Assembly(settings, choice, permissions, notes);
        assembly.ask(sources);
        return assembly.made();
    }

    /// Every tool there is, the ones that the assistant does not see among them; in the order of names.
    public List<Offered> all() {
        return all;
    }

    /// The one of this name: as the model sees it, in full, or its own where only one has that.
    public Optional<Offered> find(String name) throws Problem {
        for (var each : all) {
            if (each.name().equals(name) || each.tool().fullName().equals(name)) {
                return Optional.of(each);
            }
        }
        var called = all.stream()
                .filter(each -> ToolNaming.FullName.of(each.tool()).isCalled(name))
                .toList();
        if (called.size() > 1) {
            throw several(
                    name, called.stream().map(each -> each.tool().fullName()).toList());
        }
        return called.stream().findFirst();
    }

    private static Problem several(String name, List<String> fullNames) {
        return new Problem(
                "several tools are called " + Excerpt.of(name),
                "Name one: "
                        + String.join(
                                ", ", fullNames.stream().map(VisibleText::name).toList()) + ".",
                2);
    }

    /// What somebody should know: a source that failed, a setting that means nothing. One line each.
    public List<String> notes() {
        return notes;
    }

    @Override
    public List<Tool> tools() {
        return all.stream().filter(Offered::enabled).map(Offered::tool).toList();
    }

    private static final class Assembly {
        private final Map<String, ToolSettings> settings;
        private final ToolNaming.Standard standard;
        private final ToolChoice choice;
        private final UnattendedRule permissions;
        private final List<String> notes;
        private final Map<ToolNaming.FullName, Tool> tools = new LinkedHashMap<>();
        private boolean everybodyAsked = true;

        Assembly(Settings settings, ToolChoice choice, UnattendedRule permissions, List<String> notes) {
            this.settings = ToolSettings.all(settings);
            this.standard = ToolSettings.standard(settings);
            this.choice = choice;
            this.permissions = permissions;
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
                    source.tools().forEach(tool -> tools.putIfAbsent(ToolNaming.FullName.of(tool), tool));
                } catch (Problem e) {
                    notes.add(e.what() + (e.hint().isEmpty() ? "" : " (" + e.hint() + ")"));
                }
            }
        }

        /// A later source changes nothing any more: what is named is the user's own or jp's, or is named in full.
        private boolean haveAll() {
            for (var name : choice.only()) {
                var said = settings.get(name);
                boolean have = (said != null && !said.source().isEmpty())
                        ? tools.containsKey(said.meaning())
                        : tools.keySet().stream()
                                .anyMatch(each -> each.toString().equals(name)
                                        || (isOurs(each.source()) && each.tool().equals(name)));
                if (!have) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isOurs(String source) {
            return source.equals(BuiltinTools.SOURCE) || source.equals(LocalTool.SOURCE);
        }

        TurnTools made() throws Problem {
            var candidates = new ArrayList<ToolNaming.Candidate>();
            tools.forEach((name, tool) -> candidates.add(new ToolNaming.Candidate(name, tool.consent(), tool.least())));
            var named = ToolNaming.of(
                    candidates,
                    settings.values().stream().map(ToolSettings::said).toList(),
                    standard);
            var wanted = wanted(named);
            var objections = objections(named);
            notes.addAll(objections.values());
            var all = new ArrayList<Offered>();
            for (var each : named) {
                if (each.shown().isEmpty()) {
                    notes.add(VisibleText.name(each.name().toString())
                            + " is left out: no name is left that a model could call it by");
                } else {
                    all.add(new Offered(set(each, objections), choice.wants(each, wanted)));
                }
            }
            settings.values().forEach(this::complain);
            all.sort(Comparator.comparing(Offered::name));
            return new TurnTools(all, notes);
        }

        /// The tools that the command line names, each for itself.
        private List<ToolNaming.Named> wanted(List<ToolNaming.Named> named) throws Problem {
            var wanted = new ArrayList<ToolNaming.Named>();
            for (var name : choice.looking() ? List.<String>of() : choice.only()) {
                var exact = named.stream()
                        .filter(each -> ToolChoice.isExactly(name, each))
                        .findFirst();
                var called = named.stream()
                        .filter(each -> ToolChoice.isCalled(name, each))
                        .toList();
                if (exact.isEmpty() && called.size() > 1) {
                    throw several(
                            name,
                            called.stream().map(each -> each.name().toString()).toList());
                }
                if (called.isEmpty() && named.stream().noneMatch(each -> ToolChoice.fits(name, each))) {
                    throw new Problem(
                            "there is no tool " + Excerpt.of(name),
                            "There are: "
                                    + String.join(
                                            ", ",
                                            named.stream()
                                                    .map(ToolNaming.Named::shown)
                                                    .toList())
                                    + ".",
                            2);
                }
                exact.or(() -> called.stream().findFirst()).ifPresent(wanted::add);
            }
            return wanted;
        }

        /// A name in the settings does not say what a server or a plugin will offer under it some day.
        private Map<String, String> objections(List<ToolNaming.Named> named) {
            return permissions.objections(named.stream()
                    .filter(each -> each.permitted() && !isOurs(each.name().source()))
                    .map(this::tool)
                    .toList());
        }

        private Tool tool(ToolNaming.Named named) {
            var tool = tools.get(named.name());
            if (tool == null) {
                throw new IllegalStateException("named, and not there: " + named.name());
            }
            return tool;
        }

        private Tool set(ToolNaming.Named named, Map<String, String> objections) {
            var tool = tool(named);
            var objection = objections.getOrDefault(tool.fullName(), "");
            var own = tool.definition();
            var words = settings.values().stream()
                    .filter(each -> each.meaning().equals(named.name()))
                    .flatMap(each -> each.description().stream())
                    .findFirst();
            return new ConfiguredTool(
                    tool,
                    new ToolDefinition(named.shown(), words.orElse(own.description()), own.parameters()),
                    objection.isEmpty() ? named.consent() : Tool.Consent.ASK,
                    objection);
        }

        private void complain(ToolSettings said) {
            var source = said.meaning().source();
            if (!isSource(source) || said.source().endsWith("/")) {
                notes.add(said.where("source") + " is \"" + VisibleText.name(Excerpt.of(said.source()))
                        + "\": it must be builtin, local, plugin.<id> or mcp.<server>, with /<tool> behind it when"
                        + " the tool has another name there");
            } else if (source.startsWith("kaged.")) {
                notes.add(said.where("source") + ": tools of the daemon's plugins cannot be used yet");
            } else if (everybodyAsked && !said.source().equals("local") && !tools.containsKey(said.meaning())) {
                missing(said);
            }
        }

        private static boolean isSource(String source) {
            int dot = source.indexOf('.');
            return switch (dot < 0 ? source : source.substring(0, dot)) {
                case "builtin", "local" -> dot < 0;
                case "plugin", "mcp", "kaged" -> dot > 0 && dot < source.length() - 1;
                default -> false;
            };
        }

        private void missing(ToolSettings said) {
            if (!said.source().isEmpty()) {
                notes.add(said.where("source") + ": there is no tool "
                        + VisibleText.name(Excerpt.of(said.meaning().toString()))
                        + "; `jp tool list` shows what there is");
                return;
            }
            var others = tools.keySet().stream()
                    .filter(each -> each.tool().equals(said.name()))
                    .map(ToolNaming.FullName::source)
                    .toList();
            notes.add(said.where("") + " is about a tool that is not there; "
                    + (others.isEmpty()
                            ? "give it a source (local, with a command; plugin.<id>; mcp.<server>), or remove it"
                            : "give it the source that is meant: " + Excerpt.of(String.join(" or ", others))));
        }
    }
}
