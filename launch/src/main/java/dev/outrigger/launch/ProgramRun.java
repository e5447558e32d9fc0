package dev.outrigger.launch;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// One start of one program. Its cookie is in the environment of everything the program starts, names the host that
/// started it, and is never used twice.
record ProgramRun(long hostPid, long hostTicks, String random) {
    static final String VARIABLE = "JP_RUN";

    private static final byte[] NAME = "JP_RUN=".getBytes(StandardCharsets.ISO_8859_1);

    static ProgramRun begin() {
        long pid = ProcessHandle.current().pid();
        long ticks = ProcFiles.stat(pid).map(ProcFiles.Stat::startTicks).orElse(0L);
        return new ProgramRun(pid, ticks, freshToken());
    }

    String cookie() {
        return hostPid + "-" + hostTicks + "-" + random;
    }

    static Optional<ProgramRun> parse(String cookie) {
        int first = cookie.indexOf('-');
        int second = cookie.indexOf('-', first + 1);
        if (first < 1 || second < 0 || cookie.length() - second - 1 != 32) {
            return Optional.empty();
        }
        try {
            var run = new ProgramRun(
                    Long.parseLong(cookie.substring(0, first)),
                    Long.parseLong(cookie.substring(first + 1, second)),
                    cookie.substring(second + 1));
            return run.cookie().equals(cookie) ? Optional.of(run) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// Whether an environment, as the kernel shows it, has one of these cookies.
    static boolean belongs(byte[] environment, Set<String> cookies) {
        int from = 0;
        for (int i = 0; i <= environment.length; i++) {
            if (i == environment.length || environment[i] == 0) {
                if (startsWithName(environment, from, i) && anyOf(environment, from + NAME.length, i, cookies)) {
                    return true;
                }
                from = i + 1;
            }
        }
        return false;
    }

    private static boolean startsWithName(byte[] bytes, int from, int to) {
        return to - from > NAME.length && Arrays.equals(bytes, from, from + NAME.length, NAME, 0, NAME.length);
    }

    private static boolean anyOf(byte[] bytes, int from, int to, Set<String> cookies) {
        var chain = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        int start = 0;
        for (int comma = chain.indexOf(','); comma >= 0; comma = chain.indexOf(',', start)) {
            if (cookies.contains(chain.substring(start, comma))) {
                return true;
            }
            start = comma + 1;
        }
        return cookies.contains(chain.substring(start));
    }

    boolean hostAlive() {
        var host = ProcFiles.stat(hostPid);
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
