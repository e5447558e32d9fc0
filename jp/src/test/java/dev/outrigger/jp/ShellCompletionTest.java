package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// TAB in real shells. They come with `bin/check`, which installs them where they are missing.
class ShellCompletionTest {
    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aStranger() throws IOException {
        jail = Jail.in(folder).plugin("serve-web", "#!/bin/sh\necho started >> \"$STARTED\"\n");
        jail.with("STARTED", folder.resolve("started").toString());
        jail.with("PATH", Jail.CLONE.resolve("bin") + ":" + jail.plugins() + ":" + System.getenv("PATH"));
        Files.createDirectory(jail.workspace().resolve("folder"));
        Files.createFile(jail.workspace().resolve("some file"));
        Files.createFile(jail.workspace().resolve("other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void tabCompletesWhatJpKnows(String shell) throws IOException {
        assertThat(Typist.at(shell, jail, folder.resolve("dot"))
                        .tabs(
                                "jp conversat",
                                "jp c l",
                                "jp --format js",
                                "jp --format=js",
                                "jp --format \"js",
                                "jp -q completion z",
                                "jp ser",
                                "jp serve w",
                                "jp --trace-plugin som",
                                "jp --trace-plugin=oth",
                                "jp --workspace fol",
                                "jp conversation new --title 'two words' --quie"))
                .map(line -> line.replace("/>", ">"))
                .containsExactly(
                        "<jp><conversation>",
                        "<jp><c><ls>",
                        "<jp><--format><json>",
                        "<jp><--format=json>",
                        "<jp><--format><json>",
                        "<jp><-q><completion><zsh>",
                        "<jp><serve>",
                        "<jp><serve><web>",
                        "<jp><--trace-plugin><some file>",
                        "<jp><--trace-plugin=other>",
                        "<jp><--workspace><folder>",
                        "<jp><conversation><new><--title><two words><--quiet>");
        assertThat(folder.resolve("started")).as("nothing is started for a TAB").doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void twoDashesListTheOptions(String shell) throws IOException {
        assertThat(Typist.at(shell, jail, folder.resolve("dot")).tabs("jp c ls --\tworkspace"))
                .containsExactly("listed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zsh", "fish"})
    void theListSaysWhatEachCommandDoes(String shell) throws IOException {
        assertThat(Typist.at(shell, jail, folder.resolve("dot")).tabs("jp con\tShow and change settings"))
                .containsExactly("listed");
    }

    /// A jp that offers what none of ours does.
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void valuesWithSpacesColonsAndQuotesArriveWhole(String shell) throws IOException {
        var typist = Typist.at(shell, jail, folder.resolve("dot"));
        var odd = Files.createDirectory(folder.resolve("odd"));
        Files.writeString(odd.resolve("jp"), """
                #!/bin/bash
                shell=$2 tail=$3 word=${@: -1}
                echo none
                case $shell:$word in
                bash:ov*) echo 'over\\ there' ;;
                bash:\\"ov*) echo 'over there' ;;
                *:*ov*) printf 'over there\\twhere\\n' ;;
                bash:host:*) echo 80 ;;
                *:host:*) printf 'host:80\\twhere\\n' ;;
                bash:it*) echo "it\\\\'s" ;;
                *:it*) printf "it's\\twhose\\n" ;;
                esac
                """);
        assertThat(odd.resolve("jp").toFile().setExecutable(true)).isTrue();
        var script = jail.jp("completion", shell).out();
        assertThat(script).contains("__complete");
        jail.with("PATH", odd + ":" + System.getenv("PATH"));

        assertThat(typist.tabs("jp ov", "jp \"ov", "jp host:", "jp it"))
                .containsExactly("<jp><over there>", "<jp><over there>", "<jp><host:80>", "<jp><it's>");
    }

    @Test
    void theHelpSaysHowToInstallItInEveryShell() {
        assertThat(jail.jp("completion", "--help").out())
                .contains("~/.bashrc", "~/.zshrc", "completions/jp.fish", "source <(jp completion bash)");
        assertThat(jail.jp("completion").code()).isEqualTo(2);
        assertThat(jail.jp("completion", "tcsh").err()).contains("'tcsh' is no value", "bash, zsh, fish");
    }

    @Test
    void theHiddenCommandIsHiddenAndNeedsNoWorkspaceAndNoSettings() throws IOException {
        jail.config("this is no TOML");

        assertThat(jail.jp("--help").out()).doesNotContain("__complete");
        var answer = jail.sh("cd / && $JP __complete bash co -- co");
        assertThat(answer.out()).isEqualTo("none\ncompletion\nconversation\nconfig\n");
        assertThat(answer.err()).isEmpty();
    }
}
