package dev.outrigger.hosting.trust;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsLayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// How a program stands with its user: everything that decides whether it may run.
///
/// @param recorded the sha256 it had when it was installed, if it was official then; "" for every other
/// @param inWorkspace whether it lies in a folder of the workspace
public record PluginStanding(
        PluginProgram plugin, PluginTerms terms, String recorded, boolean inWorkspace, DevelopedPlugin development) {

    public static PluginStanding of(JpContext context, PluginProgram plugin) throws Problem, OutputFailed {
        return of(context, context.settings(), plugin);
    }

    /// By other settings than those that the session began with.
    public static PluginStanding of(JpContext context, Settings settings, PluginProgram plugin) throws Problem {
        var terms = PluginTerms.of(plugin.id(), settings);
        return new PluginStanding(
                plugin,
                terms,
                recorded(context, plugin),
                inWorkspace(context, plugin),
                DevelopedPlugin.of(plugin, terms));
    }

    /// As it is now.
    public static String sha256(PluginProgram plugin) throws Problem {
        return SealedProgram.sha256(plugin);
    }

    private static String recorded(JpContext context, PluginProgram plugin) {
        if (plugin.source() != PluginProgram.Source.INSTALLED) {
            return "";
        }
        var one = InstalledPrograms.read(context.places()).byId(plugin.id());
        return one.isPresent() && one.get().official() ? one.get().sha256().toLowerCase(Locale.ROOT) : "";
    }

    /// Which file it is, all of it, and whether a workspace brought it along: whoever pins a name pins this.
    public String place() {
        return VisibleText.name(plugin.file().toAbsolutePath().toString())
                + (inWorkspace ? ", which lies in this workspace" : ", which lies in no folder of this workspace");
    }

    /// By the folder, not by where a link leads: who links a program from a folder of their own has chosen it.
    private static boolean inWorkspace(JpContext context, PluginProgram plugin) throws Problem {
        var workspace = context.findWorkspace();
        return workspace.isPresent()
                && folder(plugin.file()).startsWith(workspace.get().root());
    }

    private static Path folder(Path file) {
        var folder = file.toAbsolutePath().resolveSibling("").normalize();
        try {
            return folder.toRealPath();
        } catch (IOException _) {
            // Gone meanwhile, or not ours to see: then nothing will be started from there either.
            return folder;
        }
    }

    /// Whether it counts as approved because it is official.
    private boolean official() {
        return terms.run() == PluginTerms.Run.UNSET && !recorded.isEmpty();
    }

    /// Whether [#verdict] wants to know the program's sha256.
    public boolean pinned() {
        return terms.run() != PluginTerms.Run.DENY && (terms.pin().isPresent() || official());
    }

    /// The one it must have; "" when nothing is pinned.
    String pinnedSha256() {
        return terms.pin().orElse(recorded);
    }

    /// `sha256` is that of the program, "" when nothing is pinned.
    public RunVerdict verdict(String sha256) {
        if (terms.run() == PluginTerms.Run.DENY) {
            return new RunVerdict.Denied(terms.origin("run"));
        }
        var pin = terms.pin();
        if (pin.isPresent() && !pin.get().equals(sha256)) {
            return new RunVerdict.PinMismatch(pin.get(), sha256, terms.pinOrigin());
        }
        if (official()) {
            return recorded.equals(sha256)
                    ? new RunVerdict.Approved(RunVerdict.How.OFFICIAL)
                    : new RunVerdict.Changed(recorded, sha256);
        }
        if (plugin.source() == PluginProgram.Source.SHIPPED && terms.run() != PluginTerms.Run.ASK) {
            return new RunVerdict.Approved(RunVerdict.How.SHIPPED);
        }
        if (terms.run() != PluginTerms.Run.UNATTENDED) {
            return new RunVerdict.Ask(RunVerdict.Why.NOT_APPROVED);
        }
        return switch (development) {
            // Also in a workspace: the user named this very path.
            case DevelopedPlugin.Fit _ -> new RunVerdict.Approved(RunVerdict.How.DEVELOPMENT);
            case DevelopedPlugin.Unfit(var why) -> new RunVerdict.DevelopedElsewhere(why);
            case DevelopedPlugin.No _ ->
                inWorkspace && !approvedForIt(pin.isPresent())
                        ? new RunVerdict.Ask(RunVerdict.Why.IN_WORKSPACE)
                        : new RunVerdict.Approved(RunVerdict.How.UNATTENDED);
        };
    }

    /// What to start, where no checked copy is.
    Path file() {
        return development instanceof DevelopedPlugin.Fit(var file) ? file : plugin.file();
    }

    /// Whether it may run only because it is being developed.
    boolean developed() {
        return terms.run() == PluginTerms.Run.UNATTENDED && development instanceof DevelopedPlugin.Fit;
    }

    /// A workspace may pin, so that a pin of its own says nothing for a program of its own.
    private boolean approvedForIt(boolean pinned) {
        if (pinned && !terms.pinOrigin().layer().cameAlong()) {
            return true;
        }
        var layer = terms.origin("run").layer();
        return layer == SettingsLayer.USER_WORKSPACE || layer == SettingsLayer.OPTION;
    }

    /// Looked at now: for lists, never for a run, which must hash the very bytes that it starts.
    public RunVerdict verdict() throws Problem {
        return verdict(pinned() ? SealedProgram.sha256(plugin) : "");
    }

    /// Whether it could be started this moment without a word to anybody.
    public boolean approvedNow() {
        try {
            return verdict() instanceof RunVerdict.Approved;
        } catch (Problem _) {
            // What cannot be read is not what was pinned.
            return false;
        }
    }
}
