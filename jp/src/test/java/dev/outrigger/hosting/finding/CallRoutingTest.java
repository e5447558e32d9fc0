package dev.outrigger.hosting.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginProgram.Source;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.jp.commands.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallRoutingTest {
    private static final int ROUNDS = 20_000;
    private static final List<String> WORDS =
            List.of("serve", "web", "api", "http-api", "conversation", "c", "export", "ls", "x");

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private static PluginOffer.Program program(String command, String id, int place) {
        return program(command, id, place, !id.equals(command.replace(' ', '-')), true);
    }

    private static PluginOffer.Program program(
            String command, String id, int place, boolean declared, boolean executable) {
        var source = place < 0 ? Source.SHIPPED : place == 0 ? Source.INSTALLED : Source.PATH;
        var plugin = new PluginProgram(id, Path.of("/" + place + "/jp-" + id), source);
        return new PluginOffer.Program(words(command), plugin, declared, place, executable);
    }

    private static PluginOffer.Known known(String command, boolean wanted) {
        var path = words(command);
        var entry = new RegistryEntry(
                path,
                CommandNames.id(path),
                RegistryEntry.Kind.COMMAND,
                "",
                "",
                false,
                List.of(),
                List.of(),
                "",
                Map.of());
        return new PluginOffer.Known(path, entry, wanted);
    }

    private static CallRouting route(String call, PluginOffer... offers) {
        return CallRouting.of(CallWords.of(Commands.ROOT, words(call)), List.of(offers));
    }

    private static List<CandidateFate> fates(CallRouting routing) {
        return routing.candidates().stream().map(PluginCandidate::fate).toList();
    }

    @Test
    void theLongestPathWinsAcrossAllSources() {
        var routing = route("serve web --port 1", program("serve", "serve", 0), program("serve web", "serve-web", 2));

        assertThat(fates(routing)).containsExactly(CandidateFate.CHOSEN, CandidateFate.LONGER_PATH);
        assertThat(routing.rest()).containsExactly("--port", "1");
    }

    @Test
    void whatIsShippedGoesBeforeWhatIsInstalled() {
        var routing = route("serve web", program("serve web", "serve-web", 0), program("serve web", "serve-web", -1));

        assertThat(routing.chosen().orElseThrow().offer()).isEqualTo(program("serve web", "serve-web", -1));
        assertThat(fates(routing)).containsExactly(CandidateFate.CHOSEN, CandidateFate.EARLIER_SOURCE);
    }

    @Test
    void amongEqualsInstalledGoesBeforeRegistryBeforePath() {
        var routing =
                route("titles", program("titles", "titles", 1), known("titles", true), program("titles", "titles", 0));

        assertThat(fates(routing))
                .containsExactly(CandidateFate.CHOSEN, CandidateFate.EARLIER_SOURCE, CandidateFate.EARLIER_SOURCE);
        assertThat(fates(route("titles", program("titles", "titles", 1), known("titles", true))))
                .containsExactly(CandidateFate.NOT_INSTALLED, CandidateFate.EARLIER_SOURCE);
    }

    @Test
    void whatIsNotToBeInstalledStandsBack() {
        assertThat(fates(route("titles", program("titles", "titles", 1), known("titles", false))))
                .containsExactly(CandidateFate.CHOSEN, CandidateFate.NOT_WANTED);
    }

    @Test
    void aProgramsOwnNameGoesBeforeWhatOthersClaim() {
        var routing = route(
                "serve web",
                program("serve web", "a", 1),
                program("serve web", "serve-web", 2),
                program("serve web", "b", 1),
                program("serve web", "serve-web", 3));

        assertThat(fates(routing))
                .containsExactly(
                        CandidateFate.CHOSEN,
                        CandidateFate.EARLIER_FOLDER,
                        CandidateFate.FILE_NAME,
                        CandidateFate.FILE_NAME);
    }

    @Test
    void aWordWithADashIsReachedByWhatAProgramDeclares() {
        var routing = route("serve http-api x", program("serve http-api", "api", 1), program("serve", "serve", 1));

        assertThat(routing.chosen().orElseThrow().offer().command()).containsExactly("serve", "http-api");
        assertThat(routing.rest()).containsExactly("x");
    }

    @Test
    void anAliasOfABuiltInGroupLeadsToTheSameProgram() {
        var routing = route("c export --html", program("conversation export", "conversation-export", 1));

        assertThat(fates(routing)).containsExactly(CandidateFate.CHOSEN);
        assertThat(routing.rest()).containsExactly("--html");
    }

    @Test
    void nothingShadowsABuiltInCommandOrGroup() {
        var routing = route(
                "conversation ls x",
                program("conversation", "conversation", 0),
                program("conversation ls", "conversation-ls", 0),
                program("conversation ls x", "conversation-ls-x", 0));

        assertThat(fates(routing)).containsOnly(CandidateFate.BUILT_IN);
        assertThat(routing.chosen()).isEmpty();
        assertThat(fates(route("conversation nosuch", program("conversation", "conversation", 0))))
                .containsOnly(CandidateFate.BUILT_IN);
    }

    @Test
    void likeAShellItPassesOverWhatCannotBeExecutedOnPath() {
        var unfit = program("x", "x", 1, false, false);

        assertThat(fates(route("x", unfit, program("x", "x", 2))))
                .containsExactly(CandidateFate.CHOSEN, CandidateFate.NOT_EXECUTABLE);
        assertThat(fates(route("x", unfit)))
                .as("so that one can say what is wrong")
                .containsExactly(CandidateFate.CHOSEN);
        assertThat(route("x", program("x", "x", 0, false, false), program("x", "x", 1))
                        .chosen()
                        .orElseThrow()
                        .offer())
                .as("an installed one is not replaced")
                .isEqualTo(program("x", "x", 0, false, false));
    }

    @Test
    void aGroupStandsBackForAProgramOfItsName() {
        var group = new PluginOffer.Group(List.of("serve"), "Servers");

        assertThat(fates(route("serve", group, program("serve", "serve", 3))))
                .containsExactly(CandidateFate.CHOSEN, CandidateFate.REAL_PROGRAM);
        assertThat(fates(route("serve", group))).containsExactly(CandidateFate.GROUP);
    }

    /// Whatever there is, in whatever order it is found: one answer, the same each time, and never in the place of a
    /// built-in command.
    @Test
    void routingIsTotalAndDeterministic() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            var random = new Random(seed);
            var call = CallWords.of(Commands.ROOT, path(random, 5));
            var offers = new ArrayList<PluginOffer>();
            for (int i = random.nextInt(8); i > 0; i--) {
                offers.add(offer(random));
            }

            var routing = CallRouting.of(call, offers);

            Collections.shuffle(offers, random);
            assertThat(CallRouting.of(call, offers)).as("seed %d", seed).isEqualTo(routing);
            check(seed, call, offers, routing);
        }
    }

    private static void check(int seed, CallWords call, List<PluginOffer> offers, CallRouting routing) {
        int longest = 0;
        for (var offer : offers) {
            var command = offer.command();
            var full = new ArrayList<>(call.builtIn());
            full.addAll(call.words());
            boolean serves = command.stream().allMatch(CommandNames::isName)
                    && command.size() > call.builtIn().size()
                    && command.size() <= full.size()
                    && full.subList(0, command.size()).equals(command);
            longest = serves && !call.served() ? Math.max(longest, command.size()) : longest;
        }
        var chosen = routing.chosen();
        assertThat(chosen.map(one -> one.offer().command().size()).orElse(0))
                .as("seed %d: %s", seed, routing)
                .isEqualTo(longest);
        assertThat(routing.candidates().stream()
                        .filter(one -> one.fate().chosen())
                        .count())
                .isEqualTo(longest == 0 ? 0 : 1);
        assertThat(routing.rest())
                .isEqualTo(call.words()
                        .subList(
                                longest == 0 ? 0 : longest - call.builtIn().size(),
                                call.words().size()));
    }

    private static PluginOffer offer(Random random) {
        var command = path(random, 4);
        return switch (random.nextInt(5)) {
            case 0 -> known(String.join(" ", command), random.nextBoolean());
            case 1 -> new PluginOffer.Group(command, "");
            default ->
                program(
                        String.join(" ", command),
                        random.nextBoolean() ? CommandNames.id(command) : WORDS.get(random.nextInt(WORDS.size())),
                        random.nextInt(3),
                        random.nextBoolean(),
                        random.nextInt(4) > 0);
        };
    }

    /// Mostly words of commands, sometimes what none can be.
    private static List<String> path(Random random, int most) {
        var path = new ArrayList<String>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            path.add(
                    random.nextInt(12) == 0
                            ? List.of("--x", "-", ".", "a/b", "\u0001").get(random.nextInt(5))
                            : WORDS.get(random.nextInt(WORDS.size())));
        }
        return path;
    }
}
