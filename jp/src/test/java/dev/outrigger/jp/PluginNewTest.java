package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `jp plugin new`, and the plugins it makes.
class PluginNewTest {
    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspace() {
        jail = Jail.in(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "python", "java"})
    void theNewPluginRunsAtOnce(String language) throws IOException {
        var made = make(language);
        assertThat(made.code()).as(made.err()).isEqualTo(0);
        assertThat(made.out())
                .contains("jp plugin approve greet someone` pins it")
                .doesNotContain("PATH");
        jail.trusted("greet-someone");
        jail.jp("conversation", "new");

        assertThat(jail.jp("greet", "someone").out()).isEqualTo("Hello, world! Conversations in this workspace: 1\n");
        var odd = jail.jp("greet", "someone", "Ada \"the\" Größe\\n", "$(x)");
        assertThat(odd.err()).isEmpty();
        assertThat(odd.out()).isEqualTo("Hello, Ada \"the\" Größe\\n $(x)! Conversations in this workspace: 1\n");
        assertThat(jail.jp("greet", "someone", "--loud", "Ada").out()).startsWith("HELLO, ADA!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "python", "java"})
    void itDescribesItselfHasHelpAndLeavesWhenTold(String language) throws IOException, MalformedJson {
        make(language);
        var program = jail.plugins().resolve("jp-greet-someone");

        var description = (Json.Obj) said(program, "{\"type\":\"describe\"}");
        assertThat(description.text("type")).contains("describe");
        assertThat(description.text("name")).contains("greet-someone");
        assertThat(description.text("description")).isPresent();
        assertThat(description.get("command")).contains(JsonText.parse("[\"greet\",\"someone\"]"));
        var help = (Json.Obj) said(program, "{\"type\":\"help\"}");
        assertThat(help.text("type")).contains("help");
        assertThat(help.get("command")).containsInstanceOf(Json.Obj.class);
        assertThat(jail.sh("printf '%s\\n' '{\"type\":\"init\",\"args\":[]}' '{\"type\":\"shutdown\"}' | " + program)
                        .out())
                .endsWith("\"code\"" + (language.equals("python") ? ": " : ":") + "0}\n");
        assertThat(jail.sh("printf '%s\\n' '{\"type\":\"init\",\"args\":[]}' | " + program)
                        .code())
                .as("jp hung up")
                .isEqualTo(0);
        var byHand = jail.sh("script -qec " + program + " /dev/null </dev/null");
        assertThat(byHand.out()).contains("jp greet someone [--loud]");
        assertThat(byHand.code()).isEqualTo(2);
    }

    /// Whoever takes up the advice and then edits the file, as all do, finds it running.
    @Test
    void itsAdviceHoldsAfterTheFirstEdit() throws IOException {
        assertThat(jail.sh("chmod go-w . ..").code()).isZero();
        var made = jail.sh("umask 022; mkdir mine; $JP plugin new hello --dir mine");
        assertThat(made.out())
                .contains("  jp plugin approve --dev hello\n")
                .contains("`jp plugin approve hello` pins it");
        var edited = jail.sh(
                "PATH=$PWD/mine:$PATH; $JP plugin approve --dev hello; echo '# more' >>mine/jp-hello; setsid -w $JP hello Ada");
        assertThat(edited.code()).as(edited.err()).isZero();
        assertThat(edited.out()).contains("Hello, Ada!");

        // Where others may write, it would be refused.
        var open = jail.sh("umask 002; mkdir ours; $JP plugin new hello --dir ours");
        assertThat(open.out()).contains("  jp plugin approve hello\n").doesNotContain("--dev");
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        make("sh");
        var before = Files.readString(jail.plugins().resolve("jp-greet-someone"));
        var again = make("python");

        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("jp-greet-someone exists already");
        assertThat(jail.plugins().resolve("jp-greet-someone")).hasContent(before);
    }

    @Test
    void aNameThatCannotBeCalledIsRefused() {
        for (var name : new String[] {"../x", "a b/c", "-x", "", "ä", "init", "conversation", "c ls", "help"}) {
            var refused = jail.jp("plugin", "new", "--dir", jail.plugins().toString(), "--", name);
            assertThat(refused.code()).as(name).isEqualTo(2);
            assertThat(refused.err()).as(name).startsWith("error: ");
        }
        assertThat(jail.plugins()).isEmptyDirectory();
    }

    @Test
    void whereItIsNotOnPathItSaysWhatToDoAndItWorksAnywhere() {
        assertThat(jail.sh("cd / && $JP plugin new hello --dir '" + folder.resolve("my place") + "'")
                        .out())
                .contains("export PATH=\"" + folder.resolve("my place") + ":$PATH\"", "jp hello Ada")
                // Outside of every workspace there is one's own.
                .doesNotContain("jp init")
                .contains("jp plugin approve --dev hello\n");
        var json = (Json.Obj)
                jail.jp("plugin", "new", "serve web", "--format", "json").json();
        assertThat(json.text("id")).contains("serve-web");
        assertThat(json.text("file"))
                .contains(jail.workspace().resolve("jp-serve-web").toString());
    }

    private Jail.Result make(String language) {
        return jail.jp(
                "plugin",
                "new",
                "greet",
                "someone",
                "--lang",
                language,
                "--dir",
                jail.plugins().toString());
    }

    private Json said(Path program, String line) {
        return jail.sh("echo '" + line + "' | " + program).json();
    }
}
