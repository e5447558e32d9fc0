package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bun says nothing of it when it gets too little memory: it only takes many times as long.
class RuntimeMemoryTest {
    @TempDir
    Path folder;

    private List<String> notes(String command, String more) throws Exception {
        Files.writeString(folder.resolve("main.js"), "");
        Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                name: narrow
                version: "1.0.0"
                kaged_api: 1
                description: Answers.
                command: [%s]
                methods: [echo]
                %s
                """.formatted(command, more));
        assertThat(FolderValidation.of(folder)).isInstanceOf(FolderValidation.Valid.class);
        return ((FolderValidation.Valid) FolderValidation.of(folder)).notes();
    }

    @Test
    void namesARuntimeThatWantsMoreThanItGets() throws Exception {
        for (var command : List.of("bun, main.js", "/usr/bin/env, bun, main.js", "/opt/bun/bin/bun, main.js")) {
            assertThat(notes(command, "limits: {memory_mb: 2048}"))
                    .singleElement()
                    .asString()
                    .startsWith("limits.memory_mb is 2048, and bun wants 2200 or more")
                    .contains("many times slower");
        }
        assertThat(notes("/bin/sh, -c, x", "limits: {memory_mb: 512}\ncapabilities: [\"exec:deno:/usr/bin/deno\"]"))
                .singleElement()
                .asString()
                .startsWith("limits.memory_mb is 512, and deno wants 1024 or more");
    }

    @Test
    void saysNothingOfWhatIsEnough() throws Exception {
        assertThat(notes("bun, main.js", "")).isEmpty();
        assertThat(notes("bun, main.js", "limits: {memory_mb: 2200}")).isEmpty();
        assertThat(notes("deno, run, main.js", "limits: {memory_mb: 1024}")).isEmpty();
        assertThat(notes("python3, bun", "limits: {memory_mb: 64}")).isEmpty();
    }
}
