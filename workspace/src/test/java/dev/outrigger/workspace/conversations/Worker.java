package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Another process that uses the store, to be killed or to be fought with.
final class Worker {
    private Worker() {}

    static Process start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /// Under another program, which is given it as its last arguments.
    static Process start(List<String> wrapper, String... arguments) throws IOException {
        var command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) throws Exception {
        var cache = arguments[0].equals("list") ? ListingFixture.of(Path.of(arguments[3])) : CacheFolder.NONE;
        var conversations = new Conversations(
                Path.of(arguments[1]), "worker", OriginalConversations.NONE, cache, ListingFixture.LATER);
        var id = new ConversationId(arguments[2]);
        switch (arguments[0]) {
            case "push" -> push(conversations, id, arguments[3]);
            case "fight" -> fight(conversations, id, Path.of(arguments[3]), Integer.parseInt(arguments[4]));
            case "create" -> create(conversations, Integer.parseInt(arguments[3]));
            case "list" -> list(conversations, id);
            case "hold" -> hold(conversations, id);
            case "move" -> move(conversations, Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /// Batches of three events until it is killed, each announced once it is stored.
    private static void push(Conversations conversations, ConversationId id, String round) throws Exception {
        try (var held = conversations.lock(id)) {
            for (int i = 0; ; i++) {
                var name = round + "-" + i;
                held.push(events(message(name + "-a"), message(name + "-b"), message(name + "-c")), Instant.now());
                System.out.println(name);
            }
        }
    }

    /// Takes the lock this many times, and says so in the file while it has it.
    static void fight(Conversations conversations, ConversationId id, Path marks, int times) throws Exception {
        for (int i = 0; i < times; ) {
            try (var _ = conversations.lock(id)) {
                mark(marks, "begin\n");
                mark(marks, "end\n");
                i++;
            } catch (LockTaken _) {
                Thread.onSpinWait();
            }
        }
    }

    private static void mark(Path marks, String text) throws IOException {
        Files.writeString(marks, text, StandardOpenOption.APPEND);
    }

    private static void create(Conversations conversations, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (var held = conversations.create(null, Sample.NOW)) {
                System.out.println(held.id());
            }
        }
    }

    /// One write to each of so many conversations, which brings them to their new place.
    private static void move(Conversations conversations, long first, int many) throws Exception {
        for (int i = 0; i < many; i++) {
            boolean done = false;
            while (!done) {
                try (var held = conversations.lock(new ConversationId(Long.toString(first + i)))) {
                    held.push(events(message("more")), Sample.NOW);
                    done = true;
                } catch (LockTaken _) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /// Changes one conversation and lists all, until it is killed.
    private static void list(Conversations conversations, ConversationId id) throws Exception {
        for (int i = 0; ; i++) {
            try (var held = conversations.lock(id)) {
                held.rename(id + "-" + i);
            }
            System.out.println(conversations.told().size());
        }
    }

    private static void hold(Conversations conversations, ConversationId id) throws Exception {
        try (var _ = conversations.lock(id)) {
            System.out.println("held");
            System.in.read();
        }
    }
}
