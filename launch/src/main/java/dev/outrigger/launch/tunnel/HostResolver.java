package dev.outrigger.launch.tunnel;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Turns the name of a host into addresses, best first. May take its time.
@FunctionalInterface
public interface HostResolver {
    HostResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    List<InetAddress> resolve(String host) throws UnknownHostException;
}
