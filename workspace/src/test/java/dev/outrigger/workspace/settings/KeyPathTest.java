package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyPathTest {
    @Test
    void escapesWhatActsBeyondTheFirstPlaneAndReadsItAgain() throws Exception {
        var names = List.of("plugins", "a\udb40\udc41\ud834\udd73\u202e\ud83d\ude00");
        var text = KeyPath.text(names);
        assertThat(text).isEqualTo("plugins.\"a\\udb40\\udc41\\ud834\\udd73\\u202e\ud83d\ude00\"");
        assertThat(KeyPath.parse(text)).isEqualTo(names);
    }
}
