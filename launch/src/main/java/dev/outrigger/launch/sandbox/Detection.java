package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.SandboxWatcher;
import java.nio.file.Path;

/// Whether violations can be seen on this system. Without it they are denied all the same.
public sealed interface Detection {
    /// One clause for people.
    String words();

    /// `listen` is our program of that name, see [ListenerHandshake].
    record Available(SandboxWatcher watcher, Path listen) implements Detection {
        @Override
        public String words() {
            return "violations are seen";
        }
    }

    record Missing(String why) implements Detection {
        @Override
        public String words() {
            return "violations are denied, but not seen: " + why;
        }
    }

    /// Found out by trying, once in the life of this process. The first call takes a few tens of milliseconds.
    static Detection here() {
        return WatchRehearsal.once();
    }
}
