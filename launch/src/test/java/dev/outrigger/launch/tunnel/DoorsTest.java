package dev.outrigger.launch.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DoorsTest {
    @Test
    void givesNamesAddressesOfTheirOwnAndPortsOfOneNameTheSame() {
        var doors = Doors.to(List.of(new End("a.example", 80), new End("B.example", 80), new End("A.example", 443)));
        assertThat(doors.doors())
                .extracting(door -> door.address() + ":" + door.port())
                .containsExactly("127.77.0.1:80", "127.77.0.2:80", "127.77.0.1:443");
    }

    @Test
    void takesNoAddressThatIsDeclaredItself() {
        var doors = Doors.to(List.of(new End("a.example", 80), new End("127.77.0.1", 80)));
        assertThat(doors.doors()).extracting(Doors.Door::address).containsExactly("127.77.0.2", "127.77.0.1");
    }

    @Test
    void opensOneDoorWhereTwoDeclarationsMeanTheSamePlace() {
        var ends = List.of(new End("localhost", 80), new End("127.0.0.1", 80), new End("::1", 80), new End("0::1", 80));
        assertThat(Doors.to(ends).doors()).hasSize(2);
        assertThat(Doors.to(ends).words(ends.get(1))).contains("through the door of another");
    }

    @Test
    void sendsLocalhostToTheProxyWhereAnyPortOfItIsDeclared() {
        assertThat(Doors.to(List.of(new End("localhost", End.ANY_PORT))).environment())
                .containsEntry("no_proxy", "127.0.0.1,::1");
        assertThat(Doors.to(List.of(new End("a.example", End.ANY_PORT))).environment())
                .containsEntry("no_proxy", "localhost,127.0.0.1,::1")
                .containsEntry("HTTPS_PROXY", "http://127.78.0.1:3128");
    }

    @Test
    void leavesTheSandboxesOwnNameToWhoeverDeclaredIt() {
        assertThat(Doors.to(List.of(new End("plugin", 80))).hosts("plugin")).isEqualTo("""
                127.0.0.1 localhost
                ::1 ip6-localhost
                127.77.0.1 plugin
                """);
    }

    @Test
    void refusesMoreDoorsThanItWouldStartProcessesFor() {
        var ends = IntStream.rangeClosed(1, Doors.MOST + 1)
                .mapToObj(port -> new End("a.example", port))
                .toList();
        assertThat(Doors.objection(ends))
                .hasValueSatisfying(why -> assertThat(why).contains("32 is the most"));
        assertThat(Doors.objection(ends.subList(1, ends.size()))).isEmpty();
    }
}
