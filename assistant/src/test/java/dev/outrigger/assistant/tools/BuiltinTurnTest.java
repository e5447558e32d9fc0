package dev.outrigger.assistant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.LoneToolRun;
import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built-in tools in whole turns.
class BuiltinTurnTest {
    @TempDir
    Path folder;

    private Path root;
    private DemoTurn turn;

    @BeforeEach
    void aWorkspace() throws IOException {
        root = Files.createDirectory(folder.resolve("workspace")).toRealPath();
        turn = new DemoTurn(BuiltinTools.in(root));
    }

    private Event.ToolCallResponse call(String tool, String arguments) {
        return turn.ask("/call " + tool + " " + arguments).getFirst();
    }

    private Tool tool(String name) {
        return BuiltinTools.in(root).stream()
                .filter(tool -> tool.definition().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Json.Obj json(Json.Builder builder) {
        return builder.build();
    }

    private static String text(Json.Obj json) {
        return JsonText.text(json);
    }

    private void file(String path, String content) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, content);
    }

    @Test
    void readsAFile() throws IOException {
        file("notes.txt", "one\ntwo\n");

        var response = call("read_file", "{\"path\": \"notes.txt\"}");

        assertThat(response.content()).isEqualTo("one\ntwo\n");
        assertThat(response.isError()).isFalse();
    }

    @Test
    void readsSomeLinesAndSaysHowToGoOn() throws IOException {
        file("notes.txt", "1\n2\n3\n4\n5");

        assertThat(call("read_file", "{\"path\": \"notes.txt\", \"from_line\": 2, \"to_line\": 3}")
                        .content())
                .isEqualTo("2\n3\n[lines 2 to 3 of 5]");
        assertThat(call("read_file", "{\"path\": \"notes.txt\", \"from_line\": 4}")
                        .content())
                .isEqualTo("4\n5");
        assertThat(call("read_file", "{\"path\": \"notes.txt\", \"from_line\": 9}")
                        .content())
                .isEqualTo("[notes.txt has 5 lines: nothing is there]");
        file("long.txt", "line\n".repeat(5000));
        assertThat(call("read_file", "{\"path\": \"long.txt\"}").content())
                .endsWith("line\n[lines 1 to 2000 of 5000; from_line 2001 reads on]")
                .hasLineCount(2001);
        file("wide.txt", "ä".repeat(200_000) + "\nend\n");
        assertThat(call("read_file", "{\"path\": \"wide.txt\"}").content())
                .startsWith("ää")
                .doesNotContain("\uFFFD")
                .contains("line 1 is cut");
        file("empty.txt", "");
        assertThat(call("read_file", "{\"path\": \"empty.txt\"}").content()).isEqualTo("[empty.txt is empty]");
    }

    @Test
    void binaryFilesFoldersAndNothingAreToldApart() throws IOException {
        Files.write(root.resolve("image"), new byte[] {1, 0, 2});
        Files.write(root.resolve("latin"), new byte[] {'f', (byte) 0xFC, 'r'});
        Files.createDirectory(root.resolve("sub"));

        assertThat(call("read_file", "{\"path\": \"image\"}").content()).isEqualTo("image is binary, and not text");
        assertThat(call("read_file", "{\"path\": \"latin\"}").content()).contains("f\uFFFDr", "not UTF-8");
        assertThat(call("read_file", "{\"path\": \"sub\"}").content()).contains("is a folder");
        assertThat(call("read_file", "{\"path\": \"gone\"}").content()).isEqualTo("gone does not exist");
        assertThat(call("read_file", "{\"path\": \"image/x\"}").content()).contains("is a file and no folder");
    }

    @Test
    void refusesWhatIsOutside() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "secret");

        var response = call("read_file", "{\"path\": \"../secret.txt\"}");

        assertThat(response.isError()).isTrue();
        assertThat(response.content()).contains("outside the workspace").doesNotContain("\n");
    }

    @Test
    void whatLooksLikeSecretsIsReadOnlyWhenTheUserSaysSo() throws IOException {
        file(".env", "KEY=1");
        Files.createSymbolicLink(root.resolve("innocent.txt"), Path.of(".env"));

        assertThat(call("read_file", "{\"path\": \".env\"}").content()).contains("nobody to ask");
        turn.inquirer = (_, _, _, _) -> Optional.of(Json.of(false));
        assertThat(call("read_file", "{\"path\": \"innocent.txt\"}").content()).contains("the user said no");
        turn.inquirer = (_, _, question, _) -> {
            assertThat(question.text()).contains(".env");
            assertThat(question.standard()).contains(Json.of(false));
            return Optional.of(Json.of(true));
        };
        assertThat(call("read_file", "{\"path\": \"innocent.txt\"}").content()).isEqualTo("KEY=1");
    }

    @Test
    void listsAFolderWithoutWhatNobodyWants() throws IOException {
        file("src/a.txt", "12345");
        file("src/deep/b.txt", "");
        file("target/out.class", "");
        file(".gitignore", "/target/\n*.log\n!keep.log\n");
        file("x.log", "");
        file("keep.log", "");
        file(".git/config", "");
        file(".jp/config.toml", "");
        Files.createSymbolicLink(root.resolve("link"), folder);

        assertThat(call("list_folder", "{}").content())
                .isEqualTo("keep.log  0\nlink  (a link)\nsrc/\n[left out: 3 that are hidden or ignored by git]\n");
        assertThat(call("list_folder", "{\"path\": \"src\", \"depth\": 2}").content())
                .isEqualTo("src/a.txt  5\nsrc/deep/\nsrc/deep/b.txt  0\n");
        assertThat(call("list_folder", "{\"all\": true, \"depth\": 9}").content())
                .contains(".gitignore", "target/out.class", "x.log")
                .doesNotContain(".git/", ".jp");
        assertThat(call("list_folder", "{\"path\": \"..\"}").isError()).isTrue();
    }

    @Test
    void aHugeFolderIsCut() throws IOException {
        for (int i = 0; i < 1100; i++) {
            file("many/f" + i, "");
        }

        assertThat(call("list_folder", "{\"path\": \"many\"}").content())
                .hasLineCount(1001)
                .contains("[cut: these are the first 1000 entries");
    }

    @Test
    void findsTextAndExpressions() throws IOException {
        file("src/A.java", "class A {\n  int tax;\n}\n");
        file("src/b.md", "Tax and taxes\r\n");
        file("build/c.md", "tax");
        file(".gitignore", "build/");
        file("id_rsa", "tax");
        Files.write(root.resolve("bin"), new byte[] {'t', 'a', 'x', 0});
        Files.createSymbolicLink(root.resolve("loop"), Path.of("."));

        assertThat(call("search_files", "{\"pattern\": \"tax\"}").content())
                .startsWith("src/A.java:2:   int tax;\nsrc/b.md:1: Tax and taxes\n[")
                .contains("2 that are hidden or ignored", "1 that look like places for secrets");
        assertThat(call("search_files", "{\"pattern\": \"^T.x\\\\b\", \"regex\": true, \"glob\": \"*.md\"}")
                        .content())
                .startsWith("src/b.md:1: ");
        assertThat(call("search_files", "{\"pattern\": \"CLASS a\", \"ignore_case\": true, \"path\": \"src\"}")
                        .content())
                .isEqualTo("src/A.java:1: class A {\n");
        assertThat(call("search_files", "{\"pattern\": \"a.b\", \"path\": \"src/b.md\"}")
                        .content())
                .isEqualTo("[nothing found in 1 file]\n");
        assertThat(call("search_files", "{\"pattern\": \"(\", \"regex\": true}").content())
                .contains("no regular expression");
        assertThat(call("search_files", "{\"pattern\": \"(\"}").isError()).isFalse();
    }

    @Test
    void anExpressionThatWouldTakeForEverIsStopped() throws IOException {
        file("a.txt", "a".repeat(60) + "!\n");
        var search = new SearchFilesTool(new ToolFolder(root), Duration.ofMillis(300));

        var result =
                search.run(json(Json.object().put("pattern", "^(a|aa)+\\1x$").put("regex", true)), new LoneToolRun());

        assertThat(result.content()).contains("[stopped after 300 ms, in a.txt]");
    }

    @Test
    void manyHitsAreCut() throws IOException {
        file("a.txt", "x\n".repeat(500));

        assertThat(call("search_files", "{\"pattern\": \"x\"}").content())
                .hasLineCount(201)
                .contains("[cut: these are the first 200 hits");
    }

    @Test
    void writesOnlyWhatWasApproved() throws IOException {
        var arguments = text(json(Json.object().put("path", "new/deep/a.txt").put("content", "hello\n")));

        assertThat(call("write_file", arguments).content()).isEqualTo("rejected by the user");
        assertThat(root.resolve("new")).doesNotExist();
        turn.approver = (call, tool, _) -> {
            var proposal = tool.propose(call.arguments());
            assertThat(proposal.words())
                    .isEqualTo("```diff\n--- /dev/null\n+++ new/deep/a.txt\n@@ -0,0 +1 @@\n+hello\n```");
            assertThat(proposal.whole()).isEmpty();
            return new Approver.Decision.Approve(proposal);
        };
        assertThat(call("write_file", arguments).content()).isEqualTo("made new/deep/a.txt, 6 bytes");
        assertThat(root.resolve("new/deep/a.txt")).hasContent("hello\n");
    }

    @Test
    void aFileThatChangedSinceTheDiffWasSeenIsNotWritten() throws IOException {
        file("a.txt", "old\n");
        var proposal = writing("a.txt", "new\n");

        assertThat(proposal.words()).contains("-old\n+new\n");
        file("a.txt", "somebody else's\n");

        notWritten(proposal, "since the user saw the diff");
        assertThat(root.resolve("a.txt")).hasContent("somebody else's\n");
    }

    private Proposal writing(String path, String content) {
        return tool("write_file").propose(json(Json.object().put("path", path).put("content", content)));
    }

    private static void notWritten(Proposal proposal, String why) {
        var result = proposal.action().run(new LoneToolRun());
        assertThat(result.isError()).isTrue();
        assertThat(result.content()).contains(why);
    }

    @Test
    void otherArgumentsThanThoseOfTheCallAreCheckedAgainstTheirOwnFile() throws IOException {
        file("theirs.md", "old\n");
        turn.approver = (_, tool, _) -> {
            var proposal =
                    tool.propose(json(Json.object().put("path", "theirs.md").put("content", "new\n")));
            assertThat(proposal.words()).contains("-old\n+new\n");
            try {
                file("theirs.md", "precious\n");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return new Approver.Decision.Approve(proposal);
        };

        var response = call("write_file", "{\"path\": \"mine.txt\", \"content\": \"x\"}");

        assertThat(response.isError()).isTrue();
        assertThat(response.content()).contains("theirs.md").contains("since the user saw the diff");
        assertThat(root.resolve("theirs.md")).hasContent("precious\n");
        assertThat(root.resolve("mine.txt")).doesNotExist();
    }

    @Test
    void noCallOfManyForgetsWhatItsUserSaw() throws IOException {
        var proposals = new ArrayList<Proposal>();
        for (int i = 0; i < 128; i++) {
            proposals.add(writing(i + ".txt", "new\n"));
        }
        for (int i = 0; i < 128; i++) {
            file(i + ".txt", "somebody else's\n");
            notWritten(proposals.get(i), "since the user saw the diff");
        }
    }

    @Test
    void aChangeFarBehindTheBeginningIsNoticed() throws IOException {
        var long1 = "x\n".repeat(1 << 20);
        file("a.txt", long1 + "old\n");
        var proposal = writing("a.txt", "new\n");
        file("a.txt", long1 + "new\n");

        notWritten(proposal, "since the user saw the diff");
    }

    @Test
    void aLinkThatLeadsElsewhereByNowIsNotFollowed() throws IOException {
        file("a.txt", "same\n");
        file("b.txt", "same\n");
        var link = root.resolve("link.txt");
        Files.createSymbolicLink(link, Path.of("a.txt"));
        var proposal = writing("link.txt", "new\n");
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("b.txt"));

        notWritten(proposal, "b.txt was changed by somebody since the user saw the diff");
        assertThat(root.resolve("b.txt")).hasContent("same\n");
    }

    @Test
    void whatWasShownToBeRefusedStaysRefused() throws IOException {
        Files.createDirectory(root.resolve("a"));
        var proposal = writing("a", "new\n");
        assertThat(proposal.words()).isEqualTo("This will be refused: a is a folder");
        Files.delete(root.resolve("a"));

        notWritten(proposal, "a is a folder");
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void aDiffThatIsCutIsThereInWhole() throws IOException {
        file("a.txt", "");
        var proposal = writing("a.txt", "line\n".repeat(1500) + "last\n");

        assertThat(proposal.words()).contains("504 MORE LINES ARE NOT SHOWN").doesNotContain("last");
        assertThat(proposal.whole()).startsWith("--- a.txt\n+++ a.txt\n@@").endsWith("+line\n+last\n");
        assertThat(proposal.whole().lines()).hasSize(1504);
    }

    @Test
    void neitherGitNorOurSettingsNorFoldersAreWritten() throws IOException {
        file(".git/config", "");
        turn.approver = (_, _, _) -> new Approver.Decision.Granted();
        for (var path : new String[] {
            ".git/hooks/pre-commit", "sub/.git/config", ".jp.toml", ".jp/config.toml", ".git", "sub/", "../x", "."
        }) {
            var response =
                    call("write_file", text(json(Json.object().put("path", path).put("content", "x"))));
            assertThat(response.isError()).as(path).isTrue();
            assertThat(response.content()).as(path).doesNotContain("\n");
        }
    }

    @Test
    void nothingInAFileEndsTheFenceAroundTheDiff() throws IOException {
        file("a.md", "text\n");

        assertThat(writing("a.md", "````\nfree\n````\n").words())
                .startsWith("`````diff\n")
                .endsWith("`````");
    }

    @Test
    void everyToolIsOneThatAModelCanCall() {
        assertThat(BuiltinTools.in(root))
                .extracting(tool -> tool.definition().name() + " " + tool.consent())
                .containsExactly(
                        "read_file UNATTENDED", "list_folder UNATTENDED", "search_files UNATTENDED", "write_file ASK");
    }
}
