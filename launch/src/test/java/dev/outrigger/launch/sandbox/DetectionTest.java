package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DetectionTest {
    @Test
    void isFoundOutOnceAndSaidInWords() {
        assertThat(Detection.here()).isSameAs(Detection.here());
        assertThat(Detection.here().words()).startsWith("violations are ");
        // This kernel lists what its filters can do.
        var list = Path.of("/proc/sys/kernel/seccomp/actions_avail");
        if (Files.exists(list)) {
            assertThat(list).content().contains("user_notif");
            assertThat(Detection.here()).isInstanceOf(Detection.Available.class);
        }
    }

    @Test
    void saysWhatToDoWhereListenWasNotBuilt() {
        assertThat(WatchRehearsal.missing().words())
                .startsWith("violations are denied, but not seen: ")
                .contains("`listen` was not built for this machine", "bin/lib/native", "gcc libc6-dev", "aarch64 only");
    }

    @Test
    void theBuildSaysWhichProcessorsTheSmallProgramsAreFor(@TempDir Path folder) throws Exception {
        var uname = Files.writeString(folder.resolve("uname"), "#!/bin/sh\necho riscv64\n");
        SandboxFixture.mode(uname, "rwxr-xr-x");
        var building =
                new ProcessBuilder("../bin/lib/native", folder.resolve("native").toString());
        building.environment().put("PATH", folder + ":/usr/bin:/bin");
        var build = building.redirectErrorStream(true).start();
        try (var said = build.inputReader()) {
            assertThat(said.readAllAsString()).contains("x86_64 and aarch64", "this is riscv64");
        }
        assertThat(build.waitFor()).isEqualTo(0);
        assertThat(folder.resolve("native")).isEmptyDirectory();
    }

    @Test
    void saysWhyListenFails() throws Exception {
        var listen = Files.createTempFile("listen", "");
        try {
            Files.writeString(listen, "#!/bin/sh\necho this kernel is too old >&2\nexit 126\n");
            SandboxFixture.mode(listen, "rwxr-xr-x");
            assertThat(WatchRehearsal.attempt(listen).words()).contains("too old");
        } finally {
            Files.delete(listen);
        }
    }
}
