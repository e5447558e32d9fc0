package dev.outrigger.kaged.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToDaemonTest {
    private static final List<ToDaemon> ALL = List.of(
            new ToDaemon.Hello("1.2.3"),
            new ToDaemon.Status(),
            new ToDaemon.Stop(),
            new ToDaemon.Metrics(),
            new ToDaemon.PluginList(),
            new ToDaemon.PlanInstall("/tmp/x"),
            new ToDaemon.Install("/tmp/x", "abc", true, false),
            new ToDaemon.Remove("x", true),
            new ToDaemon.Switch(ToDaemon.Turn.RELOAD, "x"),
            new ToDaemon.Call("x", "m", Json.object().put("a", 1).build(), 5000, ""),
            new ToDaemon.Call("x", "m", Json.EMPTY, 0, "site"),
            new ToDaemon.Share("x", true),
            new ToDaemon.Share("x", false),
            new ToDaemon.LoadProject("/p"),
            new ToDaemon.UnloadProject("site", true),
            new ToDaemon.ProjectList(),
            new ToDaemon.ProjectStatus("site"),
            new ToDaemon.PlanConsent("site", "x"),
            new ToDaemon.Fetch("site", "x"),
            new ToDaemon.Decide("site", "x", "00", true),
            new ToDaemon.Logs("x", 10, true),
            new ToDaemon.Trace("x", true),
            new ToDaemon.PluginTools("x", "p"),
            new ToDaemon.AcceptTools("x", "p", "d"),
            new ToDaemon.PlanReplay("x"),
            new ToDaemon.Replay("x", "{}\n{}\n", List.of("net:*"), true),
            new ToDaemon.AuditRows("x", "m", List.of("call"), "2026-01-01T00:00:00Z", 3, 7),
            new ToDaemon.AuditAnchoring(),
            new ToDaemon.AuditVerify(List.of()),
            new ToDaemon.AuditVerify(List.of("kaged-audit")),
            new ToDaemon.AuditRetain(30));

    @Test
    void everyRequestComesBackAsItWent() throws Exception {
        for (var asked : ALL) {
            var params = JsonText.parse(JsonText.text(asked.rpcParams()));
            assertThat(ToDaemon.decode(asked.rpcMethod(), params)).contains(asked);
        }
        assertThat(ALL.stream().map(Object::getClass).distinct().toList())
                .as("none is missing here")
                .containsExactlyInAnyOrderElementsOf(records(ToDaemon.class));
    }

    private static List<Class<?>> records(Class<?> family) {
        if (family.isRecord()) {
            return List.of(family);
        }
        var records = new ArrayList<Class<?>>();
        Arrays.stream(family.getPermittedSubclasses()).forEach(each -> records.addAll(records(each)));
        return records.stream().distinct().toList();
    }

    @Test
    void everyTurnHasAMethodOfItsOwn() throws Exception {
        for (var turn : ToDaemon.Turn.values()) {
            var asked = new ToDaemon.Switch(turn, "x");
            assertThat(ToDaemon.decode(asked.rpcMethod(), asked.rpcParams())).contains(asked);
        }
    }

    @Test
    void whatIsMissingOrOfTheWrongKindIsNamed() throws Exception {
        assertThat(ToDaemon.decode("plugin.fly", Json.EMPTY)).isEmpty();
        assertThatThrownBy(() -> ToDaemon.decode("plugin.call", Json.EMPTY))
                .isInstanceOf(FieldReader.Mistake.class)
                .hasMessageContaining("plugin");
        assertThatThrownBy(() -> ToDaemon.decode("status", new Json.Arr(List.of())))
                .isInstanceOf(FieldReader.Mistake.class)
                .hasMessageContaining("object");
        assertThatThrownBy(() -> ToDaemon.decode(
                        "audit.retain", Json.object().put("days", 0).build()))
                .isInstanceOf(FieldReader.Mistake.class);
    }
}
