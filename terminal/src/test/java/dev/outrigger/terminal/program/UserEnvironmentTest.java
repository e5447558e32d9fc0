package dev.outrigger.terminal.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {
    @Test
    void isWhatWasGivenWhenTheLauncherExchangedNothing() {
        var given = Map.of("PATH", "/bin", "LC_ALL", "C", "KAGED_LC_ALL", "de_DE");
        assertThat(UserEnvironment.of(given, "JP_LC_ALL", "/bin")).isSameAs(given);
        assertThat(UserEnvironment.of(Map.of(), "JP_LC_ALL", "")).isEmpty();
    }

    @Test
    void hasTheLocaleThatTheUserSetOrNone() {
        var exchanged = Map.of("PATH", "/bin", "LC_ALL", "C.UTF-8", "JP_LC_ALL", "de_DE");
        assertThat(UserEnvironment.of(exchanged, "JP_LC_ALL", "/bin"))
                .isEqualTo(Map.of("PATH", "/bin", "LC_ALL", "de_DE"));
        var unset = Map.of("PATH", "/bin", "LC_ALL", "C.UTF-8", "JP_LC_ALL", "");
        assertThat(UserEnvironment.of(unset, "JP_LC_ALL", "/bin")).isEqualTo(Map.of("PATH", "/bin"));
    }

    @Test
    void hasThePathWithoutItsRelativeEntries() {
        assertThat(UserEnvironment.of(Map.of("PATH", "/bin:.", "LC_ALL", "C"), "JP_LC_ALL", "/bin"))
                .isEqualTo(Map.of("PATH", "/bin", "LC_ALL", "C"));
    }
}
