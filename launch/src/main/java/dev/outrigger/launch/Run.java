package dev.outrigger.launch;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Optional;

/// One start of one program. Its cookie is in the environment of everything the program starts, names the host that
/// started it, and is never used twice.
record Run(long hostPid, long hostTicks, String random) {
    static final String VARIABLE = "JP_RUN";

    static Run begin() {
        long pid = ProcessHandle.current().pid();
        long ticks = Proc.stat(pid).map(Proc.Stat::startTicks).orElse(0L);
        return new Run(pid, ticks, freshToken());
    }

    String cookie() {
        return hostPid + "-" + hostTicks + "-" + random;
    }

    static Optional<Run> parse(String cookie) {
        int first = cookie.indexOf('-');
        int second = cookie.indexOf('-', first + 1);
        if (first < 1 || second < 0 || cookie.length() - second - 1 != 32) {
            return Optional.empty();
        }
        try {
            var run = new Run(
                    Long.parseLong(cookie.substring(0, first)),
                    Long.parseLong(cookie.substring(first + 1, second)),
                    cookie.substring(second + 1));
            return run.cookie().equals(cookie) ? Optional.of(run) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    boolean hostAlive() {
        var host = Proc.stat(hostPid);
        return host.isPresent() && !host.get().dead() && host.get().startTicks() == hostTicks;
    }

    /// 128 bits from the kernel: `SecureRandom` would cost more than the rest of a start.
    static String freshToken() {
        try (var source = new FileInputStream("/dev/urandom")) {
            var bytes = source.readNBytes(16);
            return HexFormat.of().formatHex(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("reading /dev/urandom", e);
        }
    }
}
