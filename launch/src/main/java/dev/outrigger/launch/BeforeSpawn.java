package dev.outrigger.launch;

import java.io.IOException;

/// A last step on the thread that starts a program and lives as long as it does. Whoever throws prevents the start.
public interface BeforeSpawn {
    void before() throws IOException;
}
