package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a stranger calls something stays on its line, and what looks alike is alike.
class OneLineTest {
    private static final String FORGED =
            "Taxes\nlast used  2020-01-01T00:00:00Z\u2028pinned     now\u2029locked     x\r\u0085y";
    private static final List<String> ALIKE = List.of(
            "read", "read ", "re ad", "re  ad", "read\u200b", "read\u00a0", "re\u202ead", "read\n", "\u2060read");

    /// `server.py FILE`: an MCP server whose tools are called as the file has it.
    static final String SERVER = """
            import json, sys
            for line in sys.stdin:
                said = json.loads(line)
                def answer(result):
                    print(json.dumps({"jsonrpc": "2.0", "id": said["id"], "result": result}), flush=True)
                match said.get("method"):
                    case "initialize":
                        answer({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                "serverInfo": {"name": "alike", "version": "1"}})
                    case "tools/list":
                        answer({"tools": [{"name": name, "inputSchema": {"type": "object"}}
                                          for name in json.load(open(sys.argv[1]))]})
                    case "server/discover":
                        print(json.dumps({"jsonrpc": "2.0", "id": said["id"],
                                          "error": {"code": -32601, "message": "unknown"}}), flush=True)
            """;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspace() {
        jail = Jail.in(folder);
    }

    @Test
    void aTitleForgesNoField() {
        jail.jp("conversation", "new", "--title", FORGED);

        var shown = jail.jp("conversation", "show").out();

        assertThat(shown.lines()).hasSize(4).noneMatch(line -> line.startsWith("pinned") || line.startsWith("locked"));
        assertThat(shown).doesNotContain("\u2028", "\u2029", "\u0085", "\r");
        assertThat(jail.jp("conversation", "ls").out())
                .as("a header, and one conversation")
                .hasLineCount(2)
                .doesNotContain("\u2028", "\u2029")
                .contains("Taxes last used");
    }

    @Test
    void namesOfToolsThatWouldLookAlikeDoNot() throws IOException {
        var names = Files.writeString(folder.resolve("names"), JsonText.text(Json.texts(ALIKE)));
        var server = Files.writeString(folder.resolve("server.py"), SERVER);
        jail.config("[providers.mcp.alike]\ncommand = \"python3\"\nargs = [\"" + server + "\", \"" + names + "\"]\n");

        var list = jail.jp("tool", "list");

        assertThat(list.err()).isEmpty();
        var seen = new HashSet<String>();
        list.out().lines().filter(line -> line.contains("mcp.alike/")).forEach(line -> {
            int from = line.indexOf("mcp.alike/");
            seen.add(line.substring(from, line.indexOf("  ", from)));
        });
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "mcp.alike/read",
                        "mcp.alike/read<U+0020>",
                        "mcp.alike/re ad",
                        "mcp.alike/re <U+0020>ad",
                        "mcp.alike/read<U+200B>",
                        "mcp.alike/read<U+00A0>",
                        "mcp.alike/re<U+202E>ad",
                        "mcp.alike/read<U+000A>",
                        "mcp.alike/<U+2060>read");
        assertThat(list.out().lines().filter(line -> line.contains("mcp.alike/")))
                .hasSize(ALIKE.size());
    }
}
