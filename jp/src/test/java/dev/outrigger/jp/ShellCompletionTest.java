package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        assertThat(ShellUser.at(shell, jail, folder.resolve("dot"))
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
    void tabCompletesTheNamesOfWhatThereIs(String shell) throws IOException {
        jail.jp("conversation", "new", "--title", "Taxes 2026");
        var id = ((Json.Arr) jail.jp("conversation", "ls", "--format", "json").json())
                                .items()
                                .getFirst()
                        instanceof Json.Obj one
                ? one.text("id").orElseThrow()
                : "";
        jail.jp("models", "demo");
        jail.config("""
                [providers.mcp.files]
                command = "/bin/sh"
                args = ["-c", "echo started >> '%s'"]
                """.formatted(folder.resolve("started")));

        assertThat(ShellUser.at(shell, jail, folder.resolve("dot"))
                        .tabs(
                                "jp conversation show " + id.substring(0, 4),
                                "jp c use Tax",
                                "jp query --id=Tax",
                                "jp config show assistant.na",
                                "jp config set plugins.command.ser⇥ru⇥una",
                                "jp --cfg plugins.au⇥tr",
                                "jp --cfg=plugins.au⇥tr",
                                "jp query -p temp⇥0.2",
                                "jp query -m demo",
                                "jp query -t write_f",
                                "jp tool show write_f",
                                "jp plugin approve ser"))
                .containsExactly(
                        "<jp><conversation><show><" + id + ">",
                        "<jp><c><use><Taxes 2026>",
                        "<jp><query><--id=Taxes 2026>",
                        "<jp><config><show><assistant.name>",
                        "<jp><config><set><plugins.command.serve-web.run><unattended>",
                        "<jp><--cfg><plugins.auto_install=true>",
                        "<jp><--cfg=plugins.auto_install=true>",
                        "<jp><query><-p><temperature=0.2>",
                        "<jp><query><-m><demo/demo>",
                        "<jp><query><-t><write_file>",
                        "<jp><tool><show><write_file>",
                        "<jp><plugin><approve><serve-web>");
        assertThat(folder.resolve("started")).as("nothing is started for a TAB").doesNotExist();
    }

    /// A title, a model or a tool may be called as somebody else likes.
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void aHostileNameIsOneWordOrNotOffered(String shell) throws IOException {
        for (var title : List.of(
                "$(touch x)`touch y`;touch z",
                "it's \"q\" & <b> | * ~ # {a,b} \\",
                "Hey! you",
                "Größe: 5 €=$HOME `id` \"q\"",
                "Done!",
                "Evil\u001b]0;title\u0007",
                "Two\nlines",
                "-dash",
                "Turned\u202eround")) {
            assertThat(jail.jp("conversation", "new", "--title=" + title).code())
                    .isZero();
        }

        assertThat(ShellUser.at(shell, jail, folder.resolve("dot"))
                        .tabs(
                                "jp c use \\$",
                                "jp c use it",
                                "jp c use \"it",
                                "jp c use \"it's",
                                "jp c use Größ",
                                "jp c use \"Größ",
                                "jp c use 'Größ",
                                "jp c use \"Don",
                                "jp c use He",
                                "jp c use \"Hey",
                                "jp c use Evi",
                                "jp c use Tw",
                                "jp c use -das",
                                "jp c use Turn"))
                .containsExactly(
                        "<jp><c><use><$(touch x)`touch y`;touch z>",
                        "<jp><c><use><it's \"q\" & <b> | * ~ # {a,b} \\>",
                        "<jp><c><use><it's \"q\" & <b> | * ~ # {a,b} \\>",
                        "<jp><c><use><it's \"q\" & <b> | * ~ # {a,b} \\>",
                        "<jp><c><use><Größe: 5 €=$HOME `id` \"q\">",
                        "<jp><c><use><Größe: 5 €=$HOME `id` \"q\">",
                        "<jp><c><use><Größe: 5 €=$HOME `id` \"q\">",
                        "<jp><c><use><Done!>",
                        "<jp><c><use><Hey! you>",
                        "<jp><c><use><Hey! you>",
                        "<jp><c><use><Evi>",
                        "<jp><c><use><Tw>",
                        "<jp><c><use><-das>",
                        "<jp><c><use><Turn>");
        assertThat(jail.workspace().resolve("x")).doesNotExist();
        assertThat(jail.workspace().resolve("y")).doesNotExist();
        assertThat(jail.workspace().resolve("z")).doesNotExist();
    }

    /// From the folders of its plugins and projects: there is no daemon here, and none afterwards.
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void tabCompletesKaged(String shell) throws IOException {
        var home = folder.resolve("kaged");
        var plugins = Files.createDirectories(home.resolve("plugins"));
        for (var name : List.of("notes", "$(touch x)", "Evil\u001b[31m")) {
            Files.createDirectory(plugins.resolve(name));
            Files.copy(
                    Jail.CLONE.resolve("examples/notes/kaged-plugin.yaml"),
                    plugins.resolve(name).resolve("kaged-plugin.yaml"));
        }
        var projects = home.resolve("projects");
        Files.writeString(Files.createDirectories(projects.resolve("1")).resolve("project.json"), """
                {"root":"/srv/$(touch z)","id":"garden","loaded":true,"decisions":{}}
                """);
        jail.with("KAGED_HOME", home.toString());

        assertThat(ShellUser.at(shell, jail, folder.resolve("dot"))
                        .tabs(
                                "kaged plugin val",
                                "kaged plugin call ⇥notes.ad",
                                "kaged audit --plugin n",
                                "kaged audit --kind=viol",
                                "kaged plugin install fol",
                                "kaged plugin explain fol",
                                "kaged project unload gar",
                                "kaged plugin call --project gar",
                                "kaged completion fi"))
                .map(line -> line.replace("/>", ">"))
                .containsExactly(
                        "<kaged><plugin><validate>",
                        "<kaged><plugin><call><notes><notes.add>",
                        "<kaged><audit><--plugin><notes>",
                        "<kaged><audit><--kind=violation>",
                        "<kaged><plugin><install><folder>",
                        "<kaged><plugin><explain><folder>",
                        "<kaged><project><unload><garden>",
                        "<kaged><plugin><call><--project><garden>",
                        "<kaged><completion><fish>");
        try (var entries = Files.list(home)) {
            assertThat(entries).as("no daemon was there").containsExactlyInAnyOrder(plugins, projects);
        }
        assertThat(jail.workspace().resolve("z")).doesNotExist();
    }

    /// What the settings permit is taken down when the user first has it used, and not by a TAB.
    @Test
    void namesOfToolsAreOfferedAndNothingIsTakenDown() throws IOException {
        assertThat(jail.jp(
                                "tool",
                                "install",
                                "--yes",
                                Jail.CLONE.resolve("examples/tool-calc").toString())
                        .code())
                .isZero();
        jail.config("[conversation.tools.add]\nsource = \"plugin.calc\"\nrun = \"unattended\"\n");

        assertThat(jail.jp("__complete", "zsh", "", "--", "tool", "show", "a").out())
                .startsWith("none\nadd\t");
        assertThat(jail.jp("__complete", "bash", "", "--", "tool", "remove", "").out())
                .isEqualTo("none\ncalc\n");
        assertThat(jail.jp("__complete", "bash", "plugins.tool.", "--", "config", "set", "plugins.tool.")
                        .out())
                .isEqualTo("open\nplugins.tool.calc.\n");
        assertThat(folder.resolve("data/jp/unattended.json")).doesNotExist();
    }

    /// Settings that cannot be read are the command's to complain of.
    @Test
    void brokenSettingsOnlyMeanThatLessIsOffered() throws IOException {
        jail.jp("conversation", "new", "--title", "Taxes");
        jail.config("this is no TOML");

        var answer = jail.jp("__complete", "bash", "", "--", "config", "set", "");
        assertThat(answer.out()).isEqualTo("none\n");
        assertThat(answer.err()).isEmpty();
        assertThat(jail.jp("__complete", "bash", "T", "--", "conversation", "use", "T")
                        .out())
                .isEqualTo("none\nTaxes\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void twoDashesListTheOptions(String shell) throws IOException {
        assertThat(ShellUser.at(shell, jail, folder.resolve("dot")).tabs("jp c ls --\tworkspace"))
                .containsExactly("listed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zsh", "fish"})
    void theListSaysWhatEachCommandDoes(String shell) throws IOException {
        assertThat(ShellUser.at(shell, jail, folder.resolve("dot")).tabs("jp con\tShow and change settings"))
                .containsExactly("listed");
    }

    /// A jp that offers what none of ours does.
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void valuesWithSpacesColonsAndQuotesArriveWhole(String shell) throws IOException {
        var typist = ShellUser.at(shell, jail, folder.resolve("dot"));
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
