package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvCommandTest {
    /// Words apart by a bar, as a command has them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "python3",
                "A=b|python3|-u",
                "A=b c|python3",
                "-i|python3",
                "-u|HOME|python3",
                "-uHOME|python3",
                "--unset=HOME|python3",
                "-C|/tmp|python3",
                "-iu|HOME|python3",
                "-S|python3 -u",
                "-S|A=b python3 -u",
                "-Spython3|-u",
                "-Spython3 -u",
                "-iS|python3 -u",
                "-vSpython3",
                "--split-string|python3 -u",
                "--split-string=-u HOME python3 -u",
                "-S|-i A=b -S python3",
                "--|python3",
            })
    void findsTheProgramBehindItsOptions(String words) throws Exception {
        assertThat(EnvCommand.program(List.of(words.split("\\|")))).contains("python3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-S|\"python3\" -u", "-S|${PYTHON} -u", "-Spyth\\on3", "-S|A='b c' python3"})
    void saysThatItDoesNotReadQuotes(String words) {
        assertThatThrownBy(() -> EnvCommand.program(List.of(words.split("\\|"))))
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining("of env -S are not read here");
    }

    @Test
    void mayBeNone() throws Exception {
        assertThat(EnvCommand.program(List.of())).isEmpty();
        assertThat(EnvCommand.program(List.of("-S"))).isEmpty();
        assertThat(EnvCommand.program(List.of("-u"))).isEmpty();
    }
}
