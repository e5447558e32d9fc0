package dev.outrigger.launch.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRuleTest {
    private static final TunnelEnd NAME = new TunnelEnd("api.example", 443);
    private static final TunnelEnd LOCALHOST = new TunnelEnd("LocalHost", 80);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.0.9",
                "::1",
                "0.0.0.0",
                "0.1.2.3",
                "::",
                "169.254.169.254",
                "169.254.0.1",
                "fe80::1",
                "fd00:ec2::254",
                "100.100.100.200",
                "168.63.129.16",
                "224.0.0.1",
                "ff02::1",
                "255.255.255.255",
                "::ffff:127.0.0.1",
                "::ffff:169.254.169.254",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b::a9fe:a9fe",
                "2002:7f00:1::",
                "2002:a9fe:a9fe::1"
            })
    void refusesWhatTrustsThisMachineOrIsNoPlace(String address) {
        assertThat(AddressRule.objection(NAME, InetAddress.ofLiteral(address))).isPresent();
    }

    /// Java turns most of these into IPv4 by itself, but not all: the kernel would.
    @Test
    void refusesLoopbackInTheDisguiseOfAnIpv6Address() throws Exception {
        var bytes = HexFormat.of().parseHex("00000000000000000000ffff7f000001");
        var mapped = Inet6Address.getByAddress("x", bytes, 0);
        assertThat(mapped.isLoopbackAddress()).isFalse();
        assertThat(AddressRule.objection(NAME, mapped)).isPresent();
        assertThat(AddressRule.objection(LOCALHOST, mapped)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"93.184.216.34", "10.0.0.1", "192.168.1.2", "2606:4700::1", "fd12::1", "64:ff9b::5db8:d822"})
    void allowsOrdinaryAddresses(String address) {
        assertThat(AddressRule.objection(NAME, InetAddress.ofLiteral(address))).isEmpty();
    }

    @Test
    void allowsWhatTheDeclarationNamesAndOnlyThat() {
        assertThat(AddressRule.objection(LOCALHOST, InetAddress.ofLiteral("127.0.0.1")))
                .isEmpty();
        assertThat(AddressRule.objection(LOCALHOST, InetAddress.ofLiteral("::1")))
                .isEmpty();
        assertThat(AddressRule.objection(LOCALHOST, InetAddress.ofLiteral("169.254.169.254")))
                .isPresent();
        var metadata = new TunnelEnd("169.254.169.254", 80);
        assertThat(AddressRule.objection(metadata, InetAddress.ofLiteral("169.254.169.254")))
                .isEmpty();
        assertThat(AddressRule.objection(metadata, InetAddress.ofLiteral("127.0.0.1")))
                .isPresent();
    }
}
