package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A repository of git on this machine's disk, which any user may read.
public record GitRepository(Path folder) {
    public static GitRepository at(Path folder) throws Exception {
        Files.createDirectories(folder);
        var made = new GitRepository(folder);
        made.git("init", "-q", "-b", "main");
        return made;
    }

    public String url() {
        return "file://" + folder;
    }

    /// All that is there, as it is.
    public GitRepository commit(String tag) throws Exception {
        git("add", "-A", "-f");
        git("commit", "-q", "--no-verify", "-m", tag);
        git("tag", "-f", tag);
        return this;
    }

    public String git(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(
                List.of("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        var git = builder.start();
        var said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
        return said.strip();
    }
}
