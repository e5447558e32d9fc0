package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.Version;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.daemon.Daemon;
import dev.outrigger.kaged.store.Home;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The daemon itself; or, without `--foreground`, a process of its own for it that has left the terminal.
final class Start implements BuiltIn {
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
                .arg(Arg.flag("foreground", "Stay here, with the log on stderr; for systemd and for a look")
                        .shortName('f'))
                .example("kaged start", "returns when the daemon answers")
                .example("kaged start --foreground", "until Ctrl-C");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var home = session.home();
        if (session.values().flag("foreground")) {
            foreground(session, home);
            return 0;
        }
        if (session.running()) {
            throw Daemon.running(home);
        }
        var started = Background.start(session.environment());
        session.done();
        var pid = PidLock.pid(home.pid()).orElse(started);
        session.show(
                "kaged " + Version.NUMBER + " started, pid " + pid + ", home " + home.root() + "\n",
                Json.object()
                        .put("started", true)
                        .put("version", Version.NUMBER)
                        .put("pid", pid)
                        .put("home", home.root().toString())
                        .build());
        return 0;
    }

    private static void foreground(Session session, Home home) throws Problem {
        if (session.environment().containsKey(AWAITED)) {
            Daemon.run(home, session.environment(), Start::tellAndLetGo, null);
        } else {
            Daemon.run(home, session.environment(), () -> {}, session.err());
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
