package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.daemon.Daemon;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The daemon itself; or, without `--foreground`, a process of its own for it that has left the terminal.
final class StartCommand implements ProgramCommand<KagedContext> {
    /// Set by the one who starts a daemon in the background, and waits for this word on its stdout.
    static final String AWAITED = "KAGED_START_AWAITED";

    static final String READY = "ready";

    @Override
    public Command describe() {
        return Command.named("start")
                .about("Start the daemon")
                .longAbout("""
                        Start the daemon.

                        In the background, unless told otherwise: this returns when the daemon answers, or says why it \
                        does not. Plugins are started when they are first called.""")
                .arg(Argument.flag("foreground", "Stay here, with the log on stderr; for systemd and for a look")
                        .shortName('f'))
                .example("kaged start", "returns when the daemon answers")
                .example("kaged start --foreground", "until Ctrl-C");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var home = context.home();
        if (context.values().flag("foreground")) {
            foreground(context, home);
            return 0;
        }
        if (context.running()) {
            throw Daemon.running(home);
        }
        var started = BackgroundStart.start(context.environment());
        context.done();
        var pid = PidLock.pid(home.pid()).orElse(started);
        context.show(
                "kaged " + ProgramVersion.NUMBER + " started, pid " + pid + ", home " + home.root() + "\n",
                Json.object()
                        .put("started", true)
                        .put("version", ProgramVersion.NUMBER)
                        .put("pid", pid)
                        .put("home", home.root().toString())
                        .build());
        return 0;
    }

    private static void foreground(KagedContext context, KagedHome home) throws Problem {
        if (context.environment().containsKey(AWAITED)) {
            Daemon.run(home, context.environment(), StartCommand::tellAndLetGo, null);
        } else {
            Daemon.run(home, context.environment(), () -> {}, context.err());
        }
    }

    /// The JDK puts /dev/null in the place of a standard stream that is closed.
    private static void tellAndLetGo() {
        try (var out = new FileOutputStream(FileDescriptor.out);
                var err = new FileOutputStream(FileDescriptor.err)) {
            out.write((READY + "\n").getBytes(StandardCharsets.US_ASCII));
            err.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("whoever started the daemon has gone", e);
        }
    }
}
