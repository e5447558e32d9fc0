package dev.outrigger.hosting.trust;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.launch.CheckedCopy;
import dev.outrigger.launch.StartDiagnosis;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.Prompt.Choice;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way to every start of a plugin. Nothing runs without the user's word, given before or now; what is pinned runs
/// from the copy whose bytes were checked.
public final class PluginTrust implements AutoCloseable {
    private static final List<Choice> ANSWERS =
            List.of(Choice.of('y', "yes"), Choice.of('a', "always"), Choice.byDefault('n', "no"));
    private static final int SHOWN_DIGITS = 16;

    private final PluginStanding standing;
    private final Path file;
    private final @Nullable SealedProgram seal;
    private final @Nullable CheckedCopy copy;

    private PluginTrust(PluginStanding standing, Path file, @Nullable SealedProgram seal) {
        this(standing, file, seal, null);
    }

    private PluginTrust(PluginStanding standing, Path file, @Nullable SealedProgram seal, @Nullable CheckedCopy copy) {
        this.standing = standing;
        this.file = file;
        this.seal = seal;
        this.copy = copy;
    }

    /// The same as [#require], for one run. What may run without a question if its bytes are those that were pinned is
    /// checked by the process that becomes it, where that can be: then nobody waits for it here.
    public static PluginTrust forRun(JpContext context, PluginProgram plugin) throws Problem, OutputFailed {
        var standing = PluginStanding.of(context, plugin);
        return standing.pinned() && checkedAtStart(standing)
                ? atStart(standing, context.places().state())
                : require(context, standing);
    }

    /// One with options may have to be asked about them before it runs, one that is contained is started by others.
    private static boolean checkedAtStart(PluginStanding standing) {
        var terms = standing.terms();
        return !terms.contain()
                && terms.options().fields().isEmpty()
                && standing.verdict(standing.pinnedSha256()) instanceof RunVerdict.Approved
                && CheckedCopy.possible(standing.plugin().file());
    }

    private static PluginTrust atStart(PluginStanding standing, Path state) throws Problem {
        var plugin = standing.plugin();
        var seal = SealedProgram.atStart(plugin, state, standing.pinnedSha256());
        return new PluginTrust(standing, seal.file(), seal, new CheckedCopy(plugin.file(), seal.sha256()));
    }

    /// Asks the user where the settings say so. To be closed when the program has ended.
    public static PluginTrust require(JpContext context, PluginProgram plugin) throws Problem, OutputFailed {
        return require(context, PluginStanding.of(context, plugin));
    }

    private static PluginTrust require(JpContext context, PluginStanding standing) throws Problem, OutputFailed {
        if (!standing.pinned()) {
            return unpinned(context, standing);
        }
        var plugin = standing.plugin();
        refuseUnfit(context, plugin);
        var seal = SealedProgram.of(plugin, context.places().state());
        try {
            var verdict = standing.verdict(seal.sha256());
            if (verdict instanceof RunVerdict.Ask(var why)) {
                ask(context, standing, why, seal.sha256());
            } else {
                refuse(standing, verdict);
            }
            return new PluginTrust(standing, seal.file(), seal);
        } catch (Problem | RuntimeException e) {
            seal.close();
            throw e;
        }
    }

    private static PluginTrust unpinned(JpContext context, PluginStanding standing) throws Problem, OutputFailed {
        var plugin = standing.plugin();
        var verdict = standing.verdict("");
        if (!(verdict instanceof RunVerdict.Ask(var why))) {
            refuse(standing, verdict);
            return new PluginTrust(standing, standing.file(), null);
        }
        refuseUnfit(context, plugin);
        var shown = SealedProgram.sha256(plugin);
        boolean always = ask(context, standing, why, shown);
        if (always) {
            // Pinned from now on, so it runs as such.
            return sealed(context, standing, shown);
        }
        if (!SealedProgram.sha256(plugin).equals(shown)) {
            throw changedMeanwhile(plugin);
        }
        return new PluginTrust(standing, standing.file(), null);
    }

    private static PluginTrust sealed(JpContext context, PluginStanding standing, String approved) throws Problem {
        var seal = SealedProgram.of(standing.plugin(), context.places().state());
        if (!seal.sha256().equals(approved)) {
            seal.close();
            throw changedMeanwhile(standing.plugin());
        }
        return new PluginTrust(standing, seal.file(), seal);
    }

    private static Problem changedMeanwhile(PluginProgram plugin) {
        return new Problem(plugin.file() + " was changed while you were asked about it", "It was not run.");
    }

    /// Nobody is asked about what cannot be started, and no copy makes executable what was not.
    private static void refuseUnfit(JpContext context, PluginProgram plugin) throws Problem {
        var unfit = StartDiagnosis.of(plugin.file(), context.environment().getOrDefault("PATH", ""));
        if (unfit.isPresent()) {
            throw new Problem(String.valueOf(unfit.get().getMessage()), "");
        }
    }

    /// Never asks: nothing when it may not run without a question, or is not what was pinned.
    public static Optional<PluginTrust> ifApproved(JpContext context, PluginProgram plugin)
            throws Problem, OutputFailed {
        var standing = PluginStanding.of(context, plugin);
        if (!standing.pinned()) {
            return standing.verdict("") instanceof RunVerdict.Approved
                    ? Optional.of(new PluginTrust(standing, standing.file(), null))
                    : Optional.empty();
        }
        refuseUnfit(context, plugin);
        var seal = SealedProgram.of(plugin, context.places().state());
        if (standing.verdict(seal.sha256()) instanceof RunVerdict.Approved) {
            return Optional.of(new PluginTrust(standing, seal.file(), seal));
        }
        seal.close();
        return Optional.empty();
    }

    private static void refuse(PluginStanding standing, RunVerdict verdict) throws Problem {
        switch (verdict) {
            case RunVerdict.Approved _ -> {}
            case RunVerdict.Ask(var why) ->
                throw TrustRefusalWords.nobodyToAsk(standing.plugin(), standing.terms(), why);
            case RunVerdict.Denied(var origin) ->
                throw TrustRefusalWords.denied(standing.plugin(), standing.terms(), origin);
            case RunVerdict.PinMismatch pin -> throw TrustRefusalWords.mismatch(standing, pin);
            case RunVerdict.Changed change -> throw TrustRefusalWords.changed(standing.plugin(), change);
            case RunVerdict.DevelopedElsewhere(var why) ->
                throw TrustRefusalWords.developedElsewhere(standing.plugin(), why);
        }
    }

    /// Whether the answer was to be remembered.
    private static boolean ask(JpContext context, PluginStanding standing, RunVerdict.Why why, String sha256)
            throws Problem, OutputFailed {
        var plugin = standing.plugin();
        var answer = new Prompt().ask(question(plugin, why, sha256), ANSWERS);
        if (answer.isEmpty()) {
            throw TrustRefusalWords.nobodyToAsk(plugin, standing.terms(), why);
        }
        return switch (answer.get().key()) {
            case 'y' -> false;
            case 'a' -> {
                var approval = new PluginApproval(context, plugin.id());
                approval.give(sha256);
                context.printer()
                        .note("jp-" + plugin.id() + " is approved and pinned in " + approval.file()
                                + "; `jp plugin revoke " + plugin.id() + "` takes it back");
                yield true;
            }
            default -> throw TrustRefusalWords.no(plugin);
        };
    }

    private static String question(PluginProgram plugin, RunVerdict.Why why, String sha256) {
        var note = why == RunVerdict.Why.IN_WORKSPACE
                ? "jp-" + plugin.id() + " lies in this workspace, which your approval of that name does not cover.\n"
                : "";
        return note + "Run " + VisibleText.name(plugin.file().toString()) + " (sha256 "
                + sha256.substring(0, SHOWN_DIGITS)
                + "…)?\nIt gets your environment and this workspace. `always` remembers this very file.";
    }

    /// What the settings say about the plugin.
    public PluginTerms terms() {
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

    /// Of what that is to be a copy; null when it is there.
    public @Nullable CheckedCopy copy() {
        return copy;
    }

    /// It was to be checked at its start, and did not start: says why, if it is for what it is.
    public void sayWhatIsWrong(JpContext context) throws Problem {
        if (copy != null) {
            try (var now = SealedProgram.of(standing.plugin(), context.places().state())) {
                refuse(standing, standing.verdict(now.sha256()));
            }
        }
    }

    @Override
    public void close() {
        if (seal != null) {
            seal.close();
        }
    }
}
