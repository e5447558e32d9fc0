package dev.outrigger.assistant.plugin;

import dev.outrigger.wire.Excerpt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the core knows of a tool plugin before it is started, and holds it to.
///
/// @param command a program's name, or its path: relative ones count from `dir`
/// @param environment all that the program finds, nothing is inherited
/// @param folder its own folder, which it may read; `dir` lies in it
/// @param capabilities what its manifest declares
/// @param settings what the user's own files say of it; with the capabilities, they are what it may do and declare
public record PluginSpec(
        String name,
        String command,
        List<String> args,
        Path folder,
        Path dir,
        Map<String, String> environment,
        List<String> capabilities,
        ToolPluginSettings settings,
        Limits limits) {
    public PluginSpec {
        args = List.copyOf(args);
        folder = folder.toAbsolutePath().normalize();
        dir = dir.toAbsolutePath().normalize();
        environment = Map.copyOf(environment);
        capabilities = List.copyOf(capabilities);
    }

    /// How long it may take, each counted from where it begins; `invocation` is for all of it.
    public record Limits(
            Duration invocation, Duration launch, Duration handshake, Duration teardown, Duration afterKill) {
        public static final Limits USUAL = new Limits(
                Duration.ofSeconds(5),
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofMillis(500),
                Duration.ofSeconds(2));
        /// No call takes longer, whoever wants it.
        static final Duration LONGEST = Duration.ofMinutes(10);

        public Limits withInvocation(Duration time) {
            return new Limits(time, launch, handshake, teardown, afterKill);
        }

        public Limits withLaunch(Duration time) {
            return new Limits(invocation, time, handshake, teardown, afterKill);
        }

        public Limits withHandshake(Duration time) {
            return new Limits(invocation, launch, time, teardown, afterKill);
        }

        public Limits withTeardown(Duration time) {
            return new Limits(invocation, launch, handshake, time, afterKill);
        }
    }

    public PluginSpec with(Limits limits) {
        return new PluginSpec(name, command, args, folder, dir, environment, capabilities, settings, limits);
    }

    GrantedCapabilities granted() {
        return GrantedCapabilities.of(capabilities, settings);
    }

    /// Why it is refused before anything is started.
    public static final class Bad extends Exception {
        Bad(String what) {
            super(what);
        }
    }

    void check(String tool) throws Bad {
        if (name.isBlank()) {
            throw new Bad("a tool plugin without a name: give it one");
        }
        if (command.isBlank()) {
            throw new Bad("plugin " + name + ": its command is blank: name the program to start");
        }
        if (tool.isBlank()) {
            throw new Bad("plugin " + name + ": which tool? Its name is blank");
        }
        var flaw = flaw(capabilities).or(() -> GrantedCapabilities.misspelt(capabilities));
        if (flaw.isPresent()) {
            throw new Bad("plugin " + name + ": " + flaw.get());
        }
        var granted = GrantedCapabilities.flaw(settings);
        if (granted.isPresent()) {
            throw new Bad("plugin " + name + ": `grant` in its settings: " + granted.get());
        }
    }

    /// What is wrong with a list of capabilities, if anything is.
    static Optional<String> flaw(List<String> capabilities) {
        var seen = new HashSet<String>();
        for (var one : capabilities) {
            if (one.isBlank()) {
                return Optional.of("an empty capability: remove it");
            }
            if (!one.strip().equals(one)) {
                return Optional.of("the capability \"" + Excerpt.of(one) + "\" has space around it: remove that");
            }
            if (!seen.add(one)) {
                return Optional.of("the capability \"" + Excerpt.of(one) + "\" is there twice: remove one");
            }
        }
        return Optional.empty();
    }
}
