package dev.outrigger.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who gets in: whoever has a launch URL, once, and nobody else, whatever they try.
class EntryTest {
    private final PlainSite site = new PlainSite();

    @TempDir
    private Path folder;

    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        server = started(0);
    }

    private WebServer started(int port) throws IOException {
        var state = EntryState.in(folder.resolve("entry.json"), InstantSource.system());
        return WebServer.start(new ServerAddress(port, null, List.of()), state, site);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawClient client() {
        return new RawClient(server);
    }

    private static String path(String launchUrl) {
        return launchUrl.substring(launchUrl.indexOf("/enter"));
    }

    private String enter() throws IOException {
        var answer = client().fromOurPage().form(path(server.newLaunchUrl()));
        assertThat(answer.status()).isEqualTo(303);
        var cookie = answer.header("Set-Cookie");
        assertThat(cookie).contains("; HttpOnly; SameSite=Strict;");
        return cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    }

    @Test
    void aLaunchUrlLetsOneBrowserInAndLeavesACleanAddress() throws IOException {
        var url = path(server.newLaunchUrl());
        var first = client().fromOurPage().form(url);
        var second = client().fromOurPage().form(url);
        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("Location")).isEqualTo("/");
        assertThat(second.status()).isEqualTo(403);
        assertThat(second.head()).doesNotContain("Set-Cookie");
        assertThat(second.body()).contains("has let a browser in already");
    }

    @Test
    void lookingAtALaunchUrlSpendsNothingAndShowsNoSecret() throws IOException {
        var url = path(server.newLaunchUrl());
        var token = url.substring(url.indexOf('=') + 1);
        for (int i = 0; i < 3; i++) {
            var page = client().with("Accept: text/html").get(url);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body()).contains("<form method=\"post\">").doesNotContain(token);
            assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
        }
        assertThat(client().fromOurPage().form(url).status()).isEqualTo(303);
    }

    @Test
    void whoComesLateIsHelpedWhereTheServerWasStarted() throws IOException {
        var url = path(server.newLaunchUrl());
        client().fromOurPage().form(url);
        client().fromOurPage().form(url);
        client().fromOurPage().form(url);
        assertThat(site.launchUrls).hasSize(1);
        assertThat(client().fromOurPage().form(path(site.launchUrls.getFirst())).status())
                .isEqualTo(303);
    }

    @Test
    void withoutACookieThereIsNothingButTheLaunchPage() throws IOException {
        assertThat(client().get("/").status()).isEqualTo(403);
        assertThat(client().get("/anything").status()).isEqualTo(403);
        assertThat(client().cookie("0".repeat(64)).get("/").status()).isEqualTo(403);
        assertThat(client().get("/enter.css").status()).isEqualTo(200);
        assertThat(client().get("/enter.js").status()).isEqualTo(200);
        assertThat(client().with("Accept: text/html").get("/").body()).contains("has not been let in");
        assertThat(client().cookie(enter()).get("/").body()).contains("inside");
    }

    @Test
    void aNameThatWasMadeToLeadHereGetsASentence() throws IOException {
        var cookie = enter();
        for (var host : List.of(
                "evil.example",
                "evil.example:" + server.port(),
                "localhost:" + server.port(),
                "127.0.0.1:" + server.port(),
                server.address().substring(7) + ".evil.example",
                "")) {
            var answer = client().host(host).cookie(cookie).get("/");
            assertThat(answer.status()).as(host).isIn(400, 403);
            assertThat(answer.body()).as(host).doesNotContain("inside");
        }
        var twice = client().cookie(cookie).with("Host: evil.example").get("/");
        assertThat(twice.body()).doesNotContain("inside");
        assertThat(client().host("evil.example").get("/").body()).contains("does not answer to that name");
    }

    @Test
    void aPageOfAnotherOriginChangesNothing() throws IOException {
        var cookie = enter();
        for (var origin : List.of(
                "http://evil.example",
                "null",
                "http://localhost:" + server.port(),
                server.address().replace("http:", "https:"),
                server.address() + "0")) {
            assertThat(client().cookie(cookie)
                            .with("Origin: " + origin)
                            .post("/act", "{}")
                            .status())
                    .as(origin)
                    .isEqualTo(403);
        }
        assertThat(client().cookie(cookie).post("/act", "{}").status()).isEqualTo(403);
        assertThat(client().with("Origin: http://evil.example")
                        .form(path(server.newLaunchUrl()))
                        .status())
                .isEqualTo(403);
        assertThat(site.actions).isEmpty();
        assertThat(client().cookie(cookie).fromOurPage().post("/act", "{}").status())
                .isEqualTo(200);
    }

    @Test
    void aFormOfAnotherPageChangesNothing() throws IOException {
        var cookie = enter();
        assertThat(client().cookie(cookie).fromOurPage().form("/act").status()).isEqualTo(415);
        assertThat(client().cookie(cookie)
                        .fromOurPage()
                        .with("Content-Type: text/plain")
                        .send("POST", "/act", "{}")
                        .status())
                .isEqualTo(415);
        assertThat(client().cookie(cookie).get("/act").status()).isEqualTo(404);
        assertThat(client().cookie(cookie)
                        .fromOurPage()
                        .send("PUT", "/act", "{}")
                        .status())
                .isEqualTo(405);
        assertThat(site.actions).isEmpty();
    }

    @Test
    void tenThousandWrongTokensLetNobodyInAndHoldNobodyUp() throws Exception {
        int wrong = 10_000;
        var right = path(server.newLaunchUrl());
        try (var guessers = Executors.newFixedThreadPool(64)) {
            var guesses = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < wrong; i++) {
                guesses.add(() -> client().fromOurPage()
                        .form("/enter?token=" + Secret.fresh())
                        .status());
            }
            var all = guesses.stream().map(guessers::submit).toList();
            // In their midst.
            all.get(wrong / 4).get();
            assertThat(client().fromOurPage().form(right).status()).isEqualTo(303);
            for (var each : all) {
                assertThat(each.get()).isIn(403, 429);
            }
        }
        assertThat(server.wrongTokens()).isEqualTo(wrong);
        assertThat(site.notices).hasSize(5);
        assertThat(site.notices.getLast()).contains("10000");
    }

    @Test
    void anOpenPageGoesOnAfterARestartAndTheFileHoldsNoCookie() throws IOException {
        var cookie = enter();
        var address = server.address();
        server.close();
        var file = folder.resolve("entry.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).doesNotContain(cookie);
        server = started(0);
        assertThat(server.address()).isEqualTo(address);
        assertThat(client().cookie(cookie).get("/").body()).contains("inside");
    }

    @Test
    void aDamagedFileLetsNobodyIn() throws IOException {
        var cookie = enter();
        server.close();
        var file = folder.resolve("entry.json");
        Files.writeString(file, Files.readString(file).replace("\"name\":\"", "\"name\":\"x.evil.example/"));
        server = started(0);
        assertThat(server.address()).matches("http://[0-9a-f]{16}\\.localhost:\\d+");
        assertThat(client().cookie(cookie).get("/").status()).isEqualTo(403);
    }

    @Test
    void aPortInUseIsSaid() {
        assertThatThrownBy(() -> started(server.port())).isInstanceOf(BindException.class);
    }

    @Test
    void everyAnswerForbidsWhatItDoesNotNeed() throws IOException {
        var cookie = enter();
        for (var answer : List.of(
                client().get("/"),
                client().get("/enter"),
                client().host("evil.example").get("/"),
                client().cookie(cookie).get("/"),
                client().cookie(cookie).get("/nothing"))) {
            assertThat(answer.header("Content-Security-Policy"))
                    .contains("default-src 'none'", "frame-ancestors 'none'", "script-src 'self'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).isIn("no-referrer", "same-origin");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    void aBodyHasItsLimit() throws IOException {
        var cookie = enter();
        var fits = "{\"a\":\"" + "x".repeat(RequestReader.MOST_BODY - 8) + "\"}";
        assertThat(client().cookie(cookie).fromOurPage().post("/act", fits).status())
                .isEqualTo(200);
        assertThat(site.actions).hasSize(1);
        try (var socket = client().cookie(cookie)
                .fromOurPage()
                .with("Content-Type: application/json")
                .open("POST", "/act", "")) {
            assertThat(socket.isConnected()).isTrue();
        }
        var tooMuch = client().cookie(cookie).fromOurPage().post("/act", fits + " ");
        assertThat(tooMuch.status()).isEqualTo(413);
        assertThat(site.actions).hasSize(1);
    }

    @Test
    void aThousandConnectionsThatSayNothingKeepNobodyOut() throws IOException {
        var cookie = enter();
        var idle = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 1000; i++) {
                var socket = RawClient.connect(server.port());
                idle.add(socket);
                if (i % 2 == 0) {
                    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x".getBytes(StandardCharsets.US_ASCII));
                }
            }
            assertThat(client().cookie(cookie).get("/").body()).contains("inside");
        } finally {
            for (var socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void aRequestThatNeverBecomesOneIsEnded() throws IOException {
        try (var socket = RawClient.connect(server.port())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }
}
