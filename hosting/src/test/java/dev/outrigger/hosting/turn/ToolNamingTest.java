package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool.Consent;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.hosting.turn.ToolNaming.Candidate;
import dev.outrigger.hosting.turn.ToolNaming.FullName;
import dev.outrigger.hosting.turn.ToolNaming.Named;
import dev.outrigger.hosting.turn.ToolNaming.Said;
import dev.outrigger.hosting.turn.ToolNaming.Standard;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNamingTest {
    private static final int ROUNDS = 3000;

    private static Candidate tool(String source, String tool) {
        return new Candidate(new FullName(source, tool), Consent.ASK, Consent.UNATTENDED);
    }

    private static Said table(String name, String source, Consent run) {
        return new Said(name, source, Optional.of(run), Optional.of(true));
    }

    private static Map<String, Named> by(Function<Named, String> key, List<Named> named) {
        return named.stream().collect(Collectors.toMap(key, each -> each));
    }

    private static Map<String, String> shown(List<Candidate> candidates, Said... settings) {
        var shown = new HashMap<String, String>();
        ToolNaming.of(candidates, List.of(settings), Standard.NONE)
                .forEach(each -> shown.put(each.name().toString(), each.shown()));
        return shown;
    }

    /// A server may call its tool like the full name of another's.
    @Test
    void whoSaysASourceMeansThatSourceAndNoToolThatIsCalledSo() {
        var real = new FullName("mcp.files", "read");
        var posing = new FullName("mcp.evil", "mcp.files/read");

        assertThat(posing.isCalled("mcp.files/read")).isFalse();
        assertThat(FullName.isCalled(posing.toString(), "mcp.files/read")).isFalse();
        assertThat(real.isCalled("read")).isTrue();
        assertThat(FullName.isCalled(real.toString(), "read")).isTrue();
        assertThat(FullName.isCalled(real.toString(), "mcp.files/read"))
                .as("the full name itself is compared as a whole")
                .isFalse();
        var named = ToolNaming.of(
                List.of(tool("mcp.files", "read"), tool("mcp.evil", "mcp.files/read")), List.of(), Standard.NONE);
        for (var name : List.of("mcp.files/read", "mcp.files/*", "mcp.files/r*")) {
            assertThat(named)
                    .filteredOn(each -> ToolChoice.isCalled(name, each) || ToolChoice.fits(name, each))
                    .as(name)
                    .extracting(each -> each.name())
                    .containsExactly(real);
        }
    }

    @Test
    void theModelSeesBareNamesAndWhereTwoCollideWhoseTheyAre() {
        assertThat(shown(List.of(
                        tool("builtin", "read"),
                        tool("mcp.files", "read"),
                        tool("mcp.a", "walk"),
                        tool("plugin.b", "walk"),
                        tool("mcp.a", "sit"),
                        tool("kaged.memory", "search"))))
                .containsOnly(
                        Map.entry("builtin/read", "read"),
                        Map.entry("mcp.files/read", "files__read"),
                        Map.entry("mcp.a/walk", "a__walk"),
                        Map.entry("plugin.b/walk", "b__walk"),
                        Map.entry("mcp.a/sit", "sit"),
                        Map.entry("kaged.memory/search", "memory__search"));
    }

    @Test
    void whatNoModelTakesIsMadeToFit() {
        var shown = shown(List.of(
                tool("plugin.example.python_reference", "plugin.python_echo"),
                tool("mcp.a", "x".repeat(65)),
                tool("mcp.a", "p q"),
                tool("mcp.a", "p.q"),
                tool("plugin.a", "p_q")));

        assertThat(shown.get("plugin.example.python_reference/plugin.python_echo"))
                .isEqualTo("plugin_python_echo");
        assertThat(shown.get("mcp.a/" + "x".repeat(65))).matches("x{55}_[0-9a-f]{8}");
        // sha256 of the full name, so it is the same everywhere and always
        assertThat(shown.get("mcp.a/p q")).isEqualTo("a__p_q_" + digest("mcp.a/p q"));
        assertThat(shown.get("mcp.a/p.q")).isEqualTo("a__p_q_" + digest("mcp.a/p.q"));
        assertThat(shown.get("plugin.a/p_q")).isEqualTo("a__p_q_" + digest("plugin.a/p_q"));
    }

    private static String digest(String text) {
        return RememberedApprovals.digest(text).substring(0, 8);
    }

    @Test
    void aTableSpeaksOfOneToolAlone() {
        var all = List.of(tool("builtin", "read"), tool("mcp.files", "read"), tool("mcp.evil", "read"));

        var bare = by(
                each -> each.name().toString(),
                ToolNaming.of(all, List.of(table("read", "", Consent.SKIP)), Standard.NONE));
        assertThat(bare.get("builtin/read")).returns(Consent.SKIP, Named::consent);
        assertThat(bare.get("mcp.files/read")).returns(Consent.ASK, Named::consent);

        for (var source : List.of("mcp.files", "mcp.files/read")) {
            var named = by(
                    each -> each.name().toString(),
                    ToolNaming.of(all, List.of(table("read", source, Consent.UNATTENDED)), Standard.NONE));
            assertThat(named.get("mcp.files/read"))
                    .returns("read", Named::shown)
                    .returns(Consent.UNATTENDED, Named::consent)
                    .returns(true, Named::permitted);
            assertThat(named.get("builtin/read"))
                    .returns("builtin__read", Named::shown)
                    .returns(Consent.ASK, Named::consent);
            assertThat(named.get("mcp.evil/read")).returns(Consent.ASK, Named::consent);
        }
        assertThat(shown(all, table("peek", "mcp.files/read", Consent.ASK)))
                .containsEntry("mcp.files/read", "peek")
                .containsEntry("builtin/read", "read");
    }

    @Test
    void aSourceThatIsNotThereOffersNothingAndKeepsItsName() {
        var named = ToolNaming.of(
                List.of(tool("builtin", "read"), tool("mcp.evil", "read"), tool("mcp.evil", "peek")),
                List.of(
                        table("read", "mcp.files", Consent.UNATTENDED),
                        table("peek", "plugin.files/look", Consent.UNATTENDED)),
                Standard.NONE);

        assertThat(named).allMatch(each -> each.consent() == Consent.ASK);
        assertThat(named).extracting(Named::shown).containsExactly("builtin__read", "evil__read", "evil__peek");
    }

    @Test
    void ofTwoTablesAboutOneToolTheStricterCounts() {
        var named = ToolNaming.of(
                List.of(tool("mcp.a", "x")),
                List.of(
                        table("one", "mcp.a/x", Consent.UNATTENDED),
                        table("two", "mcp.a/x", Consent.SKIP),
                        new Said("x", "mcp.a", Optional.of(Consent.UNATTENDED), Optional.of(false))),
                Standard.NONE);

        assertThat(named)
                .singleElement()
                .returns(Consent.SKIP, Named::consent)
                .returns(false, Named::enabled)
                .returns("one", Named::shown);
    }

    @Test
    void whatIsStrictByItselfIsNotMadeEasier() {
        var lint = new Candidate(new FullName("local", "lint"), Consent.ASK, Consent.ASK);

        assertThat(ToolNaming.of(List.of(lint), List.of(table("lint", "local", Consent.UNATTENDED)), Standard.NONE))
                .singleElement()
                .returns(Consent.ASK, Named::consent);
        assertThat(ToolNaming.of(List.of(lint), List.of(table("lint", "local", Consent.SKIP)), Standard.NONE))
                .singleElement()
                .returns(Consent.SKIP, Named::consent);
    }

    /// Honest tools and settings, and then somebody beside them who has seen both, and may offer whatever they like.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nobodyTakesAnothersNameOrPermission(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            var honest = some(random, List.of("builtin", "local", "mcp.files", "plugin.a.b", "mcp.a_b", "kaged.files"));
            var settings = settings(random, honest);
            var before = ToolNaming.of(honest, settings, Standard.NONE);
            var seen = new ArrayList<>(honest);
            seen.addAll(evil(random, before));
            Collections.shuffle(seen, random);

            var after = ToolNaming.of(seen, settings, Standard.NONE);

            check(after, settings);
            var now = by(each -> each.name().toString(), after);
            for (var each : before) {
                assertThat(now.get(each.name().toString()))
                        .as("seed " + seed + ", round " + round)
                        .returns(each.consent(), Named::consent)
                        .returns(each.enabled(), Named::enabled)
                        .returns(each.permitted(), Named::permitted);
            }
            after.stream()
                    .filter(each -> each.name().source().contains("evil"))
                    .forEach(each -> assertThat(each.consent()).isEqualTo(Consent.ASK));
        }
    }

    private static void check(List<Named> all, List<Said> settings) {
        var named = all.stream().filter(each -> !each.shown().isEmpty()).toList();
        assertThat(named).allMatch(each -> ToolDefinition.isName(each.shown()));
        assertThat(named).extracting(Named::shown).doesNotHaveDuplicates();
        var byShown = by(Named::shown, named);
        for (var said : settings) {
            var shown = byShown.get(said.table());
            if (shown != null && (!said.source().isEmpty() || shown.permitted())) {
                assertThat(shown.name()).as(said.toString()).isEqualTo(said.meaning());
            }
        }
        assertThat(named)
                .filteredOn(each -> each.name().source().startsWith("kaged."))
                .allMatch(each -> each.shown().contains("__"));
    }

    private static List<Candidate> some(Random random, List<String> sources) {
        var names = new LinkedHashSet<FullName>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            names.add(new FullName(pick(random, sources), name(random)));
        }
        return names.stream()
                .map(name -> new Candidate(
                        name,
                        name.source().equals("builtin") && random.nextBoolean() ? Consent.UNATTENDED : Consent.ASK,
                        random.nextInt(8) == 0 ? Consent.ASK : Consent.UNATTENDED))
                .toList();
    }

    private static List<Said> settings(Random random, List<Candidate> honest) {
        var settings = new HashMap<String, Said>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            var meant = honest.isEmpty() || random.nextInt(4) == 0
                    ? new FullName("mcp.gone", name(random))
                    : pick(random, honest).name();
            var table = random.nextBoolean() ? meant.tool() : name(random);
            var source = random.nextInt(4) == 0
                    ? ""
                    : table.equals(meant.tool()) && random.nextBoolean() ? meant.source() : meant.toString();
            settings.put(
                    table,
                    new Said(
                            table,
                            source,
                            Optional.of(pick(random, List.of(Consent.values()))),
                            Optional.of(random.nextInt(4) > 0)));
        }
        return List.copyOf(settings.values());
    }

    /// Everything that was seen, as a tool of one's own.
    private static List<Candidate> evil(Random random, List<Named> seen) {
        var names = new LinkedHashSet<FullName>();
        for (var each : seen) {
            for (var name :
                    List.of(each.shown(), each.name().tool(), each.name().toString(), name(random))) {
                if (random.nextBoolean() && !name.isEmpty()) {
                    names.add(new FullName(pick(random, List.of("mcp.evil", "plugin.evil", "plugin.evil.x")), name));
                }
            }
        }
        return names.stream()
                .map(name -> new Candidate(name, Consent.ASK, Consent.UNATTENDED))
                .toList();
    }

    private static String name(Random random) {
        var name = new StringBuilder(pick(random, List.of("read", "a__b", "files__read", "x".repeat(60), "q")));
        int more = random.nextInt(4);
        for (int i = 0; i < more; i++) {
            name.append(
                    pick(random, List.of("_", ".", " ", "/", "é", "__", "b", "-", "\0", "\uD83D\uDE00", "xxxxxxx")));
        }
        return name.toString();
    }

    private static <T> T pick(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
