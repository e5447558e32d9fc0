package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.wire.command.ToHost.Describe;
import dev.outrigger.wire.command.ToHost.Help;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a plugin says of itself is harmless to keep and to show.
class HostileHelpTest {
    private static final String EVIL = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202ebad\r\b";

    private static Help help(List<Help.Argument> args, List<Help.Sub> subcommands) {
        return new Help("about", null, args, subcommands);
    }

    private static Help.Argument arg(String longName, @Nullable String shortName) {
        return new Help.Argument(longName, shortName, "help", null, null, null, false, List.of(), false, false);
    }

    private static Help.Sub sub(String name, List<String> aliases, List<Help.Sub> subcommands) {
        return new Help.Sub(name, "about", null, aliases, List.of(), subcommands);
    }

    private static Describe describe(List<String> command) {
        return new Describe("n", "1", "d", command, null, null, null, null);
    }

    @Test
    void tenThousandArgumentsAreCutToAScreenfulAndCounted() {
        var args = new ArrayList<Help.Argument>();
        for (int i = 0; i < 10_000; i++) {
            args.add(arg("arg" + i, null));
        }

        var trimmed = HelpTrimming.of(help(args, List.of()));

        assertThat(trimmed.help().args()).hasSize(256);
        assertThat(trimmed.note()).isEqualTo("… and 9,744 more arguments not shown");
    }

    @Test
    void aThousandSubcommandsAndValuesAndAliasesLikewise() {
        var subs = new ArrayList<Help.Sub>();
        for (int i = 0; i < 1_000; i++) {
            subs.add(sub("sub" + i, i == 0 ? Collections.nCopies(20, "twice") : List.of(), List.of()));
        }
        var values =
                new Help.Argument("v", null, "", null, "V", null, false, Collections.nCopies(300, "x"), false, false);

        var trimmed = HelpTrimming.of(help(List.of(values), subs));

        assertThat(trimmed.help().subcommands()).hasSize(256);
        assertThat(trimmed.note())
                .isEqualTo("… and 744 more sub-commands, 44 more values, 19 short names and aliases not shown");
    }

    @Test
    void nestingEndsAtEightLevels() {
        var deep = sub("deep", List.of(), List.of());
        for (int i = 0; i < 30; i++) {
            deep = sub("deep", List.of(), List.of(deep));
        }

        var trimmed = HelpTrimming.of(help(List.of(), List.of(deep)));

        int depth = 0;
        for (var at = trimmed.help().subcommands();
                !at.isEmpty();
                at = at.getFirst().subcommands()) {
            depth++;
        }
        assertThat(depth).isEqualTo(8);
        assertThat(trimmed.note()).isEqualTo("… and 1 more sub-command not shown");
    }

    @Test
    void aTreeThatIsWideEverywhereIsBoundedInAll() {
        List<Help.Sub> level = List.of();
        for (int depth = 0; depth < 4; depth++) {
            var next = new ArrayList<Help.Sub>();
            for (int i = 0; i < 12; i++) {
                next.add(sub("s" + i, List.of(), level));
            }
            level = next;
        }

        assertThat(count(HelpTrimming.of(help(List.of(), level)).help().subcommands()))
                .isEqualTo(HelpTrimming.MOST_IN_ALL);
    }

    private static int count(List<Help.Sub> subs) {
        int count = subs.size();
        for (var sub : subs) {
            count += count(sub.subcommands());
        }
        return count;
    }

    @Test
    void ofTwoWithTheSameNameTheFirstCounts() {
        var trimmed = HelpTrimming.of(help(
                List.of(arg("web", "w"), arg("web", "x"), arg("wide", "w"), arg("help", "h")),
                List.of(
                        sub("a", List.of("b"), List.of()),
                        sub("b", List.of(), List.of()),
                        sub("c", List.of("a", "c", "d"), List.of()))));

        assertThat(trimmed.help().args()).extracting(Help.Argument::longName).containsExactly("web", "wide");
        assertThat(trimmed.help().args()).extracting(Help.Argument::shortName).containsExactly("w", null);
        assertThat(trimmed.help().subcommands()).extracting(Help.Sub::name).containsExactly("a", "c");
        assertThat(trimmed.help().subcommands().get(1).visibleAliases()).containsExactly("d");
        assertThat(trimmed.note())
                .isEqualTo("… and 1 more argument, 1 more sub-command, 3 short names and aliases not shown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-x",
                "--web",
                ".x",
                "a b",
                "a/b",
                "a\nb",
                "\u001b[31mred",
                "a=b",
                "\u202ex",
                "$(reboot)"
            })
    void whatIsNoWordNamesNothing(String name) {
        var trimmed = HelpTrimming.of(help(List.of(arg(name, name)), List.of(sub(name, List.of(name), List.of()))));

        assertThat(trimmed.help().args()).isEmpty();
        assertThat(trimmed.help().subcommands()).isEmpty();
        var told = PluginAnswers.NOTHING.with(describe(List.of("serve", name)));
        assertThat(Objects.requireNonNull(told.describe()).command()).isEmpty();
        assertThat(told.notes()).hasSize(1).first().asString().startsWith("the command path that it declares");
        assertHarmless(told.notes().getFirst(), false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ww", "-", " ", "h", "\n", "é", "😀"})
    void aShortNameIsOneCharacterThatCanBeTypedAndIsNotOurs(String letter) {
        var trimmed = HelpTrimming.of(help(List.of(arg("web", letter)), List.of()));

        assertThat(trimmed.help().args().getFirst().shortName()).isNull();
        assertThat(trimmed.note()).isEqualTo("… and 1 short name or alias not shown");
    }

    @Test
    void aDeclaredPathHasOneToEightWords() {
        assertThat(PluginAnswers.isPath(Collections.nCopies(8, "a"))).isTrue();
        assertThat(PluginAnswers.isPath(Collections.nCopies(9, "a"))).isFalse();
        assertThat(PluginAnswers.isPath(List.of("serve", "http-api"))).isTrue();
        assertThat(PluginAnswers.isPath(List.of("x".repeat(65)))).isFalse();
    }

    @Test
    void hugeTextsAreCut() {
        var huge = "ä😀".repeat(100_000);
        var told = PluginAnswers.NOTHING.with(new Describe(huge, huge, huge, List.of(), huge, huge, huge, null));
        var shown = told.description("id");

        assertThat(shown.name()).hasSizeLessThanOrEqualTo(64).endsWith("…");
        assertThat(shown.description()).hasSizeLessThanOrEqualTo(1_024);
        assertThat(shown.help()).hasSizeLessThanOrEqualTo(65_536);
        var trimmed = HelpTrimming.of(new Help(huge, huge, List.of(), List.of()));
        assertThat(trimmed.note()).isEqualTo("2 texts were cut");
        assertThat(trimmed.help().longAbout()).hasSizeLessThanOrEqualTo(65_536);
    }

    @Test
    void aDescriptionStaysOnItsLine() {
        var told = PluginAnswers.NOTHING.with(
                new Describe("a\nb", "1\n2", "one\n\ttwo" + EVIL, List.of(), null, "kept\nlines" + EVIL, null, null));

        var shown = told.description("id");

        assertThat(shown.name()).isEqualTo("a b");
        assertThat(shown.description()).isEqualTo("one  twobad");
        assertThat(shown.help()).isEqualTo("kept\nlinesbad");
    }

    @RepeatedTest(50)
    void nothingThatIsDrawnHasAnEscapeOrIsChangedByASecondLook(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var told = PluginAnswers.NOTHING.with(randomHelp(random));
        var again = new PluginAnswers(null, null, List.of()).with(Objects.requireNonNull(told.help()));

        assertThat(again.help()).isEqualTo(told.help());
        assertThat(again.notes()).isEmpty();
        var command = Objects.requireNonNull(told.description("id").structured());
        for (boolean full : new boolean[] {false, true}) {
            assertHarmless(draw(command, full), true);
        }
    }

    private static String draw(Command command, boolean full) {
        var drawn = new StringBuilder(HelpText.render(command, List.of("jp", command.name()), full, StreamLook.PLAIN));
        for (var sub : command.subcommands()) {
            drawn.append(draw(sub, full));
        }
        return drawn.toString();
    }

    private static void assertHarmless(String text, boolean lines) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            assertThat((c == '\n' && lines) || (c >= ' ' && (c < 0x7f || c > 0x9f) && c != 0x202e))
                    .as("character %x in %s", (int) c, text)
                    .isTrue();
        }
    }

    private static Help randomHelp(Random random) {
        return new Help(text(random), text(random), args(random), subs(random, 0));
    }

    private static List<Help.Argument> args(Random random) {
        var args = new ArrayList<Help.Argument>();
        for (int i = random.nextInt(6); i > 0; i--) {
            args.add(new Help.Argument(
                    name(random),
                    random.nextBoolean() ? null : name(random),
                    text(random),
                    random.nextBoolean() ? null : text(random),
                    random.nextBoolean() ? null : text(random),
                    random.nextBoolean() ? null : text(random),
                    random.nextBoolean(),
                    List.of(text(random), name(random)),
                    random.nextBoolean(),
                    random.nextBoolean()));
        }
        return args;
    }

    private static List<Help.Sub> subs(Random random, int depth) {
        var subs = new ArrayList<Help.Sub>();
        for (int i = random.nextInt(4); i > 0 && depth < 10; i--) {
            subs.add(new Help.Sub(
                    name(random),
                    text(random),
                    random.nextBoolean() ? null : text(random),
                    List.of(name(random)),
                    args(random),
                    random.nextInt(3) == 0 ? subs(random, depth + 1) : List.of()));
        }
        return subs;
    }

    private static String name(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> text(random);
            case 1 -> "";
            case 2 -> "h";
            default -> String.valueOf((char) ('a' + random.nextInt(26)));
        };
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append(EVIL, 0, 1 + random.nextInt(EVIL.length() - 1));
                case 1 -> text.append((char) random.nextInt(0x20));
                case 2 -> text.append("\n  lines\n");
                default -> text.append("words ");
            }
        }
        return text.toString();
    }
}
