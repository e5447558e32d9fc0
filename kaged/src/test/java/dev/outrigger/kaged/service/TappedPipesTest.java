package dev.outrigger.kaged.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TappedPipesTest {
    private final TappedPipes tapped = new TappedPipes();
    private final OutputStream pipe = tapped.out(OutputStream.nullOutputStream());

    private void write(String text) throws Exception {
        pipe.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static PipeListener into(List<String> heard) {
        return (_, line) -> heard.add(new String(line, StandardCharsets.UTF_8));
    }

    @Test
    void tellsWholeLinesOnly() throws Exception {
        var heard = new ArrayList<String>();
        write("half a li");
        tapped.add(into(heard));
        write("ne\none\nt");
        write("wo\n");
        assertThat(heard).containsExactly("one", "two");
    }

    @Test
    void whoListensNextHearsNothingOfALineThatTheLastOneHeardHalfOf() throws Exception {
        var first = into(new ArrayList<>());
        tapped.add(first);
        write("half a li");
        tapped.remove(first);
        write("ne\n");
        var heard = new ArrayList<String>();
        tapped.add(into(heard));
        write("one\n");
        assertThat(heard).containsExactly("one");
    }
}
