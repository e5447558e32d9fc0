package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The two shell scripts that follow what happens do what they say.
class LiveExamplesTest extends LiveWorkspace {
    @BeforeEach
    void twoScripts() throws Exception {
        for (var name : new String[] {"follow", "careful"}) {
            jail.plugin(name, Jail.CLONE.resolve("examples/" + name + "/jp-" + name))
                    .trusted(name);
        }
    }

    @Test
    void oneFollowsAConversationWhileAQueryWritesToIt() throws Exception {
        var id = conversation();
        var out = folder.resolve("followed");
        var trace = folder.resolve("trace");
        var follower = jail.builder(jail.command("--trace-plugin", trace.toString(), "follow", id))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        await().until(() -> Files.exists(trace) && Files.readString(trace).contains("subscribed"));

        assertThat(jail.jp("query", "-i", id, "/say All is well\n/call nope {}").code())
                .isZero();

        assertThat(follower.waitFor(30, TimeUnit.SECONDS))
                .as(Files.readString(out))
                .isTrue();
        assertThat(Files.readString(out)).startsWith("> /say All is well\n/call nope {}\nAll is well\n(nope)\n");
        assertThat(follower.exitValue()).isZero();
    }

    @Test
    void theOtherApprovesByItsRule() throws Exception {
        Files.createDirectory(jail.workspace().resolve("notes"));

        var ran = jail.jp("careful", """
                /call write_file {"path":"notes/a.txt","content":"yes"}
                /call write_file {"path":"notes/../b.txt","content":"no"}
                /call write_file {"path":"c.txt","content":"no"}
                """);

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("only files below notes/ may be written");
        assertThat(jail.workspace().resolve("notes/a.txt")).hasContent("yes");
        assertThat(jail.workspace().resolve("b.txt")).doesNotExist();
        assertThat(jail.workspace().resolve("c.txt")).doesNotExist();
    }
}
