package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A daemon that is killed at any moment while projects are loaded and decided about: what was answered is there
/// afterwards, nothing is half there, and the audit is whole.
class KilledWhileDecidingTest {
    private static final int ROUNDS = Boolean.getBoolean("outrigger.long") ? 200 : 10;
    private static final int LONGEST_MILLIS = 400;

    private final Random random = new Random(20_261_119);
    private final Map<String, Boolean> answered = new HashMap<>();

    private final DaemonFixture kaged = DaemonFixture.prepared();

    KilledWhileDecidingTest() throws IOException {}

    @AfterEach
    void end() throws Exception {
        kaged.close();
    }

    @Test
    void everyAnswerIsKeptAndNoInstallIsHalfThere() throws Exception {
        kaged.run("start").ok();
        for (int round = 0; round < ROUNDS; round++) {
            killedInTheMiddle("r" + round);
            kaged.run("start").ok();
            everythingIsWhole(round);
        }
    }

    private void killedInTheMiddle(String round) throws Exception {
        var site = new ProjectFixture(kaged, round);
        var plugins = new ArrayList<String>();
        var yaml = new StringBuilder("name: x\nid: " + round + "\nplugins:\n");
        for (int i = 0; i < 6; i++) {
            var plugin = round + "-p" + i;
            ProjectFixture.plugin(site.root.resolve(plugin), plugin, "1.0.0");
            yaml.append("  - {name: ")
                    .append(plugin)
                    .append(", source: ./")
                    .append(plugin)
                    .append("}\n");
            plugins.add(plugin);
        }
        site.says(yaml.toString());
        var daemon = ProcessHandle.of(kaged.pid()).orElseThrow();
        int millis = random.nextInt(LONGEST_MILLIS);
        var killer = Thread.ofPlatform().start(() -> {
            try {
                daemon.onExit().get(millis, TimeUnit.MILLISECONDS);
            } catch (java.util.concurrent.TimeoutException _) {
                daemon.destroyForcibly();
            } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException(e);
            }
        });
        decide(site, plugins);
        killer.join();
        daemon.onExit().join();
    }

    /// Until nobody answers any more.
    private void decide(ProjectFixture site, List<String> plugins) {
        var loaded = site.load();
        if (loaded.code() != 0) {
            return;
        }
        answered.put(site.root.toString(), true);
        var hashes = hashes(loaded.object());
        for (var plugin : plugins) {
            boolean accepts = random.nextInt(3) > 0;
            var said = accepts
                    ? site.accept(plugin, hashes.getOrDefault(plugin, ""))
                    : kaged.run("project", "consent", site.root.toString(), "--decline", plugin);
            if (said.code() != 0) {
                return;
            }
            answered.put(plugin, accepts);
        }
    }

    private static Map<String, String> hashes(Json.Obj standing) {
        var hashes = new HashMap<String, String>();
        for (var each : ((Json.Arr) standing.get("plugins").orElseThrow()).items()) {
            var plugin = (Json.Obj) each;
            hashes.put(plugin.text("name").orElseThrow(), plugin.text("sha256").orElseThrow());
        }
        return hashes;
    }

    private void everythingIsWhole(int round) throws IOException {
        assertThat(kaged.run("audit", "verify").code())
                .as("the chain, round " + round)
                .isZero();
        var states = new HashMap<String, String>();
        var roots = new HashSet<String>();
        for (var each : ((Json.Arr) kaged.run("project", "list", "--json").ok().json()).items()) {
            var project = (Json.Obj) each;
            roots.add(project.text("root").orElseThrow());
            for (var listed : ((Json.Arr) project.get("plugins").orElseThrow()).items()) {
                var plugin = (Json.Obj) listed;
                states.put(
                        plugin.text("name").orElseThrow(), plugin.text("state").orElseThrow());
            }
        }
        answered.forEach((what, yes) -> {
            if (what.startsWith("/")) {
                assertThat(roots).contains(what);
            } else {
                assertThat(states).as("round " + round).containsEntry(what, yes ? "active" : "declined");
            }
        });
        // What nobody was answered is there or not, but never in between.
        assertThat(states.values()).isSubsetOf("active", "declined", "missing");
        try (var left = Files.list(kaged.home.resolve("plugins"))) {
            assertThat(left.map(each -> each.getFileName().toString())
                            .filter(name -> name.startsWith(".new") || name.startsWith(".old")))
                    .isEmpty();
        }
    }
}
