package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.toml.TomlText;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever a workspace says: the value of a protected key is the one without it, or a stricter one.
class RandomWorkspaceTest {
    private static final int ROUNDS = Boolean.getBoolean("outrigger.long") ? 60 : 15;
    private static final List<String> NAMES = List.of("x", "y");

    @TempDir
    Path temporary;

    static List<SettingKey> protectedKeys() {
        return KnownKeys.all().stream()
                .filter(key -> key.fromWorkspace().answer() != WorkspaceKeyRule.Answer.YES)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("protectedKeys")
    void isNeverLoosenedByAnyWorkspace(SettingKey key) throws Exception {
        var fixture = new SettingsFixture(temporary);
        for (int seed = 0; seed < ROUNDS; seed++) {
            var random = new Random(31L * key.path().hashCode() + seed);
            fixture.user(toml(random, tree(random, key)))
                    .userWorkspace(random.nextBoolean() ? "" : toml(random, tree(random, key)));
            fixture.conversation = Json.EMPTY;
            var without = fixture.workspace("").folder("", "").load();
            fixture.workspace(toml(random, tree(random, key))).folder("", toml(random, tree(random, key)));
            fixture.conversation = tree(random, key);
            var with = fixture.load();

            for (var other : protectedKeys()) {
                for (var path : concrete(other.path())) {
                    var before = KeyPath.at(without.tree(), KeyPath.split(path));
                    var after = KeyPath.at(with.tree(), KeyPath.split(path));
                    assertThat(notLoosened(other, before, after))
                            .as("seed %d, %s: %s became %s", seed, path, before, after)
                            .isTrue();
                }
            }
            assertThat(with.secretVariables()).isEqualTo(without.secretVariables());
        }
    }

    private static boolean notLoosened(SettingKey key, @Nullable Json before, @Nullable Json after) {
        if (Objects.equals(before, after)) {
            return true;
        }
        if (key.fromWorkspace().answer() == WorkspaceKeyRule.Answer.NO || after == null) {
            return false;
        }
        var rule = key.fromWorkspace();
        return rule.scale().isEmpty()
                ? before == null
                : rule.strictness(after) > (before == null ? 0 : rule.strictness(before));
    }

    private static List<String> concrete(String pattern) {
        var paths = List.of(pattern);
        while (paths.getFirst().contains("*")) {
            var next = new ArrayList<String>();
            for (var path : paths) {
                for (var name : NAMES) {
                    next.add(path.replaceFirst("\\*", name));
                }
            }
            paths = next;
        }
        return paths;
    }

    /// A few random keys, mostly well-formed, and the one in question more often than not.
    private static Json.Obj tree(Random random, SettingKey key) {
        var tree = Json.EMPTY;
        for (int i = random.nextInt(6); i >= 0; i--) {
            var some = random.nextInt(3) > 0
                    ? key
                    : KnownKeys.all().get(random.nextInt(KnownKeys.all().size()));
            var paths = concrete(some.path());
            var path = KeyPath.split(paths.get(random.nextInt(paths.size())));
            if (random.nextInt(8) == 0) {
                path = path.subList(0, 1 + random.nextInt(path.size()));
            }
            tree = KeyPath.with(tree, path, value(random, some));
        }
        return tree;
    }

    private static Json value(Random random, SettingKey key) {
        if (random.nextInt(6) == 0) {
            return open(random, 2);
        }
        return switch (key.type()) {
            case TEXT -> Json.of("t" + random.nextInt(3));
            case CHOICE ->
                Json.of(key.choices().get(random.nextInt(key.choices().size())));
            case FLAG -> Json.of(random.nextBoolean());
            case WHOLE_NUMBER, NUMBER -> Json.of(Math.max(1, key.least()) + random.nextInt(20));
            case TEXTS -> Json.texts(List.of("a" + random.nextInt(3)));
            case OPEN -> {
                var table = new LinkedHashMap<String, Json>();
                for (var name : List.of("a", "b_env", "c_FILE", "d")) {
                    if (random.nextBoolean()) {
                        table.put(name, open(random, 3));
                    }
                }
                yield new Json.Obj(table);
            }
        };
    }

    private static Json open(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> Json.of(random.nextInt(3));
            case 1 -> Json.of("o" + random.nextInt(3));
            case 2 -> Json.of(random.nextBoolean());
            case 3 -> new Json.Arr(List.of(open(random, depth - 1)));
            default ->
                Json.object()
                        .put(List.of("a", "key_env", "key_file", "run").get(random.nextInt(4)), open(random, depth - 1))
                        .build();
        };
    }

    /// One of the ways to write the same: inline tables and dotted keys, mixed at random.
    private static String toml(Random random, Json.Obj tree) throws Exception {
        var text = new StringBuilder();
        for (var field : tree.fields().entrySet()) {
            write(random, text, new ArrayList<>(List.of(field.getKey())), field.getValue());
        }
        return text.toString();
    }

    private static void write(Random random, StringBuilder text, List<String> names, Json value) throws Exception {
        if (value instanceof Json.Obj(var fields) && !fields.isEmpty() && random.nextInt(3) > 0) {
            for (var field : fields.entrySet()) {
                names.addLast(field.getKey());
                write(random, text, names, field.getValue());
                names.removeLast();
            }
            return;
        }
        text.append(TomlText.key(names))
                .append(" = ")
                .append(ConfigToml.value(value))
                .append('\n');
    }
}
