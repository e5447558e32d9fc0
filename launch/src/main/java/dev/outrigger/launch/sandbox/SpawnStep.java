package dev.outrigger.launch.sandbox;

import java.io.IOException;

/// What else happens when a sandbox is made.
public interface SpawnStep {
    SpawnStep NOTHING = new SpawnStep() {};

    /// Just before the spawn, on the thread that asked for the sandbox. Whoever throws prevents the start.
    default void before() throws IOException {}

    /// After the spawn, with the process outside (bubblewrap) and the first one inside, before the program itself
    /// begins: it does not begin before this returns, and not at all if this throws.
    default void spawned(long outside, long inside) throws IOException {}

    /// When the program was let go. Returns once it runs; false when it never will. Whoever throws says why.
    default boolean begun(long inside) throws IOException {
        return true;
    }

    /// This, and then another; what is dead is told to the other first.
    default SpawnStep then(SpawnStep other) {
        var one = this;
        return new SpawnStep() {
            @Override
            public void before() throws IOException {
                one.before();
                other.before();
            }

            @Override
            public void spawned(long outside, long inside) throws IOException {
                one.spawned(outside, inside);
                other.spawned(outside, inside);
            }

            @Override
            public boolean begun(long inside) throws IOException {
                return one.begun(inside) && other.begun(inside);
            }

            @Override
            public void dead() {
                other.dead();
                one.dead();
            }
        };
    }

    /// Once, when all of the sandbox is dead; also when it was never made.
    default void dead() {}
}
