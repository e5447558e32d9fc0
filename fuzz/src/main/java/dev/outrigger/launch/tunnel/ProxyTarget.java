package dev.outrigger.launch.tunnel;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a plugin asks of the proxy: what is passed on is one request, which is read again as the same.
public final class ProxyTarget implements Target {
    @Override
    public String name() {
        return "proxy";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) {
        return Seeds.texts(
                "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nProxy-Connection: keep-alive",
                "CONNECT [2001:db8::1]:443 HTTP/1.1\r\nHost: x",
                "GET http://example.com/a?b HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\nContent-Length: 3",
                "POST http://example.com:8080 HTTP/1.0\r\nTransfer-Encoding: chunked\r\nX: y");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\r\n",
                "\r\n ",
                "\n",
                "\r",
                " HTTP/1.1",
                "http://",
                "CONNECT ",
                "Host: ",
                "Content-Length: 1",
                "Transfer-Encoding: chunked",
                "@",
                ":65536",
                ":00080",
                "[::1]",
                "[fe80::1%25eth0]",
                "127.0.0.1",
                "?",
                "%00",
                "Connection: upgrade",
                "\u0085");
    }

    @Override
    public String read(byte[] input) {
        try {
            var request = ProxyRequest.parse(new String(input, StandardCharsets.ISO_8859_1));
            if (request.port() < 1 || request.port() > 65535) {
                throw new Broken("no such port");
            }
            if (request.connect()) {
                return "connect";
            }
            var head = new String(request.headBytes(), StandardCharsets.ISO_8859_1);
            if (!head.endsWith("\r\n\r\n") || head.indexOf("\r\n\r\n") != head.length() - 4) {
                throw new Broken("more than one head goes to the far end");
            }
            for (int i = 0; i < head.length(); i++) {
                boolean end = head.charAt(i) == '\n' && i > 0 && head.charAt(i - 1) == '\r';
                if ((head.charAt(i) == '\n' && !end) || head.charAt(i) == 0) {
                    throw new Broken("half an end of a line goes to the far end");
                }
            }
            return "request " + request.port();
        } catch (ProxyRequest.Bad e) {
            return String.valueOf(e.getMessage());
        }
    }
}
