package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.Violation.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ViolationRemedyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EXEC    | /usr/bin/curl        | exec:curl:/usr/bin/curl",
                "EXEC    | /opt/x/bin/x         | exec:/opt/x/bin/x:/opt/x/bin",
                "CONNECT | 192.0.2.1:443        | net:192.0.2.1:443",
                "CONNECT | [2001:db8::1]:443    | net:[2001:db8::1]:443",
                "CONNECT | 127.0.0.1:11434      | net:127.0.0.1:11434",
                "CONNECT | 127.0.0.1:53         | net:<host>:<port>",
                "CONNECT | 224.0.0.251:5353     | net:*",
                "CONNECT | ns.example:53        | to allow it, add to capabilities: net:ns.example:53",
                "CONNECT | @name                | no capability allows that",
                "LOOKUP  | example.org          | to allow it, add to capabilities: net:example.org:<port>",
                "LOOKUP  | 1.2                  | no capability allows that",
                "WRITE   | /srv/no/such/file    | write:fs:/srv/no/such",
                "WRITE   | /etc/passwd          | no capability allows that",
                "WRITE   | /proc/sys/x          | no capability allows that",
                "READ    | /etc/fstab           | read:fs:/etc/fstab",
                "READ    | /sys/class/net       | no capability allows that",
                "CALL    | 0x10                 | no capability allows that",
            })
    void everyViolationNamesWhatWouldAllowIt(Kind kind, String what, String line) {
        assertThat(ViolationRemedy.words(new Violation(kind, "call", what, 1, false)))
                .endsWith(line);
    }

    /// Each kind that there is has such a line, but for the calls, which nothing allows.
    @ParameterizedTest
    @EnumSource
    void noKindIsLeftOut(Kind kind) {
        var what = switch (kind) {
            case READ, WRITE -> "/srv/data";
            case EXEC -> "/usr/bin/git";
            case CONNECT -> "192.0.2.1:443";
            case LOOKUP -> "example.org";
            case CALL -> "0x1";
        };
        var violation = new Violation(kind, "call", what, 1, false);
        assertThat(violation.words()).contains(what);
        var line = ViolationRemedy.line(violation);
        assertThat(line.isPresent()).isEqualTo(kind != Kind.CALL);
        assertThat(ViolationRemedy.words(violation)).endsWith(line.orElse("no capability allows that"));
    }

    /// What is to be written into a manifest can be, once the port is.
    @Test
    void theLineIsACapability() throws Exception {
        var line = ViolationRemedy.line(new Violation(Kind.LOOKUP, "sendmmsg", "example.org", 1, false));
        assertThat(Capability.parse(line.orElseThrow().replace("<port>", "443")).text())
                .isEqualTo("net:example.org:443");
    }
}
