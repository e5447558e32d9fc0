package dev.outrigger.launch.tunnel;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// Which addresses a declared name may turn out to be. Whoever runs the name's DNS chooses the answer, so it must not
/// lead to what trusts everybody who comes from this machine: its loopback, and a cloud's metadata.
final class AddressRule {
    private static final Set<InetAddress> METADATA = Set.of(
            InetAddress.ofLiteral("100.100.100.200"),
            InetAddress.ofLiteral("168.63.129.16"),
            InetAddress.ofLiteral("192.0.0.192"),
            InetAddress.ofLiteral("fd00:ec2::254"),
            InetAddress.ofLiteral("fd20:ce::254"),
            InetAddress.ofLiteral("fd00:42::42"));

    private AddressRule() {}

    /// Empty, or why this answer is not dialled. What the declaration itself names is the operator's wish.
    static Optional<String> objection(TunnelEnd declared, InetAddress address) {
        var literal = declared.literal();
        if (literal.isPresent()) {
            return literal.get().equals(address) ? Optional.empty() : Optional.of("it is not the declared address");
        }
        var outer = kind(address, declared.isLocalhost());
        return outer.isPresent() ? outer : within(address).flatMap(inner -> kind(inner, declared.isLocalhost()));
    }

    /// Empty, or why nobody can mean to connect to this literal address.
    static Optional<String> nonsense(InetAddress address) {
        if (address.isAnyLocalAddress() || isThisNetwork(address)) {
            return Optional.of("it is no address to connect to");
        }
        if (address.isMulticastAddress() || isBroadcast(address)) {
            return Optional.of("it is an address of many");
        }
        return Optional.empty();
    }

    private static Optional<String> kind(InetAddress address, boolean localhost) {
        if (address.isLoopbackAddress()) {
            return localhost ? Optional.empty() : Optional.of("it is a loopback address");
        }
        if (address.isLinkLocalAddress()) {
            return Optional.of("it is a link-local address");
        }
        if (METADATA.contains(address)) {
            return Optional.of("it is the address of a cloud's metadata");
        }
        return nonsense(address);
    }

    /// 0.0.0.0/8: Linux takes 0.0.0.0 for the loopback.
    private static boolean isThisNetwork(InetAddress address) {
        return address instanceof Inet4Address && address.getAddress()[0] == 0;
    }

    private static boolean isBroadcast(InetAddress address) {
        var bytes = address.getAddress();
        return bytes.length == 4 && bytes[0] == -1 && bytes[1] == -1 && bytes[2] == -1 && bytes[3] == -1;
    }

    /// The IPv4 address in an IPv6 one, where some gateway or the kernel itself would take it out again: mapped,
    /// compatible, NAT64, 6to4.
    private static Optional<InetAddress> within(InetAddress address) {
        var bytes = address.getAddress();
        if (bytes.length != 16 || address.isLoopbackAddress()) {
            return Optional.empty();
        }
        if (begins(bytes, 0x20, 0x02)) {
            return Optional.of(ipv4(bytes, 2));
        }
        boolean zeros = begins(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        boolean mapped = zeros && bytes[10] == -1 && bytes[11] == -1;
        boolean compatible = zeros && bytes[10] == 0 && bytes[11] == 0;
        boolean translated = begins(bytes, 0, 0x64, 0xFF, 0x9B);
        return mapped || compatible || translated ? Optional.of(ipv4(bytes, 12)) : Optional.empty();
    }

    private static boolean begins(byte[] bytes, int... start) {
        for (int i = 0; i < start.length; i++) {
            if (bytes[i] != (byte) start[i]) {
                return false;
            }
        }
        return true;
    }

    private static InetAddress ipv4(byte[] bytes, int at) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, at, at + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
