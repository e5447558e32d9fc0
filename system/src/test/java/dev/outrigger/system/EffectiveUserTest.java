package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EffectiveUserTest {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final int PR_SET_DUMPABLE = 4;

    private static int call(String name, long first, long second) throws Throwable {
        var function = LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        return (int) function.invokeExact(first, second);
    }

    @Test
    void isWhoTheKernelSays() throws Throwable {
        assertThat(EffectiveUser.uid()).isEqualTo(call("geteuid", 0, 0));
    }

    /// As a program is whose file its user may not read. In a process of its own: this one has pipes to open.
    @Test
    void isTheSameForAProcessWhoseMemoryIsClosed() throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Closed.class.getName())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("closed, its files are of user 0, it is " + EffectiveUser.uid() + "\n");
    }

    static final class Closed {
        private Closed() {}

        static void main() throws Throwable {
            var closed = call("prctl", PR_SET_DUMPABLE, 0) == 0 ? "closed" : "open";
            var owner = Files.getAttribute(Path.of("/proc/self/environ"), "unix:uid");
            System.out.println(closed + ", its files are of user " + owner + ", it is " + EffectiveUser.uid());
        }
    }
}
