package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/// A host that begins again and again, as one that is started for each call does, beside others in the same state
/// folder: it tidies up, and starts a program. It says how often that went well, or what went wrong.
final class BusyHost {
    private BusyHost() {}

    public static void main(String[] args) throws Exception {
        var place = new SandboxFixture(Path.of(args[0]));
        int rounds = Integer.parseInt(args[1]);
        System.out.println("ready");
        System.in.read();
        for (int i = 0; i < rounds; i++) {
            age(place.at("state/programs"));
            age(place.at("state/etc"));
            new Sandbox(place.at("state")).tidy();
            var outcome =
                    place.run(List.of(), List.of("sh", "-c", "cat /etc/passwd; ls; echo alive"), SandboxLimits.DEFAULT);
            if (!outcome.stdout().endsWith("alive\n")) {
                System.out.println(outcome);
                return;
            }
        }
        System.out.println(rounds + " went well");
    }

    /// So that there is always something to remove.
    private static void age(Path folders) throws IOException {
        var names = folders.toFile().list();
        for (var name : names == null ? new String[0] : names) {
            try {
                Files.setLastModifiedTime(folders.resolve(name), FileTime.fromMillis(0));
            } catch (NoSuchFileException _) {
                // Another one was faster.
            }
        }
    }

    static Process start(Path base, int rounds) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(new ArrayList<>(List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BusyHost.class.getName(),
                        base.toString(),
                        Integer.toString(rounds))))
                .redirectErrorStream(true)
                .start();
    }
}
