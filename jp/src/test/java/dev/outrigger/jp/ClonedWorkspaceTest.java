package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A workspace as somebody publishes it who means harm: what comes with it can neither start, approve nor redirect
/// anything, nor lead jp out of it.
class ClonedWorkspaceTest {
    private static final String GOOD = Python.plugin("""
            show("the good one")
            leave()
            """);

    /// Tries to add to each conversation it is given.
    private static final String WRITER = Python.plugin("""
            show(ask(type="list_conversations"))
            for conversation in args:
                show(ask(type="read_events", conversation=conversation))
                show(ask(type="lock", conversation=conversation))
                event = {"type": "chat_response", "message": "written"}
                show(ask(type="push_events", conversation=conversation, events=[event]))
            show(ask(type="create_conversation"))
            leave()
            """);

    private static final String EVENT =
            "[{\"type\":\"chat_response\",\"timestamp\":\"2025-01-01T00:00:00Z\",\"message\":\"a %s\"}]\n";

    private static final String[][] SETTING = {{"config", "show"}, {"config", "set", "--shared", "assistant.name", "77"}
    };

    private static final String[][] READING_AND_WRITING = {
        {"conversation", "ls"}, {"conversation", "rename", "33333333333", "x"}, {"writer", "22222222222", "33333333333"}
    };

    @TempDir
    Path folder;

    private Jail jail;
    private Path evil;

    @BeforeEach
    void aUserWithAPluginOfTheirOwn() throws IOException {
        jail = Jail.in(folder)
                .plugin("good", GOOD)
                .trusted("good")
                .plugin("writer", WRITER)
                .trusted("writer");
        evil = folder.resolve("evil-was-here");
    }

    /// Programs in the workspace that are called like what jp starts, and a PATH that would find them.
    @ParameterizedTest
    @ValueSource(strings = {":.:bin:%s", "./:./bin:sub/..:%s:"})
    void nothingThatLiesInItIsStarted(String path) throws IOException {
        Files.writeString(jail.workspace().resolve(".jp/config.toml"), """
                editor.command = "./evil"
                [plugins.command.evil]
                run = "unattended"
                [providers.mcp.x]
                command = "./evil"
                [conversation.tools.x]
                source = "local"
                command = "./evil"
                run = "unattended"
                """);
        Files.createDirectories(jail.workspace().resolve("sub"));
        for (var place : new String[] {".", "bin"}) {
            var there = Files.createDirectories(jail.workspace().resolve(place));
            for (var name : new String[] {
                "evil", "jp-evil", "jp-good", "jp", "sh", "bash", "setsid", "setpriv", "unshare", "java", "less", "git"
            }) {
                Files.writeString(there.resolve(name), "#!/bin/sh\necho " + name + " >> '" + evil + "'\n");
                assertThat(there.resolve(name).toFile().setExecutable(true)).isTrue();
            }
        }
        jail.with("PATH", path.formatted(jail.plugins() + ":/usr/local/bin:/usr/bin:/bin"));

        assertThat(jail.jp("evil").code()).isEqualTo(2);
        assertThat(jail.jp("good").out()).isEqualTo("\"the good one\"\n");
        for (var words : new String[][] {
            {"-h"}, {"--help"}, {"doctor"}, {"config", "show"}, {"conversation", "ls"}, {"conversation", "new"}
        }) {
            jail.jp(words);
        }

        assertThat(evil).doesNotExist();
    }

    @Test
    void aPluginOnThePathIsNotApprovedByIt() throws IOException {
        jail.plugin("evil", "#!/bin/sh\ntouch '" + evil + "'\n");
        Files.writeString(jail.workspace().resolve(".jp.toml"), "plugins.command.evil.run = \"unattended\"\n");

        var result = jail.jp("evil");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("plugins.command.evil.run is ignored", "was not approved", "jp config set");
        assertThat(evil).doesNotExist();
    }

    /// Its id is the id of a workspace that the user trusts.
    @Test
    void aCopiedIdDoesNotBringTheTrustAlong() throws IOException {
        jail.plugin("evil", "#!/bin/sh\ntouch '" + evil + "'\n");
        jail.jp("config", "set", "--here", "plugins.command.evil.run", "unattended");
        var copy = Files.createDirectories(folder.resolve("clone/.jp"));
        Files.copy(jail.workspace().resolve(".jp/.id"), copy.resolve(".id"));

        assertThat(jail.sh("cd ../clone && $JP evil").code()).isEqualTo(1);
        assertThat(evil).doesNotExist();
    }

    /// Nor by its name: what the user says in a copy is for the copy.
    @Test
    void whatIsSetInACopyOfTheSameNameIsNotSetInTheFirst() throws IOException {
        jail.plugin("evil", "#!/bin/sh\ntouch '" + evil + "'\n");
        jail.jp("config", "set", "--here", "plugins.command.other.run", "deny");
        var copy = Files.createDirectories(
                folder.resolve("copies").resolve(jail.workspace().getFileName()).resolve(".jp"));
        Files.copy(jail.workspace().resolve(".jp/.id"), copy.resolve(".id"));

        var set = jail.sh("cd '" + copy.getParent() + "' && $JP config set --here plugins.command.evil.run unattended");
        assertThat(set.code()).as(set.err()).isZero();
        assertThat(jail.jp("evil").code()).isEqualTo(1);
        assertThat(evil).doesNotExist();
        assertThat(jail.sh("cd '" + copy.getParent() + "' && $JP config unset --here plugins.command.other.run")
                        .code())
                .isEqualTo(1);
        jail.sh("cd '" + copy.getParent() + "' && $JP evil");
        assertThat(evil).exists();
    }

    /// Nor when that workspace was moved, or is gone; and the user is told how to take it along.
    @Test
    void aCopiedIdDoesNotBringTheTrustAlongWhenTheFirstIsGone() throws IOException {
        jail.plugin("evil", "#!/bin/sh\ntouch '" + evil + "'\n");
        jail.jp("config", "set", "--here", "plugins.command.evil.run", "unattended");
        var moved = folder.resolve("moved");
        assertThat(jail.sh("mv .jp/.id ../id && mkdir -p '" + moved + "/.jp' && cp ../id '" + moved + "/.jp/.id'")
                        .code())
                .isEqualTo(0);

        var refused = jail.sh("cd ../moved && $JP evil");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("that was elsewhere", "jp init --adopt");
        assertThat(evil).doesNotExist();

        assertThat(jail.sh("cd ../moved && $JP init --adopt").out()).contains("count in " + moved.toRealPath());
        jail.sh("cd ../moved && $JP evil");
        assertThat(evil).exists();
        assertThat(jail.sh("cd ../moved && $JP config show assistant").err()).doesNotContain("--adopt");
    }

    @ParameterizedTest
    @ValueSource(strings = {".jp/config.toml", ".jp.toml", "sub/.jp.toml"})
    void tighteningItMay(String file) throws IOException {
        Files.createDirectories(jail.workspace().resolve("sub"));
        Files.writeString(jail.workspace().resolve(file), "plugins.command.good.run = \"deny\"\n");

        var result = jail.sh("cd sub && $JP good");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .isEqualTo("""
                error: jp-good is not allowed to run here
                  plugins.command.good.run is "deny" in %s:1.
                """.formatted(jail.workspace().toRealPath().resolve(file)));
        assertThat(jail.sh("cd sub && $JP config show --explain plugins.command.good.run")
                        .out())
                .contains(file);
    }

    /// What is put where, and leads where. Behind each link is something private that has the right shape to be
    /// believed.
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        ".jp/config.toml, config.toml",
        ".jp.toml, config.toml",
        ".jp/conversations, conversations",
        ".jp/conversations/.outrigger, conversations",
        ".jp/conversations/.trash, conversations",
        ".jp/conversations/.archive, conversations",
        ".jp/locks, locks",
        ".jp/conversations/11111111111, conversations/22222222222",
        ".jp/conversations/33333333333/events.jsonl, conversations/22222222222/events.jsonl",
        ".jp/conversations/33333333333/events.json, conversations/22222222222/events.json",
        ".jp/conversations/33333333333/metadata.json, conversations/22222222222/metadata.json",
        ".jp/conversations/33333333333/index, conversations/22222222222/events.jsonl",
        ".jp/locks/33333333333.lock, conversations/22222222222/events.jsonl",
        ".jp/locks/33333333333.lock, made-by-jp"
    })
    void aLinkOutOfItIsNeitherReadNorWrittenThrough(String link, String target) throws IOException {
        var home = treasure();
        var before = snapshot(home);
        var mine = Files.createDirectories(jail.workspace().resolve(".jp/conversations/33333333333"));
        Files.writeString(mine.resolve("events.jsonl"), EVENT.formatted("mine"));
        var place = jail.workspace().resolve(link);
        jail.sh("rm -rf " + link);
        Files.createDirectories(place.getParent());
        Files.createSymbolicLink(place, home.resolve(target));

        var seen = new StringBuilder();
        for (var words : link.endsWith(".toml") ? SETTING : READING_AND_WRITING) {
            var result = jail.jp(words);
            seen.append(result.out()).append(result.err());
        }

        assertThat(seen.toString()).doesNotContain("PRIVATE");
        assertThat(snapshot(home)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".jp/.id",
                ".jp/config.toml",
                ".jp.toml",
                ".jp/conversations",
                ".jp/conversations/.outrigger",
                ".jp/conversations/.trash",
                ".jp/conversations/.archive",
                ".jp/.gitignore",
                ".jp/conversations/33333333333/events.jsonl",
                ".jp/conversations/33333333333/events.json",
                ".jp/conversations/33333333333/metadata.json",
                ".jp/conversations/33333333333/index",
                ".jp/locks/33333333333.lock"
            })
    void nobodyWaitsAtAPipeThatLiesInIt(String pipe) throws IOException {
        var mine = Files.createDirectories(jail.workspace().resolve(".jp/conversations/33333333333"));
        Files.writeString(mine.resolve("events.jsonl"), EVENT.formatted("mine"));
        Files.createDirectories(jail.workspace().resolve(".jp/locks"));
        assertThat(jail.sh("rm -rf " + pipe + " && mkfifo " + pipe).code()).isEqualTo(0);
        if (pipe.endsWith("events.json")) {
            Files.delete(mine.resolve("events.jsonl"));
        }

        assertThat(jail.jp("conversation", "ls").code()).isBetween(0, 1);
        assertThat(jail.jp("conversation", "print", "33333333333").code()).isBetween(0, 1);
        assertThat(jail.jp("writer", "33333333333").code()).isBetween(0, 1);
    }

    private Path treasure() throws IOException {
        var home = Files.createDirectories(folder.resolve("home/private"));
        var conversation = Files.createDirectories(home.resolve("conversations/22222222222"));
        Files.createDirectories(home.resolve("locks"));
        Files.writeString(home.resolve("config.toml"), "assistant.name = \"PRIVATE\"\n");
        Files.writeString(conversation.resolve("events.jsonl"), EVENT.formatted("PRIVATE"));
        Files.writeString(conversation.resolve("events.json"), EVENT.formatted("PRIVATE"));
        Files.writeString(conversation.resolve("metadata.json"), "{\"title\":\"PRIVATE\"}");
        return home;
    }

    private static Map<String, String> snapshot(Path home) throws IOException {
        var files = new TreeMap<String, String>();
        try (var all = Files.walk(home)) {
            for (var file : (Iterable<Path>) all::iterator) {
                files.put(file.toString(), Files.isRegularFile(file) ? Files.readString(file) : "");
            }
        }
        return files;
    }
}
