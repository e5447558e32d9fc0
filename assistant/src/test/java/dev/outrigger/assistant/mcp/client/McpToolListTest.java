package dev.outrigger.assistant.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Lists that servers tell, however long.
final class McpToolListTest {
    private static Json.Obj tool(String name, String words) {
        return Json.object()
                .put("name", name)
                .put("description", words)
                .put("inputSchema", Json.object().put("type", "object").build())
                .build();
    }

    private static McpToolList read(List<Json> tools) throws McpProblem {
        var reading = new McpToolList.Reading();
        reading.page(Json.object().put("tools", new Json.Arr(tools)).build());
        return reading.done();
    }

    @Test
    void allDefinitionsTogetherAreBounded() throws Exception {
        var tools = new ArrayList<Json>();
        for (int i = 0; i < 20; i++) {
            tools.add(tool("t" + i, "x".repeat(500 << 10)));
        }
        var list = read(tools);
        assertThat(JsonText.bytes(list.json()).length).isBetween(3 << 20, 4 << 20);
        assertThat(list.notes()).anySatisfy(note -> assertThat(note).contains("4 MiB"));
    }

    @Test
    void oneDefinitionIsBoundedWhateverIsLargeInIt() throws Exception {
        var large = "x".repeat(1 << 20);
        var list = read(List.of(
                tool("a", large),
                tool("b", "").with("title", Json.of(large)),
                tool("c", "").with("annotations", Json.object().put("x", large).build()),
                tool("d", "").with("outputSchema", Json.object().put("x", large).build()),
                tool("e", "fits")));
        assertThat(list.tools()).containsOnlyKeys("e");
        assertThat(list.notes()).hasSize(4);
    }

    @Test
    void whatAToolGivesBackIsPartOfWhatIsAgreedTo() throws Exception {
        var schema = Json.object().put("type", "object").build();
        var list = read(List.of(tool("a", "").with("outputSchema", schema)));
        var definition = list.named("a").orElseThrow();
        assertThat(definition.output()).isEqualTo(schema);
        assertThat(definition.json().get("outputSchema")).contains(schema);
    }
}
