package dev.outrigger.hosting.context;

import dev.outrigger.assistant.providers.KeyRing;
import dev.outrigger.assistant.providers.KeySource;
import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramContext;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.DamagedConversation;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a command works with. The workspace and the settings are looked up when a command first asks for them: `jp
/// --version` never does.
public final class JpContext extends ProgramContext {
    private static final String NOBODY = "none";

    private final Command commands;
    private final UserPlaces places;
    private final RunLog log;
    private @Nullable Workspace workspace;
    private @Nullable Settings settings;
    private @Nullable ConversationId conversation;

    public JpContext(
            Command commands,
            Map<String, String> environment,
            Path folder,
            ArgumentValues values,
            Printer printer,
            StreamLook look,
            UserPlaces places,
            RunLog log) {
        super(environment, folder, values, printer, look);
        this.commands = commands;
        this.places = places;
        this.log = log;
    }

    /// Those that jp itself has: the group that all others are in.
    public Command commands() {
        return commands;
    }

    /// For the programs that the user's own settings and variables name, wherever they are used: a cloned workspace
    /// must not put another in their place, so no PATH leads into it.
    public Map<String, String> environmentOutside() throws Problem {
        var path = environment().getOrDefault("PATH", "");
        var outside = SearchPath.outside(path, List.of(grounds()));
        if (outside.equals(path)) {
            return environment();
        }
        var other = new HashMap<>(environment());
        other.put("PATH", outside);
        return other;
    }

    /// What may be a stranger's. In no workspace but the user's own it is the folder that the user stands in; yet not
    /// their home, nor what is above it: what lies there on PATH they have put there themselves.
    private Path grounds() throws Problem {
        var here = findWorkspace();
        if (here.isPresent() && !here.get().isOwn(places)) {
            return here.get().root();
        }
        var home = environment().getOrDefault("HOME", "");
        return home.startsWith("/") && Path.of(home).normalize().startsWith(folder()) ? places.own() : folder();
    }

    public UserPlaces places() {
        return places;
    }

    public RunLog log() {
        return log;
    }

    /// How much fits on a line.
    public int columns() {
        return look().terminal() ? look().width() : 160;
    }

    /// The one that we are in; where we are in none, the user's own, which is made if need be.
    public Workspace workspace() throws Problem {
        var found = findWorkspace();
        try {
            var here = found.isPresent() ? found.get() : Workspace.makeOwn(places);
            workspace = here;
            tellIfOwn(here);
            return here;
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    private void tellIfOwn(Workspace here) {
        var words = "there is no workspace here or above: this is in your own, in " + places.own()
                + ", for all folders without one; `jp init` makes one of a folder (said once)";
        try {
            if (here.isOwn(places)
                    && !folder().startsWith(here.root())
                    && printer().shows(PrintChannel.CHROME)
                    && ShownNotices.first(places, words)) {
                printer().note(words);
            }
        } catch (OutputFailed e) {
            log.add(LogLevel.WARN, "jp", "not said: " + words + ": " + e.getMessage());
        }
    }

    /// Never the user's own, unless we stand in it.
    public Workspace workspaceAround() throws Problem {
        var found = findWorkspace();
        if (found.isEmpty()
                || (found.get().isOwn(places)
                        && !folder().startsWith(found.get().root())
                        && values().text("workspace").isEmpty())) {
            throw new Problem(
                    "there is no workspace in " + folder() + " or above it",
                    "Make one with `jp init`, or name one with `--workspace DIR`.");
        }
        return found.get();
    }

    /// Makes none: where we are in none, it is the user's own if there is one already.
    public Optional<Workspace> findWorkspace() throws Problem {
        if (workspace == null) {
            try {
                var named = values().text("workspace");
                workspace = named.isPresent()
                        ? Workspace.at(folder().resolve(named.get()))
                        : Workspace.find(folder()).orElse(null);
                if (workspace == null) {
                    workspace = Workspace.own(places).orElse(null);
                }
            } catch (WorkspaceProblem e) {
                throw WorkspaceProblemWords.of(e);
            }
        }
        return Optional.ofNullable(workspace);
    }

    public Conversations conversations() throws Problem {
        return conversations("jp");
    }

    /// `holder` is what people read who find one of them locked.
    public Conversations conversations(String holder) throws Problem {
        return new Conversations(
                workspace().storage(),
                holder,
                new AnnouncedOriginals(workspace(), places, printer()),
                new UserCache(workspace(), places));
    }

    /// The settings that hold here; what is odd about them is said once.
    public Settings settings() throws Problem, OutputFailed {
        if (settings == null) {
            settings = loadSettings();
            var sources = keySources(settings);
            log.withoutKeys(() -> KeyRing.of(sources, environment()));
            for (var warning : settings.warnings()) {
                if (!warning.once()) {
                    printer().note("warning: " + warning.text());
                } else if (printer().shows(PrintChannel.CHROME) && ShownNotices.first(places, warning.matter())) {
                    printer().note(warning.text() + " (said once)");
                }
            }
        }
        return settings;
    }

    /// So that nothing is said of them, not even what is said once: nobody reads it while typing.
    public void readSettingsSilently() throws Problem {
        if (settings == null) {
            settings = loadSettings();
        }
    }

    /// Where the keys of all providers are, by the settings and by custom.
    public List<KeySource> keySources() throws Problem, OutputFailed {
        return keySources(settings());
    }

    private static List<KeySource> keySources(Settings settings) {
        var sources = new ArrayList<>(Providers.USUAL_KEYS);
        for (var provider : Providers.NAMES) {
            var prefix = "providers." + provider + ".api_key_";
            sources.add(new KeySource(settings.text(prefix + "env"), ""));
            sources.add(new KeySource("", settings.text(prefix + "file")));
        }
        return sources;
    }

    /// The same, without a word about what is odd.
    public Settings loadSettings() throws Problem {
        try {
            return Settings.load(sources());
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    /// Tells whether the settings may have changed, without reading them; nothing when that cannot be told.
    public Optional<String> settingsStamp() throws Problem {
        try {
            return Settings.stamp(sources());
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    private SettingsSources sources() throws Problem {
        return new SettingsSources(
                places,
                findWorkspace().orElse(null),
                folder(),
                environment(),
                conversationSettings(),
                values().all("cfg"));
    }

    private Json.Obj conversationSettings() throws Problem {
        var inUse = conversation == null ? conversationInUse() : Optional.of(conversation);
        if (inUse.isEmpty()) {
            return Json.EMPTY;
        }
        try {
            return conversations().settings(inUse.get());
        } catch (NoSuchConversation _) {
            return Json.EMPTY;
        } catch (DamagedConversation | IOException e) {
            log.add(
                    LogLevel.WARN,
                    "jp",
                    "the settings of conversation " + inUse.get() + " do not count: " + e.getMessage());
            return Json.EMPTY;
        }
    }

    /// The conversation that was chosen at this terminal, in this workspace; it may be gone by now.
    public Optional<ConversationId> conversationInUse() throws Problem {
        var here = findWorkspace();
        if (here.isEmpty()) {
            return Optional.empty();
        }
        try {
            var digits = here.get().userFolder(places).current(terminalSession());
            return digits.isPresent() ? ConversationId.parse(digits.get()) : Optional.empty();
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    public void use(ConversationId id) throws Problem {
        try {
            workspace().userFolder(places).setCurrent(terminalSession(), id.digits(), JpContext::isHere);
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    /// Who uses a conversation: whoever sits at this terminal. All calls without one share a name.
    private static String terminalSession() {
        return TerminalSession.here().map(TerminalSession::text).orElse(NOBODY);
    }

    private static boolean isHere(String session) {
        return session.equals(NOBODY)
                || TerminalSession.parse(session).filter(TerminalSession::lives).isPresent();
    }

    @Override
    protected Map<String, String> pagerEnvironment() {
        if (!look().terminal()) {
            return environment();
        }
        try {
            return environmentOutside();
        } catch (Problem _) {
            // Whatever is wrong with the workspace, what is shown may be just that; a pager is not needed for it.
            var without = new HashMap<>(environment());
            without.put("PAGER", "");
            return without;
        }
    }

    /// The same call, with the settings of this conversation in place of those of the one in use. They are read anew,
    /// and nothing is said of what is odd about them.
    public JpContext inConversation(ConversationId id) throws Problem {
        var other = new JpContext(commands, environment(), folder(), values(), printer(), look(), places, log);
        other.workspace = workspace();
        other.conversation = id;
        other.readSettingsSilently();
        return other;
    }

    /// A call with these values in another environment and workspace.
    public JpContext elsewhere(Map<String, String> environment, Workspace workspace, ArgumentValues values) {
        var places = UserPlaces.of(environment);
        var session = new JpContext(commands, environment, workspace.root(), values, printer(), look(), places, log);
        session.workspace = workspace;
        return session;
    }
}
