package dev.outrigger.launch.tunnel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a client asks of the proxy, read strictly: who takes a line for another than the far end does, can be led to
/// say more than was checked.
///
/// `head` is what is sent to the far end in the client's name; empty for CONNECT.
record ProxyRequest(boolean connect, String host, int port, String head) {
    static final class Bad extends Exception {
        Bad(String message) {
            super(message, null, false, false);
        }
    }

    private static final int MOST_HEADERS = 100;
    private static final Pattern LINE = Pattern.compile("([A-Z]{1,20}) ([\\x21-\\x7E]+) HTTP/1\\.([01])");
    private static final String HOST = "(\\[[0-9A-Fa-f:]{2,39}]|[A-Za-z0-9.-]{1,253})";
    private static final Pattern AUTHORITY = Pattern.compile(HOST + ":([1-9][0-9]{0,4})");
    private static final Pattern ABSOLUTE =
            Pattern.compile("(?i:http)://" + HOST + "(?::([1-9][0-9]{0,4}))?([/?][\\x21-\\x7E]*)?");
    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\\t\\x20-\\x7E\\x80-\\xFF]*)");

    /// Between the client and us alone. Host is made anew, from what was checked.
    private static final Set<String> OURS =
            Set.of("connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "upgrade", "host");

    /// Reads a head, without its empty line, in ISO-8859-1.
    static ProxyRequest parse(String text) throws Bad {
        var lines = List.of(text.split("\r\n", -1));
        var first = LINE.matcher(lines.getFirst());
        if (!first.matches()) {
            throw new Bad("the first line is no HTTP/1 request");
        }
        var headers = headers(lines.subList(1, lines.size()));
        var method = first.group(1);
        var target = first.group(2);
        if (method.equals("CONNECT")) {
            var to = AUTHORITY.matcher(target);
            if (!to.matches()) {
                throw new Bad("CONNECT takes <host>:<port>");
            }
            return new ProxyRequest(true, host(to), port(to.group(2)), "");
        }
        var to = ABSOLUTE.matcher(target);
        if (!to.matches()) {
            throw new Bad("a proxy takes CONNECT <host>:<port>, or http://<host>/...");
        }
        var path = to.group(3) == null ? "/" : to.group(3).startsWith("?") ? "/" + to.group(3) : to.group(3);
        var port = to.group(2) == null ? 80 : port(to.group(2));
        var named = to.group(1) + (to.group(2) == null ? "" : ":" + port);
        return new ProxyRequest(false, host(to), port, head(method + " " + path, named, headers));
    }

    private record Header(String name, String value) {}

    private static List<Header> headers(List<String> lines) throws Bad {
        if (lines.size() > MOST_HEADERS) {
            throw new Bad("more than " + MOST_HEADERS + " headers");
        }
        var headers = new ArrayList<Header>();
        int lengths = 0;
        for (var line : lines) {
            var header = HEADER.matcher(line);
            if (!header.matches()) {
                throw new Bad("a line that is no header");
            }
            var name = header.group(1).toLowerCase(Locale.ROOT);
            lengths += name.equals("content-length") || name.equals("transfer-encoding") ? 1 : 0;
            headers.add(new Header(header.group(1), header.group(2).strip()));
        }
        if (lengths > 1) {
            throw new Bad("more than one length of the body");
        }
        return headers;
    }

    /// One request for each connection, and so said to both: the next one may be for another host.
    private static String head(String line, String named, List<Header> headers) {
        var head = new StringBuilder(line)
                .append(" HTTP/1.1\r\nHost: ")
                .append(named)
                .append("\r\n");
        for (var header : headers) {
            if (!OURS.contains(header.name().toLowerCase(Locale.ROOT))) {
                head.append(header.name()).append(": ").append(header.value()).append("\r\n");
            }
        }
        return head.append("Connection: close\r\n\r\n").toString();
    }

    private static String host(Matcher to) throws Bad {
        var host = to.group(1);
        if (!host.startsWith("[")) {
            return host;
        }
        var inner = host.substring(1, host.length() - 1);
        try {
            var _ = java.net.InetAddress.ofLiteral(inner);
            return inner;
        } catch (IllegalArgumentException _) {
            throw new Bad("no IPv6 address in the brackets");
        }
    }

    private static int port(String digits) throws Bad {
        int port = Integer.parseInt(digits);
        if (port > 65535) {
            throw new Bad("no such port");
        }
        return port;
    }

    byte[] headBytes() {
        return head.getBytes(StandardCharsets.ISO_8859_1);
    }
}
