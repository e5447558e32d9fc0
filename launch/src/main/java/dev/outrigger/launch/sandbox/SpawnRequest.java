package dev.outrigger.launch.sandbox;

import dev.outrigger.system.CLibrary;
import dev.outrigger.system.DescriptorCalls;
import dev.outrigger.system.ErrnoWords;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/// A program to be started by `posix_spawn`: with an empty environment, in a session of its own, in the root
/// folder, and with these descriptors as its 0, 1, 2 and so on; with no other one, and no signal blocked or
/// ignored.
///
/// The JDK would do with a process in between, and give the child the first three descriptors only.
record SpawnRequest(List<String> argv, List<OwnedDescriptor> descriptors) {
    /// Larger than that of any C library that we know (glibc: 80 and 336 bytes).
    private static final int ROOM = 1024;

    private static final int SIGNALS_ROOM = 128;
    private static final int SET_DEFAULT_SIGNALS = 0x04;
    private static final int SET_MASK = 0x08;
    private static final int SET_SESSION = 0x80;

    /// All of the old signals but SIGKILL and SIGSTOP, which cannot be changed.
    private static final long ALL_SIGNALS = 0x7FFFFFFFL & ~(1L << 8) & ~(1L << 18);

    private static final boolean CLOSES_THE_REST = CLibrary.has("posix_spawn_file_actions_addclosefrom_np");

    SpawnRequest {
        argv = List.copyOf(argv);
        descriptors = List.copyOf(descriptors);
    }

    static void check() throws ConfinementRefused {
        if (!CLOSES_THE_REST) {
            throw new ConfinementRefused(
                    "plugins run only in a sandbox, and this C library cannot start one with nothing but its"
                            + " own descriptors: use a system with glibc 2.34 or later");
        }
    }

    /// The new process. The kernel ties it to the calling thread.
    long start() throws IOException {
        var high = new ArrayList<OwnedDescriptor>();
        try (var arena = Arena.ofConfined()) {
            // What is put at a number must not lie at one that is overwritten before.
            var sources = new ArrayList<OwnedDescriptor>();
            for (var descriptor : descriptors) {
                if (descriptor.number() < descriptors.size()) {
                    descriptor = Posix.high(descriptor, descriptors.size());
                    high.add(descriptor);
                }
                sources.add(descriptor);
            }
            return start(arena, sources);
        } finally {
            high.forEach(OwnedDescriptor::close);
        }
    }

    private long start(Arena arena, List<OwnedDescriptor> sources) throws IOException {
        var actions = arena.allocate(ROOM, 16);
        var attributes = arena.allocate(ROOM, 16);
        check(Calls.ACTIONS_INIT, actions.address());
        check(Calls.ATTRIBUTES_INIT, attributes.address());
        try {
            for (int at = 0; at < sources.size(); at++) {
                check(Calls.ADD_DUP2, actions.address(), sources.get(at).number(), at);
            }
            check(Calls.ADD_CLOSE_FROM, actions.address(), sources.size());
            check(Calls.ADD_CHDIR, actions.address(), arena.allocateFrom("/").address());
            var signals = arena.allocate(SIGNALS_ROOM, 8);
            check(Calls.SET_MASK, attributes.address(), signals.address());
            signals.set(ValueLayout.JAVA_LONG, 0, ALL_SIGNALS);
            check(Calls.SET_DEFAULT, attributes.address(), signals.address());
            check(Calls.SET_FLAGS, attributes.address(), SET_DEFAULT_SIGNALS | SET_MASK | SET_SESSION);
            var pid = arena.allocate(4, 4);
            check(
                    Calls.SPAWN,
                    pid.address(),
                    arena.allocateFrom(argv.getFirst()).address(),
                    actions.address(),
                    attributes.address(),
                    words(arena, argv).address(),
                    words(arena, List.of()).address());
            return pid.get(ValueLayout.JAVA_INT, 0);
        } finally {
            DescriptorCalls.answer(Calls.ACTIONS_DESTROY, actions.address());
            DescriptorCalls.answer(Calls.ATTRIBUTES_DESTROY, attributes.address());
        }
    }

    private static MemorySegment words(Arena arena, List<String> words) {
        var array = arena.allocate(ValueLayout.ADDRESS, words.size() + 1L);
        for (int i = 0; i < words.size(); i++) {
            array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(words.get(i)));
        }
        return array;
    }

    /// These return an error's number, and leave `errno` alone.
    private void check(MethodHandle function, long... arguments) throws IOException {
        int error = DescriptorCalls.answer(function, arguments);
        if (error != 0) {
            throw new IOException("cannot start " + argv.getFirst() + ": " + ErrnoWords.of(Math.abs(error)));
        }
    }

    /// Linked when first used: some C libraries lack one, which [#check()] has told by then.
    private static final class Calls {
        static final MethodHandle SPAWN = DescriptorCalls.link("posix_spawn");
        static final MethodHandle ACTIONS_INIT = DescriptorCalls.link("posix_spawn_file_actions_init");
        static final MethodHandle ACTIONS_DESTROY = DescriptorCalls.link("posix_spawn_file_actions_destroy");
        static final MethodHandle ADD_DUP2 = DescriptorCalls.link("posix_spawn_file_actions_adddup2");
        static final MethodHandle ADD_CLOSE_FROM = DescriptorCalls.link("posix_spawn_file_actions_addclosefrom_np");
        static final MethodHandle ADD_CHDIR = DescriptorCalls.link("posix_spawn_file_actions_addchdir_np");
        static final MethodHandle ATTRIBUTES_INIT = DescriptorCalls.link("posix_spawnattr_init");
        static final MethodHandle ATTRIBUTES_DESTROY = DescriptorCalls.link("posix_spawnattr_destroy");
        static final MethodHandle SET_FLAGS = DescriptorCalls.link("posix_spawnattr_setflags");
        static final MethodHandle SET_MASK = DescriptorCalls.link("posix_spawnattr_setsigmask");
        static final MethodHandle SET_DEFAULT = DescriptorCalls.link("posix_spawnattr_setsigdefault");

        private Calls() {}
    }
}
