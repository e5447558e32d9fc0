package dev.outrigger.launch;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The file that is about to be started: what it is, by its first bytes.
public final class StartTarget implements Target {
    @Override
    public String name() {
        return "start";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) {
        return Seeds.all(
                Seeds.texts(
                        "#!/bin/sh\necho hi\n",
                        "#!/usr/bin/env python3\n",
                        "#!/usr/bin/env -S python3 -B\n",
                        "#! /bin/sh -e\r\n",
                        "MZ\0\0",
                        "plain"),
                List.of(elf(true), elf(false)));
    }

    private static byte[] elf(boolean wide) {
        var elf = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
        elf.put(new byte[] {0x7F, 'E', 'L', 'F', (byte) (wide ? 2 : 1), 1, 1});
        elf.putShort(16, (short) 3).putShort(18, (short) (wide ? 62 : 3));
        int table = wide ? 64 : 52;
        elf.putShort(wide ? 54 : 42, (short) (wide ? 56 : 32)).putShort(wide ? 56 : 44, (short) 2);
        if (wide) {
            elf.putLong(32, table).putInt(table, 3).putLong(table + 8, 300).putLong(table + 32, 28);
        } else {
            elf.putInt(28, table).putInt(table, 3).putInt(table + 4, 300).putInt(table + 16, 28);
        }
        elf.position(300);
        elf.put("/lib64/ld-linux-x86-64.so.2".getBytes(StandardCharsets.US_ASCII));
        return elf.array();
    }

    @Override
    public List<String> words() {
        return List.of("#!", "#! ", "/usr/bin/env ", "-S ", "/bin/sh", "\u007fELF", "\r\n", "A=1 ", "\n");
    }

    @Override
    public String read(byte[] input) throws IOException {
        var file = ScratchFolder.file("program", input);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot be made executable: " + file);
        }
        var problem = StartDiagnosis.of(file, "/usr/bin:/bin");
        return problem.map(each -> each.getClass().getSimpleName()
                        + String.valueOf(each.getMessage()).replace(file.toString(), ""))
                .orElse("may start");
    }
}
