package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is offered behind the words typed so far.
class CompletionTest {
    private record Stranger(List<String> path, String id, String about, Command command) implements Completion.Guest {
        Stranger(String path, String about, Command command) {
            this(List.of(path.split(" ")), path.replace(' ', '-'), about, command);
        }
    }

    private static final Command SERVE = Command.named("serve")
            .arg(Argument.option("bind", "ADDR", "Where to listen").shortName('b'))
            .arg(Argument.option("mode", "MODE", "How").possibleValues("fast", "safe and slow"))
            .arg(Argument.option("log", "FILE", "Where to log"));
    private static final Command REMOTE = Command.named("remote")
            .sub(Command.named("add").about("One more").alias("new").arg(Argument.flag("force", "Do it")))
            .sub(Command.named("drop").about("One less"));

    private static final List<Stranger> GUESTS = List.of(
            new Stranger("serve", "JP server", SERVE),
            new Stranger("serve web", "Read-only web UI", Command.named("web")),
            new Stranger("serve http-api", "HTTP API", Command.named("http-api")),
            new Stranger("remote", "Far away", REMOTE),
            new Stranger("deep down under", "Australia", Command.named("under")),
            new Stranger("conversation export", "Export one", Command.named("export")));

    private static final Completion.ProgramValues NOTHING = _ -> Optional.empty();

    @Test
    void commandsOfJpAndOfPluginsComeTogether() {
        assertThat(texts("")).containsExactly("init", "conversation", "serve", "remote", "deep");
        assertThat(texts("con")).containsExactly("conversation");
        assertThat(answer("se").candidates()).containsExactly(new Completion.Candidate("serve", "JP server"));
        assertThat(texts("deep", "")).containsExactly("down");
        assertThat(texts("deep", "down", "u")).containsExactly("under");
    }

    @Test
    void aliasesComeOnlyWhenNothingElseFits() {
        assertThat(texts("conversation", "n")).containsExactly("new");
        assertThat(texts("c")).containsExactly("conversation");
        assertThat(texts("c", "re")).containsExactly("rename");
        assertThat(texts("he")).containsExactly("help");
        assertThat(texts("remote", "n")).containsExactly("new");
    }

    @Test
    void aPluginBelowABuiltInGroupIsFoundByTheGroupsAliasToo() {
        assertThat(texts("conversation", "")).containsExactly("new", "rename", "grep", "export");
        assertThat(texts("c", "e")).containsExactly("export");
        assertThat(answer("c", "export", "").files()).isEqualTo(Completion.Files.ANY);
    }

    @Test
    void optionsComeWhenADashIsTyped() {
        assertThat(texts("--")).containsExactly("--quiet", "--verbose", "--format", "--cfg", "--version", "--help");
        assertThat(texts("-")).contains("--quiet", "-q", "--version", "-V", "--help", "-h");
        assertThat(texts("conversation", "new", "--t")).containsExactly("--title", "--tag");
        assertThat(texts("-q")).containsExactly("-q");
        assertThat(texts("-x")).isEmpty();
    }

    @Test
    void whereNoWordIsExpectedOptionsComeAtOnce() {
        assertThat(texts("init", "")).contains("--quiet", "--help");
        assertThat(texts("conversation", "rename", "")).isEmpty();
    }

    @Test
    void anOptionIsOfferedOnceUnlessItMayBeRepeated() {
        assertThat(texts("-q", "--format", "json", "--")).containsExactly("--verbose", "--cfg", "--version", "--help");
        assertThat(texts("--format", "json", "--format=")).isEmpty();
        assertThat(texts("-v", "-v", "--verb")).containsExactly("--verbose");
    }

    @Test
    void valuesOfOptionsAreOfferedInEveryWayTheyCanBeWritten() {
        assertThat(texts("--format", "")).containsExactly("text", "json");
        assertThat(texts("--format", "j")).containsExactly("json");
        assertThat(texts("--format=")).containsExactly("--format=text", "--format=json");
        assertThat(texts("--format=j")).containsExactly("--format=json");
        assertThat(texts("c", "new", "-k", "t")).containsExactly("task");
        assertThat(texts("c", "new", "-kt")).containsExactly("-ktask");
        assertThat(texts("c", "new", "-pk=re")).containsExactly("-pk=review");
        assertThat(texts("c", "new", "--title", "")).isEmpty();
        assertThat(texts("--quiet=")).isEmpty();
    }

    @Test
    void aFileOrAFolderIsLeftToTheShell() {
        var root = Command.named("x")
                .arg(Argument.option("trace", "FILE", ""))
                .arg(Argument.option("into", "DIR", ""))
                .arg(Argument.option("name", "NAME", ""))
                .arg(Argument.positional("KIND", "").possibleValues("a", "b"))
                .arg(Argument.positional("PATH", "").many());
        assertThat(files(root, "--trace", "")).isEqualTo(Completion.Files.ANY);
        assertThat(files(root, "--trace=/t")).isEqualTo(Completion.Files.ANY);
        assertThat(files(root, "--into", "")).isEqualTo(Completion.Files.FOLDERS);
        assertThat(files(root, "--name", "")).isEqualTo(Completion.Files.NONE);
        assertThat(files(root, "")).isEqualTo(Completion.Files.NONE);
        assertThat(files(root, "a", "")).isEqualTo(Completion.Files.ANY);
        assertThat(files(root, "a", "one", "two", "")).isEqualTo(Completion.Files.ANY);
    }

    @Test
    void whatOnlyTheProgramKnowsItIsAskedFor() {
        var root = Command.named("x")
                .arg(Argument.option("in", "PATH", "").shortName('i'))
                .arg(Argument.positional("NAME", "").many());
        Completion.ProgramValues known = place -> Optional.of(new Completion.Answer(
                List.of(
                        new Completion.Candidate(place.arg().name() + "-" + place.typed(), ""),
                        new Completion.Candidate(place.typed() + "=", "", true),
                        new Completion.Candidate("-option", ""),
                        new Completion.Candidate("two\nlines", ""),
                        new Completion.Candidate("un\u200bseen", ""),
                        new Completion.Candidate("given " + place.given().all("NAME"), "")),
                Completion.Files.FOLDERS));
        assertThat(offered(root, known, "")).containsExactly("NAME-", "=", "given []");
        assertThat(offered(root, known, "a", "giv")).containsExactly("giv=", "given [a]");
        assertThat(offered(root, known, "--in", "in")).containsExactly("in-in", "in=");
        assertThat(offered(root, known, "--in=in")).containsExactly("--in=in-in", "--in=in=");
        assertThat(offered(root, known, "-iin")).containsExactly("-iin-in", "-iin=");
        assertThat(Completion.of(root, List::of, known, List.of("--in", "")).files())
                .isEqualTo(Completion.Files.NONE);
        assertThat(Completion.of(root, List::of, _ -> Optional.of(Completion.Answer.NOTHING), List.of("--in", ""))
                        .files())
                .as("what the program says counts, not the name of the value")
                .isEqualTo(Completion.Files.NONE);
        assertThat(Completion.of(SampleCommands.JP, () -> GUESTS, known, List.of("serve", "--bind", ""))
                        .candidates())
                .as("a plugin's values are not the program's")
                .isEmpty();
    }

    private static List<String> offered(Command root, Completion.ProgramValues known, String... words) {
        return Completion.of(root, List::of, known, List.of(words)).candidates().stream()
                .map(Completion.Candidate::text)
                .toList();
    }

    @Test
    void positionalsAreOfferedInTheirOrder() {
        var root = Command.named("x")
                .arg(Argument.positional("KIND", "").possibleValues("cat", "dog"))
                .arg(Argument.positional("SIZE", "").possibleValues("big", "small"));
        assertThat(Completion.of(root, List::of, NOTHING, List.of("")).candidates())
                .hasSize(2);
        assertThat(Completion.of(root, List::of, NOTHING, List.of("cat", "b")).candidates())
                .containsExactly(new Completion.Candidate("big", ""));
    }

    @Test
    void behindTwoDashesThereAreOnlyFiles() {
        for (var words : List.of(List.of("--", ""), List.of("c", "new", "--", "--t"), List.of("serve", "--", "--b"))) {
            var answer = Completion.of(SampleCommands.JP, () -> GUESTS, NOTHING, words);
            assertThat(answer.candidates()).as("%s", words).isEmpty();
            assertThat(answer.files()).as("%s", words).isEqualTo(Completion.Files.ANY);
        }
    }

    @Test
    void aPluginHasItsOwnOptionsAndNoneOfJps() {
        assertThat(texts("serve", "--")).containsExactly("--bind", "--mode", "--log", "--help");
        assertThat(texts("-q", "serve", "--m")).containsExactly("--mode");
        assertThat(texts("serve", "--mode", "")).containsExactly("fast", "safe and slow");
        assertThat(texts("serve", "--mode=s")).containsExactly("--mode=safe and slow");
        assertThat(answer("serve", "--log", "").files()).isEqualTo(Completion.Files.ANY);
        assertThat(texts("serve", "--format", "")).isEmpty();
    }

    @Test
    void wordsThatAPluginDidNotSpeakOfDoNotHideItsOptions() {
        assertThat(texts("serve", "what", "--ever", "--m")).containsExactly("--mode");
        assertThat(texts("serve", "--mode", "odd", "--b")).containsExactly("--bind");
        assertThat(answer("serve", "what", "").files()).isEqualTo(Completion.Files.ANY);
    }

    @Test
    void whatLiesBelowAPluginIsOfferedBesideItsOwn() {
        assertThat(texts("serve", "")).containsExactly("web", "http-api");
        assertThat(answer("serve", "web", "").files()).isEqualTo(Completion.Files.ANY);
        assertThat(texts("serve-http-api", "--")).containsExactly("--help");
        assertThat(texts("remote", "")).containsExactly("add", "drop");
        assertThat(texts("remote", "add", "--f")).containsExactly("--force");
        assertThat(answer("remote", "elsewhere", "").files()).isEqualTo(Completion.Files.ANY);
    }

    @Test
    void helpTakesNamesOfCommandsOnly() {
        assertThat(texts("help", "")).containsExactly("init", "conversation", "serve", "remote", "deep");
        assertThat(texts("help", "conversation", "r")).containsExactly("rename");
        assertThat(texts("help", "serve", "")).containsExactly("web", "http-api");
        assertThat(texts("--help", "")).isEmpty();
    }

    @Test
    void nothingIsOfferedBehindAMistake() {
        assertThat(texts("--nosuch", "")).isEmpty();
        assertThat(texts("nosuch", "")).isEmpty();
        assertThat(Completion.of(SampleCommands.JP, () -> GUESTS, NOTHING, List.of())
                        .candidates())
                .isEmpty();
    }

    @Test
    void aStrangersTextIsHarmless() {
        var hostile = new Stranger(
                List.of("evil"),
                "evil",
                "one\u001b]0;title\u0007\ntwo\t\u202ethree" + "!".repeat(10_000),
                Command.named("x")
                        .arg(Argument.option("v", "V", "")
                                .possibleValues("a\nb", "\u001b[2J", "", "fine", "x".repeat(10_000))));
        var about = Completion.of(SampleCommands.JP, () -> List.of(hostile), NOTHING, List.of("ev"))
                .candidates()
                .getFirst()
                .about();
        assertThat(about).startsWith("one two three!").hasSize(120).endsWith("…");
        assertThat(Completion.of(SampleCommands.JP, () -> List.of(hostile), NOTHING, List.of("evil", "--v", ""))
                        .candidates())
                .containsExactly(new Completion.Candidate("fine", ""));
    }

    @Test
    void guestsAreNotAskedForWhereABuiltInCommandStands() {
        Completion.GuestCommands forbidden = () -> {
            throw new AssertionError("not needed here");
        };
        assertThat(Completion.of(SampleCommands.JP, forbidden, NOTHING, List.of("c", "new", "--ki"))
                        .candidates())
                .hasSize(1);
    }

    @Test
    void whateverWasCompletedParses() {
        for (int seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var words = new ArrayList<String>();
            for (int step = 0; step < 8; step++) {
                var typed = List.of("", "-", "--").get(random.nextInt(3));
                var offered = offered(words, typed);
                if (offered.isEmpty()) {
                    offered = offered(words, "");
                }
                words.add(
                        offered.isEmpty()
                                ? "word"
                                : offered.get(random.nextInt(offered.size())).text());
                assertThat(sound(CommandLineParser.parse(SampleCommands.JP, words)))
                        .as("seed %s: %s", seed, words)
                        .isTrue();
                if (words.getLast().equals("--help") || words.getLast().equals("-h")) {
                    break;
                }
            }
        }
    }

    private static List<Completion.Candidate> offered(List<String> words, String typed) {
        var all = new ArrayList<>(words);
        all.add(typed);
        return Completion.of(SampleCommands.JP, List::of, NOTHING, all).candidates();
    }

    /// Nothing wrong, but maybe not finished; a word of our own may be one too many, and is not the completion's.
    private static boolean sound(ParsedCommandLine parsed) {
        return !(parsed instanceof ParsedCommandLine.Mistake(var _, var message, var _))
                || message.startsWith("missing ")
                || message.endsWith(" needs a value")
                || message.equals("unexpected argument 'word'");
    }

    private static Completion.Answer answer(String... words) {
        return Completion.of(SampleCommands.JP, () -> GUESTS, NOTHING, List.of(words));
    }

    private static List<String> texts(String... words) {
        return answer(words).candidates().stream()
                .map(Completion.Candidate::text)
                .toList();
    }

    private static Completion.Files files(Command root, String... words) {
        return Completion.of(root, List::of, NOTHING, List.of(words)).files();
    }
}
