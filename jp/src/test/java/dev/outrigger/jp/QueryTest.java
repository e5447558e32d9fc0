package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `jp query` as people and programs see it, answered by demo.
class QueryTest {
    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspace() {
        jail = Jail.in(folder);
    }

    private String typed(List<String> words, TerminalUser.Step... steps) throws Exception {
        return TerminalUser.at(jail.builder(jail.command(words.toArray(String[]::new))), folder, List.of(steps));
    }

    @Test
    void aModelIsChosenByItsAlias() throws IOException {
        jail.config("""
                [providers.llm.aliases]
                quick = "demo/demo"
                far = { provider = "elsewhere", name = "large" }
                """);

        assertThat(jail.jp("query", "--new", "-m", "quick", "/say by its alias").out())
                .contains("by its alias");
        var far = jail.jp("query", "--new", "-m", "far", "x");
        assertThat(far.code()).isEqualTo(2);
        assertThat(far.err()).contains("the alias far stands for elsewhere/large", "providers.llm.aliases.far");
        assertThat(jail.jp("__complete", "zsh", "", "--", "query", "-m", "qui").out())
                .contains("quick");
    }

    @Test
    void givesTheAnswerAloneToAPipe() {
        var result = jail.jp("query", "/think aloud\n/say **so** be it\n/call nope {}");

        assertThat(result.out()).startsWith("**so** be it\n").doesNotContain("aloud");
        assertThat(result.err()).contains("→ nope\n").contains("✗ there is no tool nope");
        assertThat(result.code()).isZero();
    }

    @Test
    void givesProgramsOneObjectPerLine() throws Exception {
        var lines =
                jail.jp("query", "--format", "json", "/say yes").out().lines().toList();

        assertThat(lines.getFirst()).matches("\\{\"type\":\"turn_start\",\"timestamp\":\"[^\"]+Z\",\"seq\":1}");
        assertThat(lines)
                .contains("{\"type\":\"piece\",\"channel\":\"content\",\"text\":\"yes\"}")
                .anyMatch(line -> line.matches(
                        "\\{\"type\":\"chat_response\",\"timestamp\":\"[^\"]+Z\",\"message\":\"yes\",\"seq\":3}"));
        var last = (Json.Obj) JsonText.parse(lines.getLast());
        assertThat(last.text("type")).contains("query_complete");
        assertThat(last.text("outcome")).contains("done");
        assertThat(last.get("usage")).isPresent();
    }

    @Test
    void theUserSaysHowMuchOfAResultTheModelGets() throws Exception {
        Files.writeString(jail.workspace().resolve("long.txt"), "line of a file\n".repeat(400));
        var call = "/call read_file {\"path\": \"long.txt\"}";
        var key = "conversation.tools.max_result_kb";

        assertThat(jail.jp("query", "--format", "json", call).out()).doesNotContain("[cut: ");
        assertThat(jail.jp("query", "--format", "json", "--cfg", key + ":=2", call)
                        .out())
                .contains("[cut: these are the first 2048 of ");
        for (var wrong : List.of("0", "1025", "{}")) {
            assertThat(jail.jp("query", "--cfg", key + ":=" + wrong, call).err())
                    .contains(key + " wants a whole number from 1 to 1024");
        }
        assertThat(jail.jp("config", "set", key, "2").code()).isZero();
        assertThat(jail.jp("tool", "list").out()).as("which is no tool").doesNotContain("max_result_kb");
    }

    @Test
    void takesFilesAndWhatIsPipedInAlong() throws Exception {
        Files.writeString(jail.workspace().resolve("a.txt"), "from a file");
        Files.writeString(jail.workspace().resolve("q.txt"), "/say asked by a file");

        var out =
                jail.sh("echo piped | $JP query --format json -a a.txt @q.txt").out();

        assertThat(out)
                .contains("\"path\":\"standard input\",\"content\":\"piped\\n\"")
                .contains("\"path\":\"a.txt\",\"content\":\"from a file\"")
                .contains("asked by a file");
        assertThat(jail.sh("echo /say words from a pipe | $JP query").out()).isEqualTo("words from a pipe\n");
    }

    @Test
    void refusesWhatIsNoTextOrTooMuchOfIt() throws Exception {
        Files.write(jail.workspace().resolve("picture"), new byte[] {(byte) 0xFF, (byte) 0xD8});
        Files.write(jail.workspace().resolve("large"), new byte[(1 << 20) + 1]);

        assertThat(jail.jp("query", "-a", "picture", "x")).satisfies(result -> {
            assertThat(result.err()).contains("picture is no UTF-8 text");
            assertThat(result.code()).isEqualTo(2);
        });
        assertThat(jail.jp("query", "-a", "large", "x").err()).contains("larger than 1 MiB");
        assertThat(jail.jp("query", "-a", ".", "x").err()).contains(". is a folder");
        assertThat(jail.jp("query", "@nowhere").err()).contains("there is no file nowhere");
        assertThat(jail.jp("query", "-p", "top_k=many", "x").err()).contains("top_k is a number");
        assertThat(jail.jp("conversation", "ls").out()).doesNotContain("picture");
    }

    @Test
    void asksNothingWhereThereIsNoTextAndNoTerminal() {
        var result = jail.sh("setsid $JP query </dev/null");

        assertThat(result.err()).contains("there is nothing to ask");
        assertThat(result.code()).isEqualTo(2);
    }

    @Test
    void answersWithDataWhereASchemaIsGiven() {
        var result = jail.jp("query", "-s", "{\"type\":\"object\",\"required\":[\"n\"]}", "/data {\"n\": 1}");

        assertThat(result.out()).isEqualTo("{\"n\":1}\n");
        assertThat(jail.jp("query", "-s", "[1]", "x").err()).contains("there is no file [1]");
    }

    @Test
    void namesANewConversationByItsFirstLine() {
        jail.jp("query", "-n", "/say one\nand more");
        jail.jp("query", "-n", "--title", "Mine", "/say two");

        assertThat(jail.jp("conversation", "ls").out()).contains("/say one").contains("Mine");
    }

    /// What was asked must not go to somebody else because of a slip.
    @ParameterizedTest
    @CsvSource({"antropic/claude,anthropic/claude", "opnai/gpt,openai/gpt", "Olama/x/y,ollama/x/y"})
    void aProviderThatIsMistypedIsNotTheNameOfAModel(String mistyped, String meant) {
        jail.with("JP_CFG_ASSISTANT__MODEL__ID__PROVIDER", "demo");

        var result = jail.jp("query", "-m", mistyped, "/say sent");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("there is no provider", "Did you mean " + meant + "?", "PROVIDER/" + mistyped);
        assertThat(result.out()).isEmpty();
        assertThat(jail.jp("query", "-m", "demo/" + mistyped, "/say sent").out())
                .isEqualTo("sent\n");
        assertThat(jail.jp("query", "-m", "meta-llama/Llama-3", "/say sent").out())
                .isEqualTo("sent\n");
    }

    @Test
    void aQueryThatNobodyAnsweredLeavesTheConversationInUse() {
        var inUse = jail.jp("conversation", "new").out().strip();

        var failed = jail.jp("query", "-n", "-m", "anthropic/claude", "/say nothing");

        assertThat(failed.err()).contains("there is no key for anthropic");
        assertThat(jail.jp("conversation", "show").out()).contains(inUse);
        assertThat(jail.jp("query", "-n", "-m", "demo", "/say words").out()).isEqualTo("words\n");
        assertThat(jail.jp("conversation", "show").out()).doesNotContain(inUse).contains("/say words");
    }

    @Test
    void drawsTheAnswerAndSaysWhatItTook() throws Exception {
        var screen = typed(List.of("query", "/say some **bold** words"));

        assertThat(screen)
                .contains("\u001b[1mbold\u001b[0m")
                .contains("demo · ")
                .contains("exit 0");
    }

    @Test
    void saysThatThereIsNothingToRead() throws Exception {
        assertThat(typed(List.of("query", "/think aloud"))).contains("The model said nothing.");
        assertThat(typed(List.of("query", "/say words"))).doesNotContain("The model said nothing.");
        assertThat(jail.jp("query", "/think aloud").err())
                .as("also to whoever has redirected the answer")
                .contains("The model said nothing.", "its window may be full", "jp query -n");
    }

    @Test
    void endsWhenInterruptedAndKeepsWhatCame() throws Exception {
        var screen = typed(List.of("query", "/forever"), new TerminalUser.Step("word 25", "\\x03"));

        assertThat(screen).contains("interrupted; what came is stored").endsWith("exit 130\n");
        assertThat(jail.sh("$JP conversation ls --format json").out()).contains("/forever");
        var id = jail.sh("$JP conversation ls --format json | grep -o '[0-9]\\{11\\}' | head -1")
                .out()
                .strip();
        assertThat(jail.jp("conversation", "print", id, "--format", "json").out())
                .contains("word 25")
                .contains("incomplete");
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
    void endsAtAnySignalThatAsksForItAndKeepsWhatCame(String signal, int code) throws Exception {
        var seen = new WatchedRun(jail, folder)
                .signal(signal, out -> Files.readString(out).contains("word 25"))
                .run("query", "/forever");

        assertThat(seen.code()).as(seen.err()).isEqualTo(code);
        assertThat(seen.err()).contains("interrupted; what came is stored");
        assertThat(jail.sh("cat $(find . -name events.json*)").out()).contains("word 25");
    }

    @Test
    void opensTheEditorWhereThereIsNoText() throws Exception {
        jail.with("WHERE", folder.resolve("where").toString());
        jail.with("EDITOR", "sh -c 'pwd > $WHERE; cp \"$1\" \"$1~\"; echo \"/say from the editor\" > \"$1\"' x");
        assertThat(typed(List.of("query"))).contains("from the editor").endsWith("exit 0\n");

        assertThat(where()).doesNotExist();

        jail.with("EDITOR", "true");
        assertThat(typed(List.of("query")))
                .contains("nothing was written, so nothing is asked")
                .endsWith("exit 1\n");
    }

    /// What it keeps in a folder of its own may be worth something, and is no reason to lose what was written.
    @Test
    void anEditorThatLeavesAFolderBehindIsHeardAllTheSame() throws Exception {
        jail.with("WHERE", folder.resolve("where").toString());
        jail.with("EDITOR", "sh -c 'pwd > $WHERE; mkdir s; touch s/swap; echo \"/say from the editor\" > \"$1\"' x");

        assertThat(typed(List.of("query"))).contains("from the editor").endsWith("exit 0\n");

        assertThat(where().resolve("s/swap")).exists();
        Files.delete(where().resolve("s/swap"));
        Files.delete(where().resolve("s"));
        assertThat(where()).isEmptyDirectory();
        Files.delete(where());
    }

    private Path where() throws IOException {
        return Path.of(Files.readString(folder.resolve("where")).strip());
    }
}
