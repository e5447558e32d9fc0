package dev.outrigger.web;

import dev.outrigger.system.Sha256;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// What outlives the server, so that an open page goes on after a restart: the site's name, its port, and hashes of the
/// cookies of those who entered in the last seven days. In a file for nobody else's eyes.
public final class EntryState {
    private static final Duration LIFE = Duration.ofDays(7);
    private static final int MOST_COOKIES = 64;
    private static final int NAME_LENGTH = 16;
    private static final int HIGHEST_PORT = 65_535;

    private final Path file;
    private final InstantSource clock;
    private String name;
    private int port;
    /// By hash, oldest first, when each runs out.
    private final Map<String, Instant> cookies = new LinkedHashMap<>();

    private EntryState(Path file, InstantSource clock, String name) {
        this.file = file;
        this.clock = clock;
        this.name = name;
    }

    /// As the file has it. One that is missing or makes no sense lets nobody in, and begins anew. The folder has to be
    /// there.
    public static EntryState in(Path file, InstantSource clock) throws IOException {
        var state = new EntryState(file, clock, Secret.name());
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            return state;
        }
        try {
            if (JsonText.parse(bytes) instanceof Json.Obj object) {
                state.read(new FieldReader(object));
            }
        } catch (MalformedJson | FieldReader.Mistake _) {
            // Not as we write it: everybody enters anew, by another address.
            return new EntryState(file, clock, Secret.name());
        }
        return state;
    }

    private void read(FieldReader fields) throws FieldReader.Mistake {
        var kept = fields.text("name");
        if (kept.length() != NAME_LENGTH || !kept.chars().allMatch(EntryState::isDigit)) {
            throw new FieldReader.Mistake("field `name` must be 16 hexadecimal digits");
        }
        int keptPort = (int) fields.whole("port", 0, HIGHEST_PORT);
        for (var object : fields.objects("cookies")) {
            var cookie = new FieldReader(object);
            var until = Instant.ofEpochSecond(cookie.whole("until", 0, Integer.MAX_VALUE * 2L));
            if (until.isAfter(clock.instant())) {
                cookies.put(cookie.text("sha256"), until);
            }
        }
        name = kept;
        port = keptPort;
    }

    private static boolean isDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    /// The first part of the address: cookies are shared by all ports of one name, so each site has a name of its own.
    public synchronized String name() {
        return name;
    }

    /// The one that was in use last; 0 when none was.
    public synchronized int port() {
        return port;
    }

    synchronized void usePort(int port) throws IOException {
        this.port = port;
        write();
    }

    synchronized boolean knows(String cookie) {
        var until = cookies.get(Sha256.of(cookie));
        return until != null && until.isAfter(clock.instant());
    }

    synchronized String newCookie() throws IOException {
        var cookie = Secret.fresh();
        var now = clock.instant();
        cookies.values().removeIf(until -> !until.isAfter(now));
        while (cookies.size() >= MOST_COOKIES) {
            cookies.remove(cookies.keySet().iterator().next());
        }
        cookies.put(Sha256.of(cookie), now.plus(LIFE));
        write();
        return cookie;
    }

    static long cookieSeconds() {
        return LIFE.toSeconds();
    }

    private void write() throws IOException {
        var kept = new ArrayList<Json>();
        for (var cookie : cookies.entrySet()) {
            kept.add(Json.object()
                    .put("sha256", cookie.getKey())
                    .put("until", cookie.getValue().getEpochSecond())
                    .build());
        }
        var object = Json.object()
                .put("name", name)
                .put("port", port)
                .put("cookies", new Json.Arr(kept))
                .build();
        WholeFile.replace(file, JsonText.bytes(object));
    }
}
