package dev.outrigger.kaged.store;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The runtimes that reserve more than they use: with less `memory_mb` than they ask for, where that counts for each
/// process, they say nothing or the wrong thing. What they want was measured: docs/decisions/0029.
///
/// @param otherwise what becomes of it with less than `least`
record RuntimeMemory(String program, int least, String otherwise) {
    private static final List<RuntimeMemory> MEASURED = List.of(
            new RuntimeMemory("bun", 2200, "it compiles nothing and is many times slower, without a word"),
            new RuntimeMemory("deno", 1024, "it does not start"));

    /// A line for each that the manifest starts or may start with too little.
    static List<String> notes(Manifest manifest) {
        var limit = manifest.limits().memoryMb();
        var notes = new ArrayList<String>();
        if (limit.isPresent()) {
            var programs = programs(manifest);
            for (var runtime : MEASURED) {
                if (limit.getAsInt() < runtime.least && programs.contains(runtime.program)) {
                    notes.add("limits.memory_mb is " + limit.getAsInt() + ", and " + runtime.program + " wants "
                            + runtime.least + " or more: with less, where there are no control groups, "
                            + runtime.otherwise);
                }
            }
        }
        return notes;
    }

    private static List<String> programs(Manifest manifest) {
        var programs = new ArrayList<String>();
        var command = manifest.startup().command();
        boolean byEnv = lastName(command.getFirst()).equals("env") && command.size() > 1;
        programs.add(lastName(command.get(byEnv ? 1 : 0)));
        for (var text : manifest.capabilityTexts()) {
            executed(text).ifPresent(programs::add);
        }
        return programs;
    }

    private static Optional<String> executed(String capability) {
        try {
            return Capability.parse(capability) instanceof Capability.Exec(var binary, var _)
                    ? Optional.of(lastName(binary))
                    : Optional.empty();
        } catch (ConfinementRefused e) {
            throw new IllegalStateException("a manifest was read with it: " + capability, e);
        }
    }

    private static String lastName(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }
}
