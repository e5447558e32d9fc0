package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.control.UnixDatagram;
import dev.outrigger.kaged.service.DaemonLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// What systemd wants to hear from a service of `Type=notify`: that it is ready, that it ends, and, where it asks for
/// it, that it is still alive. Where there is no systemd, nobody is told anything.
final class SystemdNotify {
    private final String socket;
    private final long watchdogMicros;
    private final DaemonLog log;
    private volatile boolean over;

    SystemdNotify(Map<String, String> environment, DaemonLog log) {
        this.socket = environment.getOrDefault("NOTIFY_SOCKET", "");
        this.watchdogMicros = meant(environment) ? number(environment.getOrDefault("WATCHDOG_USEC", "")) : 0;
        this.log = log;
    }

    /// Whether the watchdog is for this process, and not for one that handed its environment down.
    private static boolean meant(Map<String, String> environment) {
        var pid = environment.getOrDefault("WATCHDOG_PID", "");
        return pid.isEmpty() || number(pid) == ProcessHandle.current().pid();
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
    }

    /// `alive` returns while all is well; a daemon that hangs in it is not alive.
    void ready(Runnable alive) {
        tell("READY=1\nMAINPID=" + ProcessHandle.current().pid() + "\n");
        if (watchdogMicros > 0 && !socket.isEmpty()) {
            var pause = Duration.ofNanos(watchdogMicros * 1000 / 3);
            Thread.ofPlatform().daemon().name("watchdog").start(() -> {
                while (!over) {
                    alive.run();
                    tell("WATCHDOG=1\n");
                    LockSupport.parkNanos(pause.toNanos());
                }
            });
        }
    }

    void ends() {
        over = true;
        tell("STOPPING=1\n");
    }

    private void tell(String words) {
        if (socket.isEmpty()) {
            return;
        }
        try {
            UnixDatagram.send(socket, words);
        } catch (IOException e) {
            log.note("the service manager cannot be told: " + e.getMessage());
        }
    }
}
