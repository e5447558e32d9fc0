package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Packages, and an index, that want more than to be fetched: nothing of them is run, nothing is left.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostilePackageTest {
    /// Asks the index for this when it is run: that reaches the host from within the sandbox.
    private static final String BEACON = "/beacon";

    private static DaemonFixture kaged;
    private static PackageIndex index;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/npm")), "there is no npm");
        assumeTrue(Files.exists(Path.of("/usr/lib/python3/dist-packages/pip")), "there is no pip");
        kaged = DaemonFixture.prepared();
        index = new PackageIndex();
        var environment = kaged.environment();
        environment.keySet().removeIf(name -> name.startsWith("PIP_") || name.startsWith("npm_config_"));
        environment.put("HOME", kaged.top.toString());
        environment.put("XDG_CONFIG_HOME", kaged.top.resolve("config").toString());
        Files.writeString(
                kaged.top.resolve(".npmrc"),
                "registry=" + index.address() + "/\n//" + index.address().substring(7)
                        + "/:_authToken=a-secret-token\n");
        Files.createDirectories(kaged.top.resolve(".pip"));
        Files.writeString(
                kaged.top.resolve(".pip/pip.conf"),
                "[global]\nindex-url = " + index.address() + "/simple\nretries = 0\n");
        kaged.run("start").ok();
    }

    @AfterAll
    static void stop() throws Exception {
        if (index != null) {
            index.close();
            kaged.close();
        }
    }

    @AfterEach
    void nothingWasRunAndNothingIsLeft() throws Exception {
        assertThat(index.asked()).doesNotContain(BEACON);
        try (var left = Files.walk(kaged.home.resolve("wraps"), 1)) {
            assertThat(left.filter(Files::isDirectory)).containsExactly(kaged.home.resolve("wraps"));
        }
        assertThat(kaged.home.resolve("plugins/x")).doesNotExist();
    }

    private static String beacon() {
        return "import urllib.request\nurllib.request.urlopen('" + index.address() + BEACON + "')\n";
    }

    private static DaemonFixture.Result pypi(String name) {
        return kaged.run("plugin", "wrap", "x", "--pypi", name, "--yes");
    }

    private static DaemonFixture.Result npm(String name) {
        return kaged.run("plugin", "wrap", "x", "--npm", name, "--yes");
    }

    @Test
    void whatIsOnlyThereToBeBuiltIsRefused() throws Exception {
        index.page("only-source", index.sdist(kaged.top, "only-source", beacon()));
        assertThat(pypi("only-source").err()).contains("pip install only-source failed");
    }

    @Test
    void aRequirementByItsAddressIsNotBuilt() throws Exception {
        var path = index.sdist(kaged.top, "by-address", beacon());
        index.wheel(
                "requires",
                "1.0",
                "requires = requires:main",
                "Requires-Dist: by-address @ " + index.address() + path + "\n",
                Map.of("requires.py", "def main(): pass\n"));
        assertThat(pypi("requires").err()).contains("only wheels are taken");
        // It was fetched: what is in it would have been run.
        assertThat(index.asked()).contains(path);
    }

    /// Nor is a wheel taken from an address, though nothing of it would be run.
    @Test
    void aRequirementByItsAddressIsNotTaken() throws Exception {
        index.wheel("plain", "1.0", "plain = plain:main", Map.of("plain.py", ""));
        index.wheel(
                "directs",
                "1.0",
                "directs = directs:main",
                "Requires-Dist: plain @ " + index.address() + "/files/plain-1.0-py3-none-any.whl\n",
                Map.of("directs.py", "def main(): pass\n"));
        assertThat(pypi("directs").err()).contains("is no wheel of the index");
    }

    @Test
    void aFileOfAWheelDoesNotLeaveItsFolder() throws Exception {
        index.wheel("escapes", "1.0", "escapes = escapes:main", Map.of("../../../escaped.py", "", "escapes.py", ""));
        assertThat(pypi("escapes").code()).isEqualTo(1);
    }

    @Test
    void whatIsStartedAtTheStartOfPythonIsNotStarted() throws Exception {
        index.wheel(
                "starts",
                "1.0",
                "starts = starts:main",
                Map.of("starts.pth", "import starts\n", "starts.py", beacon()));
        index.wheel("wants-bin", "1.0", "other = starts:main", Map.of("starts.py", beacon()));
        kaged.run("plugin", "wrap", "y", "--pypi", "starts", "--yes").ok();
    }

    private static void npm(String name, String field, Json value, Map<String, String> files) throws Exception {
        index.npm(
                kaged.top,
                Json.object()
                        .put("name", name)
                        .put("version", "1.0.0")
                        .put("bin", "server.js")
                        .build()
                        .with(field, value),
                files,
                "");
    }

    @Test
    void aDependencyOfAFileOrARepositoryIsNotTaken() throws Exception {
        npm(
                "of-a-file",
                "dependencies",
                Json.object().put("secret", "file:" + kaged.top).build(),
                Map.of("server.js", ""));
        assertThat(npm("of-a-file").code()).isEqualTo(1);
        npm(
                "of-git",
                "dependencies",
                Json.object()
                        .put("repository", "git+" + index.address() + "/repository.git")
                        .build(),
                Map.of("server.js", ""));
        assertThat(npm("of-git").code()).isEqualTo(1);
    }

    @Test
    void aProgramOfAPackageLiesInIt() throws Exception {
        npm("leads-out", "bin", Json.of("../../../../../etc/passwd"), Map.of("server.js", ""));
        assertThat(npm("leads-out").err()).contains("leads-out");
    }

    /// Who kills a fetch leaves a folder without an owner; the next one removes it, keys and all.
    @Test
    void aFetchThatIsKilledLeavesNothingToTheNext() throws Exception {
        var asked = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        index.put("/drips", new InputStream() {
            @Override
            public int read() throws IOException {
                asked.countDown();
                try {
                    if (!end.await(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                        throw new IOException("nobody ended it");
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return -1;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return read();
            }
        });
        try {
            var fetching = kaged.process(List.of(), "plugin", "wrap", "x", "--npm", "drips", "--yes")
                    .start();
            assertThat(asked.await(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(secrets()).isPositive();
            fetching.destroyForcibly().waitFor();
            // The one who lives is not in the way of the sweep, nor swept.
            kaged.run("plugin", "wrap", "x", "--npm", "nowhere", "--yes");
            Awaitility.await()
                    .atMost(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(secrets()).isZero());
        } finally {
            end.countDown();
        }
    }

    /// How many files below the home of kaged have a key of the user's in them.
    private static long secrets() throws IOException {
        try (var files = Files.walk(kaged.home.resolve("wraps"))) {
            return files.filter(Files::isRegularFile)
                    .filter(HostilePackageTest::hasSecret)
                    .count();
        }
    }

    private static boolean hasSecret(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("a-secret-token");
        } catch (IOException _) {
            return false;
        }
    }
}
