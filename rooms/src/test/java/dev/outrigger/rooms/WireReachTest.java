package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// That wire cannot reach out of the process, and that the rule which says so sees who tries.
class WireReachTest {
    private static final String ROOM = "dev.outrigger.wire";

    @Test
    void wireKnowsNoProcessNoFileNoTerminalAndNoNetwork() {
        var room = HouseClasses.ALL.stream()
                .filter(each -> (each.getPackageName() + '.').startsWith(ROOM + '.'))
                .toList();
        assertThat(room).hasSizeGreaterThan(100);
        var beyond = new TreeSet<String>();
        room.forEach(each -> beyond.addAll(WireReach.beyond(each)));
        assertThat(beyond).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("everyWayOut")
    void refusesEachWayOut(Class<?> way) {
        assertThat(beyond(way)).hasSize(1);
    }

    @Test
    void refusesNothingThatStaysInside() {
        assertThat(beyond(WaysOut.None.class)).isEmpty();
    }

    private static Set<String> beyond(Class<?> tried) {
        return WireReach.beyond(new ClassFileImporter().importClass(tried));
    }

    static Stream<Class<?>> everyWayOut() {
        return Stream.of(WaysOut.class.getDeclaredClasses()).filter(way -> way != WaysOut.None.class);
    }
}
