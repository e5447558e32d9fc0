package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ControlLine;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// `kaged stop`: asks the daemon to end with all its plugins, and waits until it has.
final class StopCommand implements ProgramCommand<KagedContext> {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    @Override
    public Command describe() {
        return Command.named("stop")
                .about("Stop all plugins and the daemon, and wait until it is gone")
                .example("kaged stop", "plugins are asked to leave before they are made to");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var home = context.home();
        Json told;
        try (var line = context.line()) {
            told = line.ask(new ToDaemon.Stop(), _ -> {});
            line.awaitEnd();
        } catch (ControlLine.Refused e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        } catch (IOException _) {
            // It hung up while it ended: that is what was wanted. Whether it is gone is seen below.
            told = Json.EMPTY;
        }
        awaitGone(home);
        context.done();
        var pid = told instanceof Json.Obj said ? said.get("pid").orElse(Json.Null.NULL) : Json.Null.NULL;
        context.show(
                "kaged stopped\n",
                Json.object().put("stopped", true).put("pid", pid).build());
        return 0;
    }

    private static void awaitGone(KagedHome home) throws Problem {
        long start = System.nanoTime();
        try {
            while (PidLock.held(home.pid())) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw new Problem(
                            "kaged still runs after a minute, pid "
                                    + PidLock.pid(home.pid()).orElse(0),
                            "Its log is in " + home.logs() + "; `kill -9` ends it, and its plugins with it.");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException e) {
            throw new Problem("cannot tell whether kaged has ended: " + FileErrorWords.of(e), "");
        }
    }
}
