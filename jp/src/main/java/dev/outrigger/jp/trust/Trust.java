package dev.outrigger.jp.trust;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.launch.Diagnosis;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.Prompt.Choice;
import dev.outrigger.terminal.Visible;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way to every start of a plugin. Nothing runs without the user's word, given before or now; what is pinned runs
/// from the copy whose bytes were checked.
public final class Trust implements AutoCloseable {
    private static final List<Choice> ANSWERS =
            List.of(Choice.of('y', "yes"), Choice.of('a', "always"), Choice.byDefault('n', "no"));
    private static final int SHOWN_DIGITS = 16;

    private final Standing standing;
    private final Path file;
    private final @Nullable Sealed seal;

    private Trust(Standing standing, Path file, @Nullable Sealed seal) {
        this.standing = standing;
        this.file = file;
        this.seal = seal;
    }

    /// Asks the user where the settings say so. To be closed when the program has ended.
    public static Trust require(Session session, Plugin plugin) throws Problem, OutputFailed {
        var standing = Standing.of(session, plugin);
        if (!standing.pinned()) {
            return unpinned(session, standing);
        }
        refuseUnfit(session, plugin);
        var seal = Sealed.of(plugin, session.places().state());
        try {
            var verdict = standing.verdict(seal.sha256());
            if (verdict instanceof Verdict.Ask(var why)) {
                ask(session, standing, why, seal.sha256());
            } else {
                refuse(standing, verdict);
            }
            return new Trust(standing, seal.file(), seal);
        } catch (Problem | RuntimeException e) {
            seal.close();
            throw e;
        }
    }

    private static Trust unpinned(Session session, Standing standing) throws Problem, OutputFailed {
        var plugin = standing.plugin();
        var verdict = standing.verdict("");
        if (!(verdict instanceof Verdict.Ask(var why))) {
            refuse(standing, verdict);
            return new Trust(standing, standing.file(), null);
        }
        refuseUnfit(session, plugin);
        var shown = Sealed.sha256(plugin);
        boolean always = ask(session, standing, why, shown);
        if (always) {
            // Pinned from now on, so it runs as such.
            return sealed(session, standing, shown);
        }
        if (!Sealed.sha256(plugin).equals(shown)) {
            throw changedMeanwhile(plugin);
        }
        return new Trust(standing, standing.file(), null);
    }

    private static Trust sealed(Session session, Standing standing, String approved) throws Problem {
        var seal = Sealed.of(standing.plugin(), session.places().state());
        if (!seal.sha256().equals(approved)) {
            seal.close();
            throw changedMeanwhile(standing.plugin());
        }
        return new Trust(standing, seal.file(), seal);
    }

    private static Problem changedMeanwhile(Plugin plugin) {
        return new Problem(plugin.file() + " was changed while you were asked about it", "It was not run.");
    }

    /// Nobody is asked about what cannot be started, and no copy makes executable what was not.
    private static void refuseUnfit(Session session, Plugin plugin) throws Problem {
        var unfit = Diagnosis.of(plugin.file(), session.environment().getOrDefault("PATH", ""));
        if (unfit.isPresent()) {
            throw new Problem(String.valueOf(unfit.get().getMessage()), "");
        }
    }

    /// Never asks: nothing when it may not run without a question, or is not what was pinned.
    public static Optional<Trust> ifApproved(Session session, Plugin plugin) throws Problem, OutputFailed {
        var standing = Standing.of(session, plugin);
        if (!standing.pinned()) {
            return standing.verdict("") instanceof Verdict.Approved
                    ? Optional.of(new Trust(standing, standing.file(), null))
                    : Optional.empty();
        }
        refuseUnfit(session, plugin);
        var seal = Sealed.of(plugin, session.places().state());
        if (standing.verdict(seal.sha256()) instanceof Verdict.Approved) {
            return Optional.of(new Trust(standing, seal.file(), seal));
        }
        seal.close();
        return Optional.empty();
    }

    private static void refuse(Standing standing, Verdict verdict) throws Problem {
        switch (verdict) {
            case Verdict.Approved _ -> {}
            case Verdict.Ask(var why) -> throw Refusal.nobodyToAsk(standing.plugin(), standing.terms(), why);
            case Verdict.Denied(var origin) -> throw Refusal.denied(standing.plugin(), standing.terms(), origin);
            case Verdict.PinMismatch pin -> throw Refusal.mismatch(standing, pin);
            case Verdict.Changed change -> throw Refusal.changed(standing.plugin(), change);
            case Verdict.DevelopedElsewhere(var why) -> throw Refusal.developedElsewhere(standing.plugin(), why);
        }
    }

    /// Whether the answer was to be remembered.
    private static boolean ask(Session session, Standing standing, Verdict.Why why, String sha256)
            throws Problem, OutputFailed {
        var plugin = standing.plugin();
        var answer = new Prompt().ask(question(plugin, why, sha256), ANSWERS);
        if (answer.isEmpty()) {
            throw Refusal.nobodyToAsk(plugin, standing.terms(), why);
        }
        return switch (answer.get().key()) {
            case 'y' -> false;
            case 'a' -> {
                var approval = new Approval(session, plugin.id());
                approval.give(sha256);
                session.printer()
                        .note("jp-" + plugin.id() + " is approved and pinned in " + approval.file()
                                + "; `jp plugin revoke " + plugin.id() + "` takes it back");
                yield true;
            }
            default -> throw Refusal.no(plugin);
        };
    }

    private static String question(Plugin plugin, Verdict.Why why, String sha256) {
        var note = why == Verdict.Why.IN_WORKSPACE
                ? "jp-" + plugin.id() + " lies in this workspace, which your approval of that name does not cover.\n"
                : "";
        return note + "Run " + Visible.name(plugin.file().toString()) + " (sha256 "
                + sha256.substring(0, SHOWN_DIGITS)
                + "…)?\nIt gets your environment and this workspace. `always` remembers this very file.";
    }

    /// What the settings say about the plugin.
    public Terms terms() {
        return standing.terms();
    }

    /// Whether it runs as it is now only because it is being developed: whoever calls it is told.
    public boolean developed() {
        return seal == null && standing.developed();
    }

    /// What to execute.
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        if (seal != null) {
            seal.close();
        }
    }
}
