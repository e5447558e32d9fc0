package dev.outrigger.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;

/// Handlers for foreign programs that were registered with the kernel, such as qemu and wine.
final class Binfmt {
    private static final Path FOLDER = Path.of("/proc/sys/fs/binfmt_misc");

    private Binfmt() {}

    static boolean claims(Path file, byte[] head, int length) {
        if (!Files.isReadable(FOLDER.resolve("status"))) {
            return false;
        }
        try (var handlers = Files.newDirectoryStream(FOLDER)) {
            for (var handler : handlers) {
                var name = handler.getFileName().toString();
                if (!name.equals("status")
                        && !name.equals("register")
                        && claims(Files.readString(handler), file, head, length)) {
                    return true;
                }
            }
            return false;
        } catch (IOException _) {
            // Who is registered cannot be known, so nobody is accused: exec will tell.
            return true;
        }
    }

    static boolean claims(String handler, Path file, byte[] head, int length) {
        if (!handler.startsWith("enabled")) {
            return false;
        }
        var fields = new HashMap<String, String>();
        for (var line : handler.lines().toList()) {
            int space = line.indexOf(' ');
            if (space > 0) {
                fields.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        var extension = fields.get("extension");
        if (extension != null) {
            return file.toString().endsWith(extension);
        }
        var hex = HexFormat.of();
        var magic = hex.parseHex(fields.getOrDefault("magic", ""));
        var mask = hex.parseHex(fields.getOrDefault("mask", "ff".repeat(magic.length)));
        int offset = Integer.parseInt(fields.getOrDefault("offset", "0"));
        for (int i = 0; i < magic.length; i++) {
            if (offset + i >= length || ((head[offset + i] ^ magic[i]) & mask[i]) != 0) {
                return false;
            }
        }
        return magic.length > 0;
    }
}
