package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No approval, no execution: whatever the layers of the configuration say, a program that leaves a mark when it is
/// started leaves it exactly when the user, and nobody else, let it.
class ApprovalTest {
    private static final int ROUNDS = 90;
    private static final List<String> STRICTNESS = List.of("unattended", "ask", "deny");

    /// In their order. Those that came along may only tighten.
    private enum Place {
        USER(false),
        WORKSPACE(true),
        ROOT_FOLDER(true),
        SUB_FOLDER(true),
        USER_WORKSPACE(false),
        ENVIRONMENT(false),
        CONVERSATION(true),
        OPTION(false);

        private final boolean cameAlong;

        Place(boolean cameAlong) {
            this.cameAlong = cameAlong;
        }

        boolean typed() {
            return this == ENVIRONMENT || this == OPTION;
        }
    }

    /// What one layer says; null where it says nothing.
    private record Said(
            Place place, @Nullable String run, @Nullable String pin) {}

    @TempDir
    Path folder;

    private Jail jail;
    private Path mark;
    private String right;
    private Path conversation;

    @BeforeEach
    void aProgramThatLeavesAMark() throws Exception {
        jail = Jail.in(folder);
        mark = folder.resolve("it-ran");
        Files.createDirectories(jail.workspace().resolve("sub"));
        Files.createDirectories(jail.workspace().resolve("tools"));
        jail.plugin("mark", script());
        var inside = jail.workspace().resolve("tools/jp-mark");
        Files.writeString(inside, script());
        assertThat(inside.toFile().setExecutable(true)).isTrue();
        right = sha256(script());
        jail.jp("config", "set", "--here", "plugins.stall_secs", "77");
        var id = jail.jp("conversation", "new").out().strip();
        conversation = jail.workspace().resolve(".jp/conversations/.outrigger/" + id + "/events.jsonl");
    }

    private String script() {
        return """
                #!/bin/sh
                touch '%s'
                read -r init
                echo '{"type":"ready"}'
                echo '{"type":"exit","code":0}'
                """.formatted(mark);
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void nothingRunsThatTheUserDidNotApprove() throws Exception {
        int ran = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            var random = new Random(seed);
            boolean inside = random.nextInt(3) == 0;
            var all = new ArrayList<Said>();
            for (var place : Place.values()) {
                all.add(said(random, place));
            }

            var result = call(all, inside, "mark");

            boolean expected = allowed(all, inside);
            assertThat(Files.deleteIfExists(mark))
                    .as("seed %d, %s, inside %s: %s", seed, all, inside, result)
                    .isEqualTo(expected);
            assertThat(result.code() == 0).as("seed %d: %s", seed, result).isEqualTo(expected);
            ran += expected ? 1 : 0;
            if (!expected && seed % 9 == 0) {
                for (var words :
                        List.of("-h", "--help", "mark -h", "plugin list", "plugin which mark", "plugin show mark")) {
                    call(all, inside, words);
                }
                assertThat(mark).as("seed %d, by looking at it", seed).doesNotExist();
            }
        }
        assertThat(ran).as("the dice are not loaded").isBetween(ROUNDS / 9, ROUNDS / 2);
    }

    private Said said(Random random, Place place) {
        int odds = place == Place.USER || place == Place.OPTION ? 2 : 5;
        var run = random.nextInt(odds) > 0 && odds > 2
                ? null
                : List.of("unattended", "unattended", "unattended", "ask", "deny", "yes")
                        .get(random.nextInt(6));
        var pin = random.nextInt(5) > 0 ? null : random.nextInt(3) > 0 ? right : "0".repeat(64);
        return new Said(place, run, pin);
    }

    /// The rules once more, as short as they can be told.
    private boolean allowed(List<Said> all, boolean inside) {
        String run = null;
        Place runFrom = null;
        String pin = null;
        Place pinFrom = null;
        for (var said : all) {
            boolean known = said.run != null && STRICTNESS.contains(said.run);
            if (said.run != null && !known && said.place.typed()) {
                return false;
            }
            if (known
                    && (!said.place.cameAlong
                            || STRICTNESS.indexOf(said.run) >= STRICTNESS.indexOf(run == null ? "ask" : run))) {
                run = said.run;
                runFrom = said.place;
            }
            if (said.pin != null && (!said.place.cameAlong || pin == null || pin.equals(said.pin))) {
                pin = said.pin;
                pinFrom = said.place;
            }
        }
        if (run == null || !run.equals("unattended") || (pin != null && !pin.equals(right))) {
            return false;
        }
        return !inside
                || (pinFrom != null && !pinFrom.cameAlong)
                || runFrom == Place.USER_WORKSPACE
                || runFrom == Place.OPTION;
    }

    /// Without a terminal, wherever the tests run.
    private Jail.Result call(List<Said> all, boolean inside, String words) throws IOException {
        var line = new StringBuilder("cd sub && ");
        if (inside) {
            line.append("PATH=").append(jail.workspace().resolve("tools")).append(":$PATH ");
        }
        var options = new StringBuilder();
        for (var said : all) {
            switch (said.place) {
                case USER -> write(jail.userConfig(), said);
                case WORKSPACE -> write(jail.workspace().resolve(".jp/config.toml"), said);
                case ROOT_FOLDER -> write(jail.workspace().resolve(".jp.toml"), said);
                case SUB_FOLDER -> write(jail.workspace().resolve("sub/.jp.toml"), said);
                case USER_WORKSPACE -> write(ownFile(), said);
                case ENVIRONMENT -> {
                    if (said.run != null) {
                        line.append("JP_CFG_PLUGINS__COMMAND__MARK__RUN=")
                                .append(said.run)
                                .append(' ');
                    }
                    if (said.pin != null) {
                        line.append("JP_CFG_PLUGINS__COMMAND__MARK__CHECKSUM__VALUE=")
                                .append(said.pin)
                                .append(' ');
                    }
                }
                case CONVERSATION ->
                    Files.writeString(
                            conversation,
                            "[{\"type\":\"config_delta\",\"delta\":{\"plugins\":{\"command\":{\"mark\":{"
                                    + (said.run == null ? "" : "\"run\":\"" + said.run + "\"")
                                    + (said.run == null || said.pin == null ? "" : ",")
                                    + (said.pin == null ? "" : "\"checksum\":{\"value\":\"" + said.pin + "\"}")
                                    + "}}}}}]\n");
                case OPTION -> {
                    if (said.run != null) {
                        options.append("--cfg plugins.command.mark.run=")
                                .append(said.run)
                                .append(' ');
                    }
                    if (said.pin != null) {
                        options.append("--cfg plugins.command.mark.checksum.value=")
                                .append(said.pin)
                                .append(' ');
                    }
                }
            }
        }
        return jail.sh(line + "setsid -w $JP " + options + words);
    }

    private Path ownFile() throws IOException {
        try (var folders = Files.list(folder.resolve("data/jp/workspace"))) {
            return folders.findFirst().orElseThrow().resolve("config.toml");
        }
    }

    private static void write(Path file, Said said) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "[plugins.command.mark]\n"
                        + (said.run == null ? "" : "run = \"" + said.run + "\"\n")
                        + (said.pin == null ? "" : "checksum.value = \"" + said.pin + "\"\n"));
    }
}
