package dev.outrigger.workspace.catalogue;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.system.FileStatus;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The index of all conversations, with a right checksum over whatever it says: that keeps out accidents, not people.
public final class CatalogueTarget implements Target {
    private static final String ABOUT = "/w/.jp";

    @Override
    public String name() {
        return "catalogue";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) {
        var status = new FileStatus(0040000, 1, 2, 3, 4);
        var draft = new CatalogueDraft(ABOUT);
        draft.place("/w/.jp/conversations", status, true, 4);
        draft.folder("17127583920-slug", new long[4 * FileStatus.LONGS], null);
        draft.place("/w/.jp/conversations/.outrigger", status, true, 2);
        var line = new ListLine("{\"id\":\"17127583921\"}".getBytes(StandardCharsets.UTF_8));
        draft.folder(
                "17127583921", new long[2 * FileStatus.LONGS], new KnownFolder(0, line, "2025-07-20T10:30:00Z", 1, 2));
        draft.folder(
                "17127583922", new long[2 * FileStatus.LONGS], new KnownFolder(4, new ListLine(new byte[0]), "", 0, 0));
        return List.of(draft.bytes(List.of(line)));
    }

    @Override
    public String read(byte[] input) {
        var catalogue = Catalogue.of(sealed(input), ABOUT);
        if (catalogue.isEmpty()) {
            return "none";
        }
        var seen = new StringBuilder();
        for (var place : catalogue.get().places()) {
            seen.append(place.nameList().size());
            for (int i = 0; i < place.count(); i++) {
                seen.append(place.folder(i).isPresent() ? 'k' : 'u');
                place.matches(i, new long[8 * FileStatus.LONGS], 0);
            }
            place.matches(new long[FileStatus.LONGS]);
        }
        return seen.append(catalogue.get().shownLines().remaining()).toString();
    }

    private static byte[] sealed(byte[] input) {
        if (input.length < Catalogue.HEADER) {
            return input;
        }
        var sealed = ByteBuffer.wrap(input.clone()).order(ByteOrder.nativeOrder());
        sealed.putLong(0, Catalogue.MAGIC).putLong(8, input.length);
        return sealed.putInt(16, Catalogue.crc(sealed.array())).array();
    }
}
