package dev.outrigger.rooms;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// That a simple name, in an import or a stack trace, says which type is meant.
class SimpleNamesTest {
    /// Why a name may be that of a type in several rooms.
    private static final Map<String, String> SHARED = Map.of(
            "Main", "where a program begins, and how the JVM lists its processes",
            "Commands", "what a program can do: each of the two has its list",
            "PluginInstallCommand", "the command `plugin install` of jp, and of kaged",
            "PluginListCommand", "the command `plugin list` of jp, and of kaged",
            "PluginRemoveCommand", "the command `plugin remove` of jp, and of kaged",
            "PrettyJson", "the same thing to a reader, once for an editor and once for a page",
            "Subscription", "the two ends of one subscription: jp's, and that of a plugin in Java");

    @Test
    void aSimpleNameMeansOneThingInARoom() {
        var places = topLevel()
                .collect(groupingBy(
                        each -> HouseClasses.room(each) + ": " + each.getSimpleName(),
                        TreeMap::new,
                        mapping(JavaClass::getFullName, toCollection(TreeSet::new))));
        assertThat(places).hasSizeGreaterThan(1200);
        assertThat(places.values())
                .allSatisfy(names -> assertThat(names).as("one name").hasSize(1));
    }

    @Test
    void aNestedTypeHasNotTheNameOfAnotherFileOfItsRoom() {
        var files = topLevel()
                .collect(groupingBy(HouseClasses::room, mapping(JavaClass::getSimpleName, toCollection(TreeSet::new))));
        var clashes = HouseClasses.withTests().stream()
                .filter(each -> each.isMemberClass()
                        && files.get(HouseClasses.room(each)).contains(each.getSimpleName()))
                .map(each -> HouseClasses.room(each) + ": " + each.getName())
                .toList();
        assertThat(clashes).isEmpty();
    }

    @Test
    void aNameInTwoRoomsIsOneOfTheFewThatMeanTheSame() {
        var rooms = topLevel()
                .collect(groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        mapping(HouseClasses::room, toCollection(TreeSet::new))));
        rooms.values().removeIf(names -> names.size() == 1);
        assertThat(rooms.keySet()).isEqualTo(new TreeSet<>(SHARED.keySet()));
    }

    private static Stream<JavaClass> topLevel() {
        return HouseClasses.withTests().stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"));
    }
}
