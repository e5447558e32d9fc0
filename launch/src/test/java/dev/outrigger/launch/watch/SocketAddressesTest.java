package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SocketAddressesTest {
    private static WaitingCall.Internet of(InetAddress address, int port) {
        var host = address.getAddress();
        int at = host.length == 4 ? 4 : 8;
        var bytes = new byte[28];
        bytes[2] = (byte) (port >> 8);
        bytes[3] = (byte) port;
        System.arraycopy(host, 0, bytes, at, host.length);
        return SocketAddresses.internet(bytes, at, host.length);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.9.8.7, true",
        "0.0.0.0, true",
        "::1, true",
        "::, true",
        "128.0.0.1, false",
        "10.127.0.1, false",
        "::2, false",
        "1::1, false",
        "fe80::1, false"
    })
    void knowsWhatIsThisMachine(String host, boolean loopback) throws Exception {
        assertThat(of(InetAddress.getByName(host), 80).loopback()).isEqualTo(loopback);
    }

    @Test
    void knowsThatAnAddressOfTheOldKindMayBeWrappedInOneOfTheNew() {
        var bytes = new byte[28];
        bytes[18] = -1;
        bytes[19] = -1;
        bytes[20] = 127;
        bytes[23] = 1;
        assertThat(SocketAddresses.internet(bytes, 8, 16)).isEqualTo(new WaitingCall.Internet("127.0.0.1", 0, true));
        bytes[20] = 8;
        assertThat(SocketAddresses.internet(bytes, 8, 16)).isEqualTo(new WaitingCall.Internet("8.0.0.1", 0, false));
    }

    @Test
    void writesAddressesThatMeanTheSame() throws Exception {
        var random = new Random(5);
        for (int i = 0; i < 500; i++) {
            var host = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(host);
            int port = random.nextInt(65536);
            var address = InetAddress.getByAddress(host);
            assertThat(InetAddress.getByName(of(address, port).host())).isEqualTo(address);
            assertThat(of(address, port).words()).endsWith(":" + port);
        }
    }
}
