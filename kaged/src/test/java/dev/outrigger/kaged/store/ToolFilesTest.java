package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.kaged.store.KnownTools.Standing;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ToolFilesTest {
    @TempDir
    Path base;

    private static Json.Obj tool(String name, String words) {
        return Json.object().put("name", name).put("description", words).build();
    }

    private static Map<String, Json.Obj> tools(Json.Obj... definitions) {
        var tools = new LinkedHashMap<String, Json.Obj>();
        for (var each : definitions) {
            tools.put(each.text("name").orElseThrow(), each);
        }
        return tools;
    }

    private static List<String> told(KnownTools known, String run) {
        return known.tools(run).stream()
                .map(tool -> tool.name() + " " + tool.standing().word())
                .toList();
    }

    @Test
    void theFirstDefinitionsCountAsAgreedToAndLaterOnesWait() {
        var first = KnownTools.NONE.seen("", "initialize", tools(tool("a", "one"), tool("b", "one")));
        assertThat(told(first, "")).containsExactly("a offered", "b offered");
        var later = first.seen("", "initialize", tools(tool("a", "two"), tool("c", "one")));
        assertThat(told(later, "")).containsExactly("a changed", "c new", "b gone");
        assertThat(later.waiting("")).containsExactly("a", "c");
        assertThat(later.tools("").getFirst().before()).contains(tool("a", "one"));
        assertThat(later.isOffered(tool("a", "two"))).isFalse();
        var agreed = later.agreedToAll("");
        assertThat(told(agreed, "")).containsExactly("a offered", "c offered");
        // What was agreed to before is not agreed to any more when it comes back.
        var back = agreed.seen("", "initialize", tools(tool("a", "one")));
        assertThat(back.waiting("")).containsExactly("a");
        assertThat(back.tools("").getFirst().standing()).isEqualTo(Standing.CHANGED);
    }

    /// A definition may name the folder of its project: that of one does not take away that of another.
    @Test
    void whatOneRunDefinesTakesNothingFromAnother() {
        var one = KnownTools.NONE.seen("p", "initialize", tools(tool("read", "below /p")));
        var two = one.seen("q", "initialize", tools(tool("read", "below /q")));
        assertThat(two.waiting("p")).isEmpty();
        assertThat(two.waiting("q")).containsExactly("read");
        var both = two.agreedToAll("q");
        assertThat(both.waiting("p")).isEmpty();
        assertThat(both.waiting("q")).isEmpty();
        assertThat(both.seen("p", "initialize", tools(tool("read", "below /p"))))
                .isSameAs(both);
        assertThat(both.digest("p")).isNotEqualTo(both.digest("q"));
    }

    @Test
    void onlySoManyRunsAreKnown() {
        var known = KnownTools.NONE;
        for (int i = 0; i < 40; i++) {
            known = known.seen("p" + i, "initialize", tools(tool("a", "one")));
        }
        assertThat(known.seen()).hasSize(32).containsKey("p39").doesNotContainKey("p0");
        var large = "x".repeat(7 << 20);
        for (var run : List.of("a", "b")) {
            known = known.seen(run, "initialize", tools(tool(run, large)));
        }
        assertThat(known.seen()).containsOnlyKeys("b");
    }

    @Test
    void comesBackAsItWasWritten() throws Exception {
        var files = new ToolFiles(base.resolve("tools"));
        assertThat(files.read("x")).isEqualTo(KnownTools.NONE);
        var first = files.change("x", before -> before.seen("", "stateless", tools(tool("a", "one"))));
        var noted = files.change("x", before -> before.seen("p", "stateless", tools(tool("a", "two"))));
        assertThat(first).isNotEqualTo(noted);
        assertThat(new ToolFiles(base.resolve("tools")).read("x")).isEqualTo(noted);
        files.forget("x");
        assertThat(files.read("x").isFirst()).isTrue();
    }

    /// Whoever deleted the note would agree to whatever comes next.
    @Test
    void aNoteThatCannotBeReadIsNotAdvisedToBeDeleted() throws Exception {
        var files = new ToolFiles(base);
        for (var damaged : List.of("{", "[]", "{\"era\":\"initialize\",\"agreed\":[1],\"seen\":{}}")) {
            Files.writeString(base.resolve("x.json"), damaged);
            assertThatThrownBy(() -> files.read("x"))
                    .isInstanceOf(StoreProblem.class)
                    .hasMessageContaining("none of them is offered")
                    .hasMessageNotContaining("delete");
            assertThatThrownBy(() -> files.change("x", before -> before.seen("", "initialize", Map.of())))
                    .isInstanceOf(StoreProblem.class);
            assertThat(base.resolve("x.json")).hasContent(damaged);
        }
    }

    /// What could be written and not be read again would be the end of the plugin.
    @Test
    void whatCannotBeReadBackIsNotWritten() throws Exception {
        var files = new ToolFiles(base);
        var good = files.change("x", before -> before.seen("", "initialize", tools(tool("a", "one"))));
        Json deep = Json.EMPTY;
        for (int i = 0; i < 2000; i++) {
            deep = new Json.Arr(List.of(deep));
        }
        var bad = tool("a", "two").with("inputSchema", deep);
        assertThatThrownBy(() -> files.change("x", before -> before.seen("", "initialize", tools(bad))))
                .isInstanceOf(StoreProblem.class);
        assertThat(files.read("x")).isEqualTo(good);
    }

    @Test
    void noChangeIsLostBetweenALookAndANote() throws Exception {
        var files = new ToolFiles(base);
        var done = new ArrayList<FutureTask<KnownTools>>();
        for (int i = 0; i < 20; i++) {
            var run = "p" + i;
            var task = new FutureTask<>(() ->
                    files.change("x", before -> before.seen(run, "initialize", tools(tool("a", "one")))));
            done.add(task);
            Thread.ofVirtual().start(task);
        }
        for (var each : done) {
            each.get();
        }
        assertThat(files.read("x").seen()).hasSize(20);
    }
}
