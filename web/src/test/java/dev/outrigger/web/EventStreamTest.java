package dev.outrigger.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventStreamTest {
    private static final int MANY = 300;
    private static final String LONG = "\"" + "x".repeat(100_000) + "\"";

    private final PlainSite site = new PlainSite();

    @TempDir
    private Path folder;

    private WebServer server;
    private String cookie;

    @BeforeEach
    void start() throws IOException {
        var state = EntryState.in(folder.resolve("entry.json"), InstantSource.system());
        server = WebServer.start(new ServerAddress(0, null, List.of("box.example")), state, site);
        cookie = state.newCookie();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawClient page() {
        return new RawClient(server).cookie(cookie).fromOurPage();
    }

    private EventStream next() throws InterruptedException {
        var stream = site.opened.poll(20, TimeUnit.SECONDS);
        assertThat(stream).isNotNull();
        return stream;
    }

    @Test
    void whatIsSentArrivesInOrderWithItsIds() throws Exception {
        try (var socket = page().open("GET", "/stream", "");
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            var stream = next();
            stream.send("1", "put", "{\"a\":1}");
            stream.send("", "note", "{}");
            stream.send("2", "put", "{\"a\":\"ü\"}");
            stream.end();
            var lines = in.lines().filter(line -> line.contains(": ")).toList();
            assertThat(lines)
                    .containsSubsequence(
                            "id: 1",
                            "event: put",
                            "data: {\"a\":1}",
                            "event: note",
                            "data: {}",
                            "id: 2",
                            "event: put",
                            "data: {\"a\":\"ü\"}");
            assertThat(site.over.poll(20, TimeUnit.SECONDS)).isSameAs(stream);
        }
    }

    @Test
    void ofWhatGrowsOnlyTheLatestIsMadeAndSent() {
        var stream = new EventStream();
        var made = new AtomicInteger();
        for (int i = 0; i < 1000; i++) {
            int state = i;
            stream.latest("live", "put", () -> {
                made.incrementAndGet();
                return "" + state;
            });
        }
        stream.latest("old", "put", () -> "never");
        stream.forget("old");
        stream.end();
        var out = new ByteArrayOutputStream();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> stream.write(out)))
                .isNull();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("data: 999").doesNotContain("data: 998", "never");
        assertThat(made).hasValue(1);
    }

    @Test
    void streamsAreForPagesOfOurs() throws IOException {
        assertThat(new RawClient(server).cookie(cookie).get("/stream").status()).isEqualTo(403);
        for (var site : List.of("cross-site", "same-site", "none")) {
            assertThat(new RawClient(server)
                            .cookie(cookie)
                            .with("Sec-Fetch-Site: " + site)
                            .get("/stream")
                            .status())
                    .isEqualTo(403);
        }
        assertThat(new RawClient(server).fromOurPage().get("/stream").status()).isEqualTo(403);
        // By a name that the user has listed, where browsers do not say from where they come.
        var listed = new RawClient(server).host("box.example:" + server.port()).cookie(cookie);
        assertThat(listed.with("Sec-Fetch-Site: cross-site").get("/stream").status())
                .isEqualTo(403);
        assertThat(site.opened).isEmpty();
    }

    @Test
    void aPageByAnotherNameOfTheUsersFollowsThoughItsBrowserDoesNotSayFromWhere() throws Exception {
        var listed = new RawClient(server).host("box.example:" + server.port()).cookie(cookie);
        try (var socket = listed.open("GET", "/stream", "")) {
            assertThat(socket.isConnected()).isTrue();
            next().end();
        }
    }

    @Test
    void aBrowserThatDoesNotReadIsCutOffAndOthersAreNot() throws Exception {
        var got = new ArrayList<String>();
        try (var stuck = page().open("GET", "/stream", "")) {
            var one = next();
            try (var reading = page().open("GET", "/stream", "");
                    var in = lines(reading)) {
                var other = next();
                // Far more than what is held for a browser and what the system takes for it.
                for (int i = 1; i <= MANY; i++) {
                    one.send("" + i, "put", LONG);
                    other.send("" + i, "put", LONG);
                    // Both have got the same until now; only this one reads on.
                    assertThat(nextId(in)).isEqualTo("" + i);
                }
                assertThat(site.over.poll(60, TimeUnit.SECONDS)).isSameAs(one);
                other.send("last", "put", "{}");
                assertThat(nextId(in)).isEqualTo("last");
                assertThat(site.over).isEmpty();
            }
            got.addAll(ids(stuck));
        }
        assertThat(got).isNotEmpty().hasSizeLessThan(MANY).startsWith("1");
        comesBackAndGetsWhatItMissed(got);
    }

    private void comesBackAndGetsWhatItMissed(List<String> got) throws Exception {
        try (var back = page().with("Last-Event-ID: " + got.getLast()).open("GET", "/stream", "");
                var in = lines(back)) {
            var stream = next();
            assertThat(site.comesFrom).containsExactly("", "", got.getLast());
            for (int i = Integer.parseInt(site.comesFrom.getLast()) + 1; i <= MANY; i++) {
                stream.send("" + i, "put", LONG);
                got.add(nextId(in));
            }
        }
        assertThat(got)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, MANY)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /// Of the next message that is whole.
    private static String nextId(BufferedReader in) throws IOException {
        var id = "";
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            } else if (line.startsWith("data: ") && !id.isEmpty()) {
                in.readLine();
                return id;
            }
        }
        return "";
    }

    /// Of what has arrived whole, up to the end of the connection, however it came.
    private static List<String> ids(Socket socket) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(bytes);
        } catch (SocketException _) {
            // Cut off, not ended.
        }
        var messages = bytes.toString(StandardCharsets.UTF_8).split("\n\n", -1);
        return Stream.of(messages)
                .limit(messages.length - 1)
                .flatMap(String::lines)
                .filter(line -> line.startsWith("id: "))
                .map(line -> line.substring("id: ".length()))
                .toList();
    }

    @Test
    void thereIsABoundOfOpenStreams() throws Exception {
        var open = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 64; i++) {
                open.add(page().open("GET", "/stream", ""));
                next();
            }
            var refused = page().get("/stream");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("close some");
            assertThat(page().get("/").status()).isEqualTo(200);
        } finally {
            for (var socket : open) {
                socket.close();
            }
        }
    }
}
