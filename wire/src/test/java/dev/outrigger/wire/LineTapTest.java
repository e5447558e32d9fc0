package dev.outrigger.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineTapTest {
    private final List<String> heard = new ArrayList<>();
    private boolean wanted = true;

    private final LineTap.Listener listener = new LineTap.Listener() {
        @Override
        public boolean wanted() {
            return wanted;
        }

        @Override
        public void line(byte[] line, boolean cut) {
            heard.add(line.length > 100 ? line.length + " " + cut : new String(line, StandardCharsets.UTF_8));
        }
    };

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsWrittenGoesThroughAndIsToldLineByLine() throws Exception {
        var out = new ByteArrayOutputStream();
        try (var tapped = LineTap.on(out, listener)) {
            tapped.write(bytes("one\nt"));
            tapped.write('w');
            tapped.write(bytes("o\n\nthree"));
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one\ntwo\n\nthree");
        assertThat(heard).containsExactly("one", "two", "");
    }

    @Test
    void whatIsReadIsToldUpToALastLineWithoutItsEnd() throws Exception {
        try (var tapped = LineTap.on(new ByteArrayInputStream(bytes("one\ntwo")), listener)) {
            assertThat(tapped.read()).isEqualTo('o');
            assertThat(tapped.readAllBytes()).isEqualTo(bytes("ne\ntwo"));
            assertThat(tapped.read()).isEqualTo(-1);
        }
        assertThat(heard).containsExactly("one", "two");
    }

    @Test
    void whoBeginsToListenHearsFromTheNextLineOn() throws Exception {
        var tapped = LineTap.on(OutputStream.nullOutputStream(), listener);
        wanted = false;
        tapped.write(bytes("one\nhalf a li"));
        wanted = true;
        tapped.write(bytes("ne\ntwo\n"));
        assertThat(heard).containsExactly("two");
    }

    @Test
    void ofAnEndlessLineOnlyTheBeginningIsKept() throws Exception {
        var tapped = LineTap.on(OutputStream.nullOutputStream(), listener);
        var piece = new byte[1 << 20];
        for (int i = 0; i < 20; i++) {
            tapped.write(piece);
        }
        tapped.write(bytes("\nnext\n"));
        assertThat(heard).containsExactly((16 << 20) + " true", "next");
    }
}
