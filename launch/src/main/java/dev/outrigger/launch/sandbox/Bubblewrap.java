package dev.outrigger.launch.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A [SandboxPlan] in the words of bubblewrap.
///
/// The options go through a descriptor, not the argv, which the program could read in /proc/1/cmdline.
///
/// `gate` is the text of the one file that it writes itself: it waits for that one, and so does the program.
record Bubblewrap(List<String> options, String gate) {
    /// The descriptors that it is given, after the usual three.
    static final int OPTIONS_AT = 3;

    static final int FILTER_AT = 4;
    static final int STATUS_AT = 5;
    static final int GATE_AT = 6;
    static final int LISTEN_AT = 7;

    /// A variable that bubblewrap sets and clears at once: on its command line it names the host to
    /// [OrphanedSandboxes].
    static final String HOST = "HOST";

    Bubblewrap {
        options = List.copyOf(options);
    }

    /// `bin` and `etc` are the folders made for this plan; `held` are the numbers of descriptors it was given for paths
    /// that it must not trust the names of.
    static Bubblewrap of(SandboxPlan plan, Path bin, Path etc, Map<Path, Integer> held) throws ConfinementRefused {
        var unused = new HashMap<>(held);
        var options = new ArrayList<>(List.of(
                "--unshare-user",
                "--unshare-all",
                "--disable-userns",
                "--die-with-parent",
                "--new-session",
                "--cap-drop",
                "ALL",
                "--uid",
                "1000",
                "--gid",
                "1000",
                "--hostname",
                plan.hostname(),
                "--clearenv"));
        switch (plan.network().rule()) {
            case NetworkMode.None _ -> {}
            case NetworkMode.Host _ -> options.add("--share-net");
            // An empty one, unless [#argv] enters the one with the doors.
            case NetworkMode.TunnelsOnly _ -> {}
        }
        for (var variable : plan.environment()) {
            options.addAll(List.of("--setenv", variable.name(), variable.value()));
        }
        options.addAll(List.of("--ro-bind", etc.toString(), EtcFolder.ETC.toString()));
        var gates = new ArrayList<Mount.Text>();
        for (var mount : plan.mounts()) {
            if (mount instanceof Mount.Text text && !EtcFolder.holds(text)) {
                gates.add(text);
            } else if (!(mount instanceof Mount.Sealed) && !EtcFolder.holds(mount)) {
                add(mount, bin, unused, options);
            }
        }
        if (!unused.isEmpty()) {
            // Bubblewrap would leave it to the program, which could go from there to all that is around it.
            throw new ConfinementRefused(unused.keySet().iterator().next()
                    + " was changed while the sandbox was made, or is" + " declared twice under one name");
        }
        if (gates.size() != 1) {
            throw new IllegalArgumentException("a plan needs one made-up file outside of /etc: see Keeper");
        }
        // As late as can be: what comes before it is done while its text is on its way.
        var gate = gates.getFirst();
        options.addAll(List.of(
                "--perms",
                "0444",
                "--file",
                Integer.toString(GATE_AT),
                gate.at().toString()));
        for (var mount : plan.mounts()) {
            if (mount instanceof Mount.Sealed) {
                options.addAll(List.of("--remount-ro", mount.at().toString()));
            }
        }
        options.addAll(List.of("--chdir", plan.directory().toString()));
        return new Bubblewrap(options, gate.content());
    }

    private static void add(Mount mount, Path bin, Map<Path, Integer> held, List<String> options) {
        var at = mount.at().toString();
        switch (mount) {
            case Mount.ReadOnly(var source, var _, var _) -> bind("--ro-bind", source, at, held, options);
            case Mount.Writable(var source, var _, var _) -> bind("--bind", source, at, held, options);
            case Mount.Programs _ -> options.addAll(List.of("--ro-bind", bin.toString(), at));
            case Mount.Scratch(var _, var bytes, var _) ->
                options.addAll(List.of("--size", Long.toString(bytes), "--tmpfs", at));
            case Mount.Empty _ -> options.addAll(List.of("--size", "4096", "--tmpfs", at, "--remount-ro", at));
            // A device on a mount without devices: nobody opens it.
            case Mount.Closed _ -> options.addAll(List.of("--ro-bind", "/dev/null", at));
            case Mount.Link(var _, var target, var _) -> options.addAll(List.of("--symlink", target, at));
            case Mount.Processes _ -> options.addAll(List.of("--proc", at));
            case Mount.Devices _ -> options.addAll(List.of("--dev", at));
            // Text and seal come after all others.
            case Mount.Text _, Mount.Sealed _ -> {}
        }
    }

    /// Each descriptor is for the one mount of what was declared, which is seen where the host has it.
    private static void bind(String option, Path source, String at, Map<Path, Integer> held, List<String> options) {
        var number = source.toString().equals(at) ? held.remove(source) : null;
        options.addAll(
                number == null
                        ? List.of(option, source.toString(), at)
                        : List.of(option + "-fd", number.toString(), at));
    }

    /// What to start, with an empty environment: the first process inside shows it in /proc/1/environ. `network` enters
    /// the network that it is to see instead of an empty one.
    static List<String> argv(
            SandboxTools tools, String host, List<String> network, boolean isFirst, List<String> command) {
        var argv = new ArrayList<>(network);
        argv.addAll(List.of(
                tools.bwrap(),
                "--setenv",
                HOST,
                host,
                "--args",
                Integer.toString(OPTIONS_AT),
                "--seccomp",
                Integer.toString(FILTER_AT),
                "--json-status-fd",
                Integer.toString(STATUS_AT)));
        if (!network.isEmpty()) {
            argv.add("--share-net");
        }
        if (isFirst) {
            argv.add("--as-pid-1");
        }
        argv.add("--");
        argv.addAll(command);
        return argv;
    }

    /// The options as bubblewrap reads them from a descriptor.
    byte[] optionBytes() {
        var out = new ByteArrayOutputStream();
        for (var option : options) {
            out.writeBytes(option.getBytes(StandardCharsets.UTF_8));
            out.write(0);
        }
        return out.toByteArray();
    }
}
