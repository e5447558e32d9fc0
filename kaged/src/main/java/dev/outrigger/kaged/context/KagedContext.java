package dev.outrigger.kaged.context;

import dev.outrigger.kaged.control.ControlLine;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.project.ProjectRecordFiles;
import dev.outrigger.kaged.project.ProjectRecords;
import dev.outrigger.kaged.store.InstalledPlugins;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramContext;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a command works with. The daemon is looked for when a command first asks it something: `kaged --version` never
/// does.
public final class KagedContext extends ProgramContext {
    /// An exit code: the daemon does not run.
    public static final int NOT_RUNNING = 3;

    private final OutputStream err;

    public KagedContext(
            Map<String, String> environment,
            Path folder,
            ArgumentValues values,
            Printer printer,
            StreamLook look,
            OutputStream err) {
        super(environment, folder, values, printer, look);
        this.err = err;
    }

    public OutputStream err() {
        return err;
    }

    public KagedHome home() throws Problem {
        try {
            return KagedHome.of(environment());
        } catch (StoreProblem e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        }
    }

    /// As they lie there: read without the daemon, which need not run.
    public InstalledPlugins plugins() throws Problem {
        return new PluginStore(home());
    }

    /// The same of the projects.
    public ProjectRecords projects() throws Problem {
        return new ProjectRecordFiles(home().projects());
    }

    /// One thing asked and answered. What comes before the answer is heard by `progress`.
    public Json ask(ToDaemon asked, ControlLine.Progress progress) throws Problem, OutputFailed {
        try (var line = line()) {
            try {
                var answer = line.ask(asked, progress);
                if (changes(asked)) {
                    done();
                }
                return answer;
            } catch (ControlLine.Refused e) {
                throw new RefusalAdvice(line, plugins()).on(e.error(), asked);
            }
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private static boolean changes(ToDaemon asked) {
        return switch (asked) {
            case ToDaemon.Install install -> install.accepted();
            case ToDaemon.Remove _, ToDaemon.Switch _, ToDaemon.Share _, ToDaemon.AuditRetain _, ToDaemon.Stop _ ->
                true;
            case ToDaemon.AcceptTools _ -> true;
            case ToDaemon.LoadProject _, ToDaemon.UnloadProject _, ToDaemon.Fetch _, ToDaemon.Decide _ -> true;
            // What a plugin does with a call is the plugin's: who cannot hear its answer has not been served.
            case ToDaemon.Call _, ToDaemon.Replay _ -> false;
            case ToDaemon.Hello _,
                    ToDaemon.Status _,
                    ToDaemon.Metrics _,
                    ToDaemon.PluginList _,
                    ToDaemon.PlanInstall _,
                    ToDaemon.ProjectList _,
                    ToDaemon.ProjectStatus _,
                    ToDaemon.PlanConsent _,
                    ToDaemon.PluginTools _,
                    ToDaemon.PlanReplay _,
                    ToDaemon.AuditRows _,
                    ToDaemon.AuditAnchoring _,
                    ToDaemon.AuditVerify _,
                    ToDaemon.Logs _,
                    ToDaemon.Trace _ -> false;
        };
    }

    public Json.Obj ask(ToDaemon asked) throws Problem, OutputFailed {
        return ask(asked, _ -> {}) instanceof Json.Obj object ? object : Json.EMPTY;
    }

    /// The daemon, or why there is none.
    public ControlLine line() throws Problem, OutputFailed {
        var line = connect();
        if (line.isEmpty()) {
            throw new Problem(
                    "kaged is not running (home: " + home().root() + ")",
                    "Start it with `kaged start`.",
                    KagedContext.NOT_RUNNING);
        }
        var daemon = line.get().daemon();
        if (!daemon.equals(ProgramVersion.NUMBER)) {
            printer()
                    .note("note: this is kaged " + ProgramVersion.NUMBER + ", and the daemon is " + daemon
                            + ": `kaged stop && kaged start` brings them together");
        }
        return line.get();
    }

    /// Whether a daemon answers.
    public boolean running() throws Problem {
        try (var line = connect().orElse(null)) {
            return line != null;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /// Nothing when no daemon runs.
    public Optional<ControlLine> connect() throws Problem {
        var home = home();
        try {
            return Optional.of(ControlLine.open(home.socket(), ProgramVersion.NUMBER));
        } catch (ControlLine.Refused e) {
            throw RefusalWords.words(e.error());
        } catch (IOException e) {
            return absent(home, e);
        }
    }

    private static Optional<ControlLine> absent(KagedHome home, IOException why) throws Problem {
        boolean held;
        try {
            held = PidLock.held(home.pid());
        } catch (IOException e) {
            throw new Problem(
                    "no word from kaged: " + home.socket() + " cannot be opened: " + reason(why),
                    "It may be another user's; KAGED_HOME says whose is meant.");
        }
        if (!held) {
            return Optional.empty();
        }
        var pid = PidLock.pid(home.pid());
        throw new Problem(
                "kaged runs" + (pid.isPresent() ? " (pid " + pid.getAsLong() + ")" : "") + ", but does not answer at "
                        + home.socket() + ": " + reason(why),
                "It may be starting or ending: try again; its log is in " + home.logs() + ".");
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private Problem lost(IOException e) throws Problem {
        return new Problem(
                "the daemon went away before it answered (" + reason(e) + ")", "Its log is in " + home().logs() + ".");
    }

    /// A result that is JSON for people, too.
    public void showJson(Json json) throws OutputFailed {
        if (json()) {
            printer().result(json);
        } else {
            printer().print(PrintChannel.CONTENT, PrintFormat.JSON, "", JsonText.text(json) + "\n");
        }
    }
}
