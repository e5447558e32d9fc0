package dev.outrigger.launch.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TunnelDoorsTest {
    @Test
    void givesNamesAddressesOfTheirOwnAndPortsOfOneNameTheSame() {
        var doors = TunnelDoors.to(List.of(
                new TunnelEnd("a.example", 80), new TunnelEnd("B.example", 80), new TunnelEnd("A.example", 443)));
        assertThat(doors.doors())
                .extracting(door -> door.address() + ":" + door.port())
                .containsExactly("127.77.0.1:80", "127.77.0.2:80", "127.77.0.1:443");
    }

    @Test
    void takesNoAddressThatIsDeclaredItself() {
        var doors = TunnelDoors.to(List.of(new TunnelEnd("a.example", 80), new TunnelEnd("127.77.0.1", 80)));
        assertThat(doors.doors()).extracting(TunnelDoors.Door::address).containsExactly("127.77.0.2", "127.77.0.1");
    }

    @Test
    void opensOneDoorWhereTwoDeclarationsMeanTheSamePlace() {
        var ends = List.of(
                new TunnelEnd("localhost", 80),
                new TunnelEnd("127.0.0.1", 80),
                new TunnelEnd("::1", 80),
                new TunnelEnd("0::1", 80));
        assertThat(TunnelDoors.to(ends).doors()).hasSize(2);
        assertThat(TunnelDoors.to(ends).words(ends.get(1))).contains("through the door of another");
    }

    @Test
    void sendsLocalhostToTheProxyWhereAnyPortOfItIsDeclared() {
        assertThat(TunnelDoors.to(List.of(new TunnelEnd("localhost", TunnelEnd.ANY_PORT)))
                        .environment())
                .containsEntry("no_proxy", "127.0.0.1,::1");
        assertThat(TunnelDoors.to(List.of(new TunnelEnd("a.example", TunnelEnd.ANY_PORT)))
                        .environment())
                .containsEntry("no_proxy", "localhost,127.0.0.1,::1")
                .containsEntry("HTTPS_PROXY", "http://127.78.0.1:3128");
    }

    @Test
    void leavesTheSandboxesOwnNameToWhoeverDeclaredIt() {
        assertThat(TunnelDoors.to(List.of(new TunnelEnd("plugin", 80))).hosts("plugin"))
                .isEqualTo("""
                127.0.0.1 localhost
                ::1 ip6-localhost
                127.77.0.1 plugin
                """);
    }

    @Test
    void refusesMoreDoorsThanItWouldStartProcessesFor() {
        var ends = IntStream.rangeClosed(1, TunnelDoors.MOST + 1)
                .mapToObj(port -> new TunnelEnd("a.example", port))
                .toList();
        assertThat(TunnelDoors.objection(ends))
                .hasValueSatisfying(why -> assertThat(why).contains("32 is the most"));
        assertThat(TunnelDoors.objection(ends.subList(1, ends.size()))).isEmpty();
    }
}
