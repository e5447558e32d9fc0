package dev.outrigger.launch.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ProxyRequestTest {
    @Test
    void readsConnect() throws Exception {
        assertThat(ProxyRequest.parse("CONNECT a.example:443 HTTP/1.1\r\nHost: b.example"))
                .isEqualTo(new ProxyRequest(true, "a.example", 443, ""));
        assertThat(ProxyRequest.parse("CONNECT [fd00::2]:443 HTTP/1.0"))
                .isEqualTo(new ProxyRequest(true, "fd00::2", 443, ""));
    }

    @Test
    void asksTheFarEndForTheHostThatWasCheckedAndForOneAnswerOnly() throws Exception {
        var request = ProxyRequest.parse("POST HTTP://a.example/x?y HTTP/1.1\r\nHost: b.example\r\nAccept: */*\r\n"
                + "Proxy-Authorization: Basic eA==\r\nConnection: keep-alive, Accept\r\nContent-Length: 3");
        assertThat(request.host()).isEqualTo("a.example");
        assertThat(request.port()).isEqualTo(80);
        assertThat(request.head().split("\r\n", -1))
                .containsExactly(
                        "POST /x?y HTTP/1.1",
                        "Host: a.example",
                        "Accept: */*",
                        "Content-Length: 3",
                        "Connection: close",
                        "",
                        "");
    }

    @Test
    void givesAPathToAddressesWithoutOne() throws Exception {
        assertThat(ProxyRequest.parse("GET http://a.example:81 HTTP/1.1").head())
                .startsWith("GET / HTTP/1.1\r\nHost: a.example:81\r\n");
        assertThat(ProxyRequest.parse("GET http://a.example?q HTTP/1.1").head()).startsWith("GET /?q HTTP/1.1\r\n");
    }

    /// Whatever is done to a good head, it is refused, or its parts hold what they may.
    @Test
    void neverPassesOnALineThatAnotherReaderMightTakeForTwo() {
        var random = new Random(5);
        var good = "GET http://a.example:81/p HTTP/1.1\r\nAccept: x\r\nContent-Length: 3\r\nX-A: b";
        var strange = "\r\n\0 \t:/@[]\u00ff\u0085aZ9.-?#%";
        int passed = 0;
        for (int i = 0; i < 20_000; i++) {
            var head = new StringBuilder(good);
            for (int n = random.nextInt(4); n >= 0; n--) {
                int at = random.nextInt(head.length());
                char c = strange.charAt(random.nextInt(strange.length()));
                switch (random.nextInt(3)) {
                    case 0 -> head.setCharAt(at, c);
                    case 1 -> head.insert(at, c);
                    default -> head.deleteCharAt(at);
                }
            }
            try {
                var request = ProxyRequest.parse(head.toString());
                passed++;
                assertThat(request.host()).matches("[A-Za-z0-9.:-]+");
                assertThat(request.port()).isBetween(1, 65535);
                assertThat(request.head()).matches("([^\\r\\n\\x00]+\\r\\n)+\\r\\n");
            } catch (ProxyRequest.Bad e) {
                assertThat(e).hasMessageMatching("[ -~]+");
            }
        }
        assertThat(passed).isGreaterThan(1000);
    }

    @Test
    void refusesTheSameHeaderInTwoLengths() {
        assertThatThrownBy(() -> ProxyRequest.parse(
                        "POST http://a.example/ HTTP/1.1\r\ncontent-length: 1\r\nTransfer-Encoding: chunked"))
                .hasMessageContaining("length");
    }
}
