package dev.outrigger.jp.trust;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Visible;
import dev.outrigger.workspace.settings.Layer;
import dev.outrigger.workspace.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// How a program stands with its user: everything that decides whether it may run.
///
/// @param recorded the sha256 it had when it was installed, if it was official then; "" for every other
/// @param inWorkspace whether it lies in a folder of the workspace
public record Standing(Plugin plugin, Terms terms, String recorded, boolean inWorkspace, Development development) {

    public static Standing of(Session session, Plugin plugin) throws Problem, OutputFailed {
        return of(session, session.settings(), plugin);
    }

    /// By other settings than those that the session began with.
    public static Standing of(Session session, Settings settings, Plugin plugin) throws Problem {
        var terms = Terms.of(plugin.id(), settings);
        return new Standing(
                plugin, terms, recorded(session, plugin), inWorkspace(session, plugin), Development.of(plugin, terms));
    }

    /// As it is now.
    public static String sha256(Plugin plugin) throws Problem {
        return Sealed.sha256(plugin);
    }

    private static String recorded(Session session, Plugin plugin) {
        if (plugin.source() != Plugin.Source.INSTALLED) {
            return "";
        }
        var one = Installed.read(session.places()).byId(plugin.id());
        return one.isPresent() && one.get().official() ? one.get().sha256().toLowerCase(Locale.ROOT) : "";
    }

    /// Which file it is, all of it, and whether a workspace brought it along: whoever pins a name pins this.
    public String place() {
        return Visible.name(plugin.file().toAbsolutePath().toString())
                + (inWorkspace ? ", which lies in this workspace" : ", which lies in no folder of this workspace");
    }

    /// By the folder, not by where a link leads: who links a program from a folder of their own has chosen it.
    private static boolean inWorkspace(Session session, Plugin plugin) throws Problem {
        var workspace = session.findWorkspace();
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
        return terms.run() == Terms.Run.UNSET && !recorded.isEmpty();
    }

    /// Whether [#verdict] wants to know the program's sha256.
    public boolean pinned() {
        return terms.run() != Terms.Run.DENY && (terms.pin().isPresent() || official());
    }

    /// `sha256` is that of the program, "" when nothing is pinned.
    public Verdict verdict(String sha256) {
        if (terms.run() == Terms.Run.DENY) {
            return new Verdict.Denied(terms.origin("run"));
        }
        var pin = terms.pin();
        if (pin.isPresent() && !pin.get().equals(sha256)) {
            return new Verdict.PinMismatch(pin.get(), sha256, terms.pinOrigin());
        }
        if (official()) {
            return recorded.equals(sha256)
                    ? new Verdict.Approved(Verdict.How.OFFICIAL)
                    : new Verdict.Changed(recorded, sha256);
        }
        if (terms.run() != Terms.Run.UNATTENDED) {
            return new Verdict.Ask(Verdict.Why.NOT_APPROVED);
        }
        return switch (development) {
            // Also in a workspace: the user named this very path.
            case Development.Fit _ -> new Verdict.Approved(Verdict.How.DEVELOPMENT);
            case Development.Unfit(var why) -> new Verdict.DevelopedElsewhere(why);
            case Development.No _ ->
                inWorkspace && !approvedForIt(pin)
                        ? new Verdict.Ask(Verdict.Why.IN_WORKSPACE)
                        : new Verdict.Approved(Verdict.How.UNATTENDED);
        };
    }

    /// What to start, where no checked copy is.
    Path file() {
        return development instanceof Development.Fit(var file) ? file : plugin.file();
    }

    /// Whether it may run only because it is being developed.
    boolean developed() {
        return terms.run() == Terms.Run.UNATTENDED && development instanceof Development.Fit;
    }

    /// A workspace may pin, so that a pin of its own says nothing for a program of its own.
    private boolean approvedForIt(Optional<String> pin) {
        if (pin.isPresent() && !terms.pinOrigin().layer().cameAlong()) {
            return true;
        }
        var layer = terms.origin("run").layer();
        return layer == Layer.USER_WORKSPACE || layer == Layer.OPTION;
    }

    /// Looked at now: for lists, never for a run, which must hash the very bytes that it starts.
    public Verdict verdict() throws Problem {
        return verdict(pinned() ? Sealed.sha256(plugin) : "");
    }

    /// Whether it could be started this moment without a word to anybody.
    public boolean approvedNow() {
        try {
            return verdict() instanceof Verdict.Approved;
        } catch (Problem _) {
            // What cannot be read is not what was pinned.
            return false;
        }
    }
}
