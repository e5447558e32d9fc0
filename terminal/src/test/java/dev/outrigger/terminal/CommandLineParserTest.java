package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineParserTest {
    private static ParsedCommandLine parse(String line) {
        return CommandLineParser.parse(SampleCommands.JP, line.isEmpty() ? List.of() : List.of(line.split(" ")));
    }

    private static ArgumentValues run(String line) {
        return assertThat(parse(line))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(ParsedCommandLine.Run.class))
                .actual()
                .values();
    }

    private static String path(ParsedCommandLine parsed) {
        return parsed.path().stream().map(Command::name).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "init                                   | jp init",
                "conversation new                       | jp conversation new",
                "c new                                  | jp conversation new",
                "c n                                    | jp conversation new",
                "-q c -q n -q                           | jp conversation new",
                "c rename 1 two                         | jp conversation rename",
                "--version                              | jp",
                "-V                                     | jp",
            })
    void findsTheCommandToRun(String line, String path) {
        assertThat(parse(line)).isInstanceOf(ParsedCommandLine.Run.class);
        assertThat(path(parse(line))).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "c new --title x",
        "c new --title=x",
        "c new -t x",
        "c new -tx",
        "c new -t=x",
        "c new -pt x",
        "c new -qptx",
    })
    void understandsEveryFormOfAnOption(String line) {
        assertThat(run(line).text("title")).contains("x");
    }

    @Test
    void givesWhatWasSaid() {
        var values = run("--cfg a=1 c new --tag=x -vv 77 --tag y -v --cfg b=2 --pin");
        assertThat(values.all("cfg")).containsExactly("a=1", "b=2");
        assertThat(values.all("tag")).containsExactly("x", "y");
        assertThat(values.count("verbose")).isEqualTo(3);
        assertThat(values.flag("pin")).isTrue();
        assertThat(values.flag("quiet")).isFalse();
        assertThat(values.text("ID")).contains("77");
        assertThat(values.text("title")).isEmpty();
    }

    @Test
    void givesDefaultsForWhatWasNotSaid() {
        assertThat(run("c new").text("kind")).contains("chat");
        assertThat(run("c new").count("kind")).isZero();
        assertThat(run("c new -k task").text("kind")).contains("task");
        assertThat(run("c new --title=").text("title")).contains("");
    }

    @Test
    void refusesToAnswerForWhatNobodyDeclared() {
        var values = run("c new");
        assertThatThrownBy(() -> values.flag("titel")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesNoOptionsBehindTwoDashes() {
        var values = run("c grep --in all -- --help -q --");
        assertThat(values.text("PATTERN")).contains("--help");
        assertThat(values.all("ID")).containsExactly("-q", "--");
        assertThat(values.flag("quiet")).isFalse();
    }

    @Test
    void letsTheLastPositionalTakeTheRest() {
        assertThat(run("c grep --in all x 1 2 -q 3").all("ID")).containsExactly("1", "2", "3");
    }

    @Test
    void takesALoneDashAndUnknownDashedWordsAsValues() {
        assertThat(run("c rename - x").text("ID")).contains("-");
        assertThat(run("c new --title -5").text("title")).contains("-5");
        assertThat(run("c new --title=--quiet").text("title")).contains("--quiet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "titles                               | jp              | titles",
                "titles a --format html -h            | jp              | titles a --format html -h",
                "titles -- --help                     | jp              | titles -- --help",
                "conversation export --html           | jp conversation | export --html",
                "c export --html -q                   | jp conversation | export --html -q",
                "-q -- titles -x                      | jp              | titles -x",
                "help titles                          | jp              | titles --help",
                "help c export deep                   | jp conversation | export deep --help",
                "c help export -- x                   | jp conversation | export --help",
            })
    void leavesTheWordsOfAPluginUntouched(String line, String path, String words) {
        assertThat(parse(line))
                .isInstanceOfSatisfying(
                        ParsedCommandLine.External.class,
                        external ->
                                assertThat(String.join(" ", external.words())).isEqualTo(words));
        assertThat(path(parse(line))).isEqualTo(path);
    }

    @Test
    void countsGlobalOptionsOnlyBeforeThePluginsPath() {
        assertThat(parse("--format json c -q export -v --format html"))
                .isInstanceOfSatisfying(ParsedCommandLine.External.class, external -> {
                    assertThat(external.globals().text("format")).contains("json");
                    assertThat(external.globals().flag("quiet")).isTrue();
                    assertThat(external.globals().flag("verbose")).isFalse();
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-h                         | jp                     | false",
                "--help                     | jp                     | true",
                "-qh                        | jp                     | false",
                "c -h                       | jp conversation        | false",
                "c new --help               | jp conversation new    | true",
                "c rename -h                | jp conversation rename | false",
                "c new x -h --bogus         | jp conversation new    | false",
                "help                       | jp                     | true",
                "help c                     | jp conversation        | true",
                "help c n                   | jp conversation new    | true",
                "c help new                 | jp conversation new    | true",
                "help c new x               | jp conversation new    | true",
                "help c new -h              | jp conversation new    | true",
            })
    void offersHelpAtEveryLevel(String line, String path, boolean full) {
        assertThat(parse(line))
                .isInstanceOfSatisfying(
                        ParsedCommandLine.Help.class,
                        help -> assertThat(help.full()).isEqualTo(full));
        assertThat(path(parse(line))).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''|jp", "-q|jp", "c|jp conversation", "c --format json|jp conversation", "--|jp"})
    void saysWhenAGroupWasCalledBare(String line, String path) {
        assertThat(parse(line)).isInstanceOf(ParsedCommandLine.Bare.class);
        assertThat(path(parse(line))).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "c new --titel x        | unknown option '--titel'                               | did you mean '--title'?",
                "c new --titel=x        | unknown option '--titel'                               | did you mean '--title'?",
                "--formt json init      | unknown option '--formt'                               | did you mean '--format'?",
                "c new --verb           | unknown option '--verb'                                | did you mean '--verbose'?",
                "c new --zzzz           | unknown option '--zzzz'                                | \"\"",
                "c new -title x         | unknown option '-title'                                | did you mean '--title'?",
                "c new -z               | unknown option '-z'                                    | \"\"",
                "c new -pz              | unknown option '-z' in '-pz'                           | \"\"",
                "c new --kind tsk       | 'tsk' is no value for '--kind <KIND>'                  | did you mean 'task'?",
                "c new --kind poem      | 'poem' is no value for '--kind <KIND>'                 | possible values: chat, task, review",
                "--format xml titles    | 'xml' is no value for '--format <FORMAT>'              | possible values: text, json",
                "c new --title          | '--title <TITLE>' needs a value                        | \"\"",
                "c new -t               | '--title <TITLE>' needs a value                        | \"\"",
                "c new --title -- x     | '--title <TITLE>' needs a value                        | \"\"",
                "c new --title --pin    | '--title <TITLE>' needs a value, and '--pin' is an option | if you mean it: --title=--pin",
                "c new -t -p            | '--title <TITLE>' needs a value, and '-p' is an option | if you mean it: --title=-p",
                "c new --title a -t b   | '--title <TITLE>' was given twice                      | \"\"",
                "c new --pin=yes        | '--pin' takes no value                                 | \"\"",
                "c new 1 2              | unexpected argument '2'                                | \"\"",
                "init help              | unexpected argument 'help'                             | \"\"",
                "c rename               | missing <ID> <TITLE>                                   | \"\"",
                "c rename 1             | missing <TITLE>                                        | \"\"",
                "c grep x               | missing --in <PART>                                    | \"\"",
                "init --version         | unknown option '--version'                             | \"\"",
            })
    void explainsAMistake(String line, String message, String hint) {
        assertThat(parse(line)).isInstanceOfSatisfying(ParsedCommandLine.Mistake.class, mistake -> {
            assertThat(mistake.message()).isEqualTo(message);
            assertThat(mistake.hint()).isEqualTo(hint);
        });
    }

    @Test
    void refusesAnEmptyCommandName() {
        assertThat(CommandLineParser.parse(SampleCommands.JP, List.of("", "x")))
                .isInstanceOf(ParsedCommandLine.Mistake.class);
    }

    @Test
    void keepsEmptyWordsWhereTheyMeanSomething() {
        assertThat(CommandLineParser.parse(SampleCommands.CONVERSATION, List.of("rename", "1", "")))
                .isInstanceOfSatisfying(
                        ParsedCommandLine.Run.class,
                        run -> assertThat(run.values().text("TITLE")).contains(""));
    }

    @Test
    void suggestsACommandOnceNobodyKnowsTheWord() {
        var external = (ParsedCommandLine.External) parse("conversatoin new");
        assertThat(external.unknown(List.of("titles")).hint()).isEqualTo("did you mean 'conversation'?");
        external = (ParsedCommandLine.External) parse("tilte");
        assertThat(external.unknown(List.of("titles")).hint()).isEqualTo("did you mean 'titles'?");
        external = (ParsedCommandLine.External) parse("c renmae");
        assertThat(external.unknown(List.of()).hint()).isEqualTo("did you mean 'rename'?");
        external = (ParsedCommandLine.External) parse("weather");
        assertThat(external.unknown(List.of()))
                .isEqualTo(new ParsedCommandLine.Mistake(external.path(), "unknown command 'weather'", ""));
    }
}
