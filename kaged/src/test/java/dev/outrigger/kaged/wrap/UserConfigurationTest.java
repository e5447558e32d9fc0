package dev.outrigger.kaged.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What of the user's settings npm and pip get.
class UserConfigurationTest {
    @TempDir
    Path top;

    private Path files;
    private final Map<String, String> ours = new HashMap<>();

    @BeforeEach
    void folders() throws Exception {
        files = Files.createDirectory(top.resolve("files"));
        ours.put("HOME", top.toString());
    }

    private Path file(String name, String text) throws Exception {
        Files.createDirectories(top.resolve(name).resolveSibling(""));
        return Files.writeString(top.resolve(name), text);
    }

    @Test
    void theFileThatTheEnvironmentNamesIsReadWithTheCertificatesThatItNames() throws Exception {
        file("authority.pem", "AUTHORITY");
        file(".npmrc", "registry=https://not.example.org/\n");
        var named = file("other-npmrc", """
                registry=https://npm.example.org/
                cafile=${HOME}/authority.pem
                //npm.example.org/:_authToken=${TOKEN}
                //npm.example.org/:certfile="%s"
                """.formatted(top.resolve("authority.pem")));
        ours.put("NPM_CONFIG_USERCONFIG", named.toString());
        ours.put("TOKEN", "secret");
        ours.put("UNSAID", "x");
        try (var user = UserConfiguration.of(ours, files)) {
            user.npm();
            var seen = user.environment();
            assertThat(seen).containsEntry("TOKEN", "secret").doesNotContainKeys("UNSAID", "NPM_CONFIG_USERCONFIG");
            var text = Files.readString(Path.of(seen.get("npm_config_userconfig")));
            assertThat(text)
                    .contains("npm.example.org")
                    .doesNotContain(top.resolve("authority.pem").toString());
            for (var key : new String[] {"cafile=", ":certfile="}) {
                var line =
                        text.lines().filter(it -> it.contains(key)).findFirst().orElseThrow();
                assertThat(Path.of(line.substring(line.indexOf('=') + 1))).hasContent("AUTHORITY");
            }
        }
        assertThat(files).isEmptyDirectory();
    }

    @Test
    void theFilesOfPipAreOneAndTheLastCounts() throws Exception {
        file("authority.pem", "AUTHORITY");
        file(".pip/pip.conf", """
                # mine
                [global]
                index-url = https://first.example.org/simple
                extra_index_url =
                    https://one.example.org/simple
                    https://two.example.org/simple
                cert = ~/authority.pem
                """);
        file(".config/pip/pip.conf", "[global]\nindex-url: https://second.example.org/simple\n[install]\npre = no\n");
        try (var user = UserConfiguration.of(ours, files)) {
            user.pip();
            var text = Files.readString(Path.of(user.environment().get("PIP_CONFIG_FILE")));
            assertThat(text)
                    .contains("index-url = https://second.example.org/simple")
                    .contains("https://one.example.org/simple\n    https://two.example.org/simple")
                    .contains("[install]\npre = no")
                    .doesNotContain("first.example.org");
            var cert = text.lines()
                    .filter(it -> it.startsWith("cert = "))
                    .findFirst()
                    .orElseThrow();
            assertThat(Path.of(cert.substring("cert = ".length()))).hasContent("AUTHORITY");
        }
        assertThat(files).isEmptyDirectory();
    }

    @Test
    void noFileMeansNone() throws Exception {
        file(".pip/pip.conf", "[global]\nindex-url = https://first.example.org/simple\n");
        ours.put("PIP_CONFIG_FILE", "/dev/null");
        try (var user = UserConfiguration.of(ours, files)) {
            user.pip();
            assertThat(user.environment()).containsEntry("PIP_CONFIG_FILE", "/dev/null");
        }
        assertThat(files).isEmptyDirectory();
    }
}
