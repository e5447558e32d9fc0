package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityTest {
    private static final List<String> ALL = List.of(
            "read:fs:/srv/data",
            "write:fs:/srv/data with spaces",
            "exec:git:/srv/repo",
            "exec:/opt/x/bin/tool:/srv",
            "exec:[:/srv",
            "net:[]",
            "net:*",
            "net:example.org:443",
            "net:example.org:*",
            "net:192.0.2.1:80",
            "net:[::1]:443",
            "net:[2001:db8::1]:*",
            "read:project",
            "write:project",
            "kaged:storage:read",
            "kaged:storage:write");

    static List<String> all() {
        return ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void readsWhatItWrites(String text) throws Exception {
        assertThat(Capability.parse(text).text()).isEqualTo(text);
        assertThat(Capability.isMeantBy(text)).isTrue();
    }

    /// A capability that is added has its words above.
    @Test
    void everyCapabilityIsReadAndEveryFormIsOneOfThem() throws Exception {
        var read = new HashSet<Class<?>>();
        var forms = EnumSet.noneOf(CapabilityForm.class);
        for (var text : ALL) {
            read.add(Capability.parse(text).getClass());
            forms.add(CapabilityForm.of(text).orElseThrow());
        }
        assertThat(read)
                .as("capabilities that are read above")
                .containsExactlyInAnyOrderElementsOf(records(Capability.class));
        assertThat(forms).isEqualTo(EnumSet.allOf(CapabilityForm.class));
    }

    private static Set<Class<?>> records(Class<?> type) {
        return type.isRecord()
                ? Set.of(type)
                : Arrays.stream(type.getPermittedSubclasses())
                        .flatMap(each -> records(each).stream())
                        .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                        | none of this name",
                "read                      | none of this name",
                "read:fs:relative          | absolute",
                "read:fs:                  | absolute",
                "read:fs:/a/../b           | must be written as /b",
                "read:fs:/a/               | must be written as /a",
                "read:fs://a               | must be written as /a",
                "write:fs:/a/./b           | must be written as /a/b",
                "Read:fs:/a                | none of this name",
                "read:net:/a               | none of this name",
                "read:project:/a           | none of this name",
                "exec:git                  | exec:<binary>:<path>",
                "exec::/a                  | no program's name",
                "exec:../git:/a            | no program's name",
                "exec:-x:/a                | no program's name",
                "exec:git:a                | absolute",
                "net:                      | net:<host>:<port>",
                "net:example.org           | net:<host>:<port>",
                "net:example.org:0         | the port",
                "net:example.org:65536     | the port",
                "net:example.org:0443      | the port",
                "net:*:443                 | no host name",
                "net:a..b:443              | no host name",
                "net:-a.org:443            | no host name",
                "net:127.1:80              | no host name",
                "net:0177.0.0.1:80         | no host name",
                "net:2130706433:80         | no host name",
                "net:0x7f000001:80         | no host name",
                "net:::1:443               | brackets",
                "net:[::1::2]:443          | no IPv6",
                "net:[1:2:3]:443           | no IPv6",
                "net:[fe80::1%eth0]:443    | no IPv6",
                "kaged:storage:delete      | none of this name",
                "kaged:*                   | none of this name",
                "*                         | none of this name",
            })
    void refusesAnythingElseByName(String text, String why) {
        assertThatThrownBy(() -> Capability.parse(text))
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"read:fs:/a\nb", "read:fs:/a\u001b[31m", "exec:git:/a\u0000b"})
    void refusesControlCharactersAndDoesNotRepeatThem(String text) {
        assertThatThrownBy(() -> Capability.parse(text))
                .hasMessageContaining("control character")
                .matches(e -> String.valueOf(e.getMessage()).chars().noneMatch(Character::isISOControl));
    }

    /// Half a character is in no file's name; in the locale of a daemon that nobody gave one, nothing but ASCII is.
    @Test
    void refusesAPathThatNoFileCanHave() {
        for (var text : new String[] {"read:fs:/\uD800", "write:fs:/\uD800", "exec:git:/\uD800", "exec:/\uD800:/srv"}) {
            assertThatThrownBy(() -> Capability.parse(text))
                    .isInstanceOf(ConfinementRefused.class)
                    .hasMessageContaining("no file can have this name");
        }
    }
}
