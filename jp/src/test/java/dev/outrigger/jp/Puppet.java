package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A plugin in the hands of a test: `jp puppet` runs a program that says what the test says, and the test hears what it
/// is told.
final class Puppet implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;
    private static final String END = "";
    static final String SCRIPT = """
            #!/bin/bash
            exec 3<&0
            cat <&3 >"$PUPPET_HEARS" &
            exec cat "$PUPPET_SAYS"
            """;

    private final Process jp;
    private final Writer mouth;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final Path err;
    private final BufferedReader reader;
    private volatile boolean deaf;

    private Puppet(Process jp, Writer mouth, BufferedReader reader, Path err) {
        this.jp = jp;
        this.mouth = mouth;
        this.reader = reader;
        this.err = err;
        Thread.ofPlatform().daemon().name("ear").start(this::listen);
    }

    /// Started and greeted; `words` are its own.
    static Puppet in(Jail jail, Path folder, String... words) throws Exception {
        var puppet = silent(jail, folder, words);
        assertThat(puppet.hear().text("type")).contains("init");
        puppet.say("{'type':'ready'}");
        return puppet;
    }

    private static Puppet silent(Jail jail, Path folder, String... words) throws Exception {
        var place = Files.createTempDirectory(folder, "puppet");
        var hears = place.resolve("hears");
        var says = place.resolve("says");
        assertThat(new ProcessBuilder("mkfifo", hears.toString(), says.toString())
                        .start()
                        .waitFor())
                .isZero();
        if (!Files.exists(jail.plugins().resolve("jp-puppet"))) {
            jail.plugin("puppet", SCRIPT).trusted("puppet");
        }
        var command = new ArrayList<>(jail.command("puppet"));
        command.addAll(List.of(words));
        var err = place.resolve("err");
        var builder = jail.builder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(place.resolve("out").toFile())
                .redirectError(err.toFile());
        builder.environment().put("PUPPET_HEARS", hears.toString());
        builder.environment().put("PUPPET_SAYS", says.toString());
        var jp = builder.start();
        // In this order, as the script opens them.
        var reader = Files.newBufferedReader(hears, StandardCharsets.UTF_8);
        var mouth = Files.newBufferedWriter(says, StandardCharsets.UTF_8);
        return new Puppet(jp, mouth, reader, err);
    }

    private void listen() {
        try {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                heard.add(line);
                synchronized (this) {
                    while (deaf) {
                        wait();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            heard.add(END);
        }
    }

    /// Reads nothing any more, or again.
    synchronized void deaf(boolean from) {
        deaf = from;
        notifyAll();
    }

    /// JSON with `'` for `"`.
    void say(String line) throws IOException {
        sayJson(line.replace('\'', '"'));
    }

    void sayJson(String line) throws IOException {
        mouth.write(line + "\n");
        mouth.flush();
    }

    /// The next that it is told.
    Json.Obj hear() throws Exception {
        var line = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null || line.equals(END)) {
            throw new AssertionError((line == null ? "nothing came" : "it ended") + "; jp said: " + errors());
        }
        try {
            return (Json.Obj) JsonText.parse(line);
        } catch (MalformedJson e) {
            throw new AssertionError(line, e);
        }
    }

    /// The next of this type; what comes before it is passed over.
    Json.Obj hear(String type) throws Exception {
        while (true) {
            var message = hear();
            if (message.text("type").orElse("").equals(type)) {
                return message;
            }
        }
    }

    /// The next event of this type, `data` and all.
    Json.Obj event(String type) throws Exception {
        while (true) {
            var message = hear("event");
            if (type(message).equals(type)) {
                return message;
            }
        }
    }

    /// All events up to one of this type.
    List<Json.Obj> eventsUntil(String type) throws Exception {
        var events = new ArrayList<Json.Obj>();
        do {
            events.add(hear("event"));
        } while (!type(events.getLast()).equals(type));
        return events;
    }

    static Json.Obj data(Json.Obj event) {
        return (Json.Obj) event.get("data").orElseThrow();
    }

    /// Of what an event tells.
    static String type(Json.Obj event) {
        return data(event).text("type").orElse("");
    }

    /// The texts of all messages of one kind, one behind the other.
    static String text(List<Json.Obj> events, String field) {
        var text = new StringBuilder();
        events.forEach(
                event -> data(event).text(field).filter(_ -> isResponse(event)).ifPresent(text::append));
        return text.toString();
    }

    private static boolean isResponse(Json.Obj event) {
        return type(event).equals("chat_response");
    }

    static List<String> types(List<Json.Obj> events) {
        return events.stream().map(Puppet::type).toList();
    }

    static List<Json.Obj> of(List<Json.Obj> events, String type) {
        return events.stream().filter(event -> type(event).equals(type)).toList();
    }

    /// The next event of each of these subscriptions, in their order.
    List<Json.Obj> eventsOf(String... subIds) throws Exception {
        var events = new HashMap<String, Json.Obj>();
        while (events.size() < subIds.length) {
            var event = hear("event");
            var subId = event.text("sub_id").orElseThrow();
            if (List.of(subIds).contains(subId)) {
                events.putIfAbsent(subId, event);
            }
        }
        return Stream.of(subIds).map(events::get).map(Objects::requireNonNull).toList();
    }

    /// A new one, locked by this plugin.
    String conversation() throws Exception {
        say("{'type':'create_conversation','title':'Live'}");
        return hear("created").text("conversation").orElseThrow();
    }

    /// `more` are further fields, with a comma before them.
    Json.Obj subscribe(String subId, String conversation, String more) throws Exception {
        say("{'type':'subscribe','sub_id':'" + subId + "','conversation':'" + conversation + "'" + more + "}");
        return hear("subscribed");
    }

    void query(String conversation, String content) throws Exception {
        sayJson(JsonText.text(Json.object()
                .put("type", "query")
                .put("conversation", conversation)
                .put("content", content)
                .build()));
        hear("query_started");
    }

    void approve(String subId, Json.Obj asked) throws IOException {
        respond(subId, asked, "'action':'approve'");
    }

    void respond(String subId, Json.Obj asked, String answer) throws IOException {
        say("{'type':'respond','sub_id':'" + subId + "','respond':'tool_approval','tool_call_id':'"
                + data(asked).text("id").orElseThrow() + "'," + answer + "}");
    }

    /// All that is stored.
    List<Json.Obj> events(String conversation) throws Exception {
        say("{'type':'read_events','conversation':'" + conversation + "'}");
        var events = new ArrayList<Json.Obj>();
        ((Json.Arr) hear("events").get("data").orElseThrow()).items().forEach(each -> events.add((Json.Obj) each));
        return events;
    }

    /// The plugin alone, not its host.
    void killPlugin() {
        assertThat(jp.descendants().map(ProcessHandle::destroyForcibly).toList())
                .isNotEmpty();
    }

    String errors() throws IOException {
        return Files.readString(err);
    }

    Process process() {
        return jp;
    }

    /// Says goodbye, and waits for the end.
    int leave() throws Exception {
        say("{'type':'exit','code':0}");
        return ended();
    }

    /// Its output ends, without a goodbye.
    void hangUp() throws IOException {
        mouth.close();
    }

    int ended() throws Exception {
        assertThat(jp.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("jp ends").isTrue();
        return jp.exitValue();
    }

    @Override
    public void close() throws IOException {
        deaf(false);
        try {
            mouth.close();
        } catch (IOException _) {
            // What was said last was not heard by anybody.
        }
        jp.destroyForcibly();
    }
}
