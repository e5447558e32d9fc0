package dev.outrigger.kaged.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A record is hostile until each of its lines was looked at: nothing is started for one that is not what the daemon
/// would say.
class ReplayScriptTest {
    private static final Json.Obj GREETING =
            Json.object().put("plugin_name", "p").build();

    /// Knows `echo`, whose params have no `bad`.
    private static final ReplayScript.Rules RULES = new ReplayScript.Rules() {
        @Override
        public Optional<String> objection(String method, Json.Obj params) {
            if (!method.equals("echo")) {
                return Optional.of("its manifest declares no method " + method);
            }
            return params.get("bad").map(_ -> "the params of echo do not fit");
        }

        @Override
        public Json.Obj greeting() {
            return GREETING;
        }
    };

    @Test
    void whatADaemonSaysIsSaidAgainInItsOwnWords() throws Exception {
        var script = read(
                to(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"config\":{\"x\":1}},\"more\":1}"),
                from("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
                to("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{\"x\":1}}"),
                to("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\",\"params\":{\"x\":1}}"),
                to(
                        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"echo\",\"params\":{\"a\":1,\"_context\":{\"operator_id\":\"ann\"}}}"),
                from("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"kaged:storage:query\"}"),
                to("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"rows\":[]},\"method2\":\"x\"}"),
                to("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":3,\"_context\":{}}}"),
                from("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}"));
        var said = new ArrayList<String>();
        for (var step : script.steps()) {
            switch (step) {
                case ReplayScript.Own(var _, var message) -> said.add(JsonText.text(message));
                case ReplayScript.Call(var number, var id, var method, var params) ->
                    said.add(number + " " + JsonText.text(id) + " " + method + " " + JsonText.text(params));
                case ReplayScript.Expect _ -> {}
            }
        }
        assertThat(said)
                .containsExactly(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"plugin_name\":\"p\"}}",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}",
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}",
                        "5 3 echo {\"a\":1}",
                        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"rows\":[]}}",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":3}}");
        assertThat(script.greets()).isTrue();
        assertThat(script.lines()).isEqualTo(9);
    }

    @Test
    void noiseOfThePluginIsNoPromise() throws Exception {
        var script = read(
                from("Traceback (most recent call last)"),
                from("[1]"),
                from("{".repeat(1000)),
                from("{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{}}"),
                from("{\"jsonrpc\":\"2.0\",\"method\":\"told\"}"));
        assertThat(script.steps()).hasSize(1);
        assertThat(script.greets()).isFalse();
    }

    @Test
    void whatADaemonWouldNotSayIsRefusedByItsLine() {
        var echo = to("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}");
        refused("is no JSON", to("nonsense"));
        refused("nested deeper than", to("{\"a\":".repeat(500) + "1" + "}".repeat(500)));
        refused("nested deeper than", "{\"a\":".repeat(500) + "1" + "}".repeat(500));
        refused("must be an object", to("[1]"));
        refused("must be an object", "[]");
        refused("direction", "{\"direction\":\"both\",\"line\":\"{}\"}");
        refused("line", "{\"direction\":\"to_plugin\"}");
        refused("neither a request nor an answer", to("{}"));
        refused("neither a request nor an answer", to("{\"id\":1}"));
        refused("neither a request nor an answer", to("{\"id\":1,\"result\":1,\"error\":{}}"));
        refused("did not ask in the record", to("{\"id\":1,\"result\":1}"));
        refused("method", to("{\"id\":1,\"method\":7}"));
        refused("declares no method steal", to("{\"id\":1,\"method\":\"steal\"}"));
        refused("declares no method kaged:log", to("{\"method\":\"kaged:log\",\"params\":{}}"));
        refused("do not fit", to("{\"id\":1,\"method\":\"echo\",\"params\":{\"bad\":1}}"));
        refused("params", to("{\"id\":1,\"method\":\"echo\",\"params\":[1]}"));
        refused("whole number", to("{\"method\":\"echo\"}"));
        for (var id : List.of("0", "-1", "1.5", "1e3", "9007199254740991", "\"1\"", "null", "[]")) {
            refused("whole number", to("{\"id\":" + id + ",\"method\":\"echo\"}"));
        }
        refused("has an id", to("{\"id\":1,\"method\":\"initialized\"}"));
        refused("was used before", echo, echo);
        refused("second start", to("{\"id\":1,\"method\":\"initialize\"}"), to("{\"id\":2,\"method\":\"initialize\"}"));
        refused("does not ask", from("{\"id\":9,\"result\":1}"));
        refused("does not ask", from("{\"result\":1}"));
        // Answered once.
        refused(
                "did not ask in the record",
                from("{\"id\":\"q\",\"method\":\"kaged:log\"}"),
                to("{\"id\":\"q\",\"result\":1}"),
                to("{\"id\":\"q\",\"result\":1}"));
    }

    @Test
    void aRecordHasLimits() {
        var line = from("{\"method\":\"told\"}") + "\n";
        assertThat(catchThrowableOfType(
                        ServiceRefusal.class, () -> ReplayScript.of(line.repeat(ReplayScript.MOST_LINES + 1), RULES)))
                .hasMessageContaining("more than 100000 lines");
        assertThat(catchThrowableOfType(ServiceRefusal.class, () -> ReplayScript.of("\n\n", RULES)))
                .hasMessageContaining("is empty");
    }

    private static void refused(String why, String... lines) {
        assertThat(catchThrowableOfType(ServiceRefusal.class, () -> read(lines)))
                .as(String.join("\n", lines)
                        .substring(0, Math.min(200, String.join("\n", lines).length())))
                .hasMessageStartingWith("line " + lines.length + " of the record: ")
                .hasMessageContaining(why);
    }

    private static ReplayScript read(String... lines) throws ServiceRefusal {
        return ReplayScript.of(String.join("\n", lines), RULES);
    }

    private static String to(String message) {
        return line("to_plugin", message);
    }

    private static String from(String message) {
        return line("from_plugin", message);
    }

    private static String line(String direction, String message) {
        return JsonText.text(
                Json.object().put("direction", direction).put("line", message).build());
    }
}
