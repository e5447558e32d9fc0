package dev.outrigger.launch.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A [SandboxPlan] in the words of bubblewrap.
///
/// The options go through a descriptor, not the argv, which the program could read in /proc/1/cmdline.
record Bubblewrap(List<String> options, List<String> texts, List<String> command) {
    /// The descriptors that it is given, after the usual three.
    static final int OPTIONS_AT = 3;

    static final int FILTER_AT = 4;
    static final int STATUS_AT = 5;
    static final int TEXTS_AT = 6;

    /// A variable that bubblewrap sets and clears at once: on its command line it names the host to [Orphans].
    static final String HOST = "HOST";

    Bubblewrap {
        options = List.copyOf(options);
        texts = List.copyOf(texts);
        command = List.copyOf(command);
    }

    static Bubblewrap of(SandboxPlan plan, Path binFolder) throws Refused {
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
            case NetworkMode.Tunnels _ -> {}
        }
        for (var variable : plan.environment()) {
            options.addAll(List.of("--setenv", variable.name(), variable.value()));
        }
        var texts = new ArrayList<String>();
        for (var mount : plan.mounts()) {
            add(mount, binFolder, options, texts);
        }
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("a plan without a made-up file, which a sandbox waits for: see Keeper");
        }
        options.addAll(List.of("--chdir", plan.directory().toString()));
        return new Bubblewrap(options, texts, plan.command());
    }

    private static void add(Mount mount, Path binFolder, List<String> options, List<String> texts) {
        var at = mount.at().toString();
        switch (mount) {
            case Mount.ReadOnly(var source, var _, var _) ->
                options.addAll(List.of("--ro-bind", source.toString(), at));
            case Mount.Writable(var source, var _, var _) -> options.addAll(List.of("--bind", source.toString(), at));
            case Mount.Programs _ -> options.addAll(List.of("--ro-bind", binFolder.toString(), at));
            case Mount.Scratch(var _, var bytes, var _) ->
                options.addAll(List.of("--size", Long.toString(bytes), "--tmpfs", at));
            case Mount.Link(var _, var target, var _) -> options.addAll(List.of("--symlink", target, at));
            case Mount.Processes _ -> options.addAll(List.of("--proc", at));
            case Mount.Devices _ -> options.addAll(List.of("--dev", at));
            case Mount.Sealed _ -> options.addAll(List.of("--remount-ro", at));
            case Mount.Text(var _, var content, var _) -> {
                options.addAll(List.of("--perms", "0444", "--file", Integer.toString(TEXTS_AT + texts.size()), at));
                texts.add(content);
            }
        }
    }

    /// What to start, with an empty environment: the first process inside shows it in /proc/1/environ. `network` enters
    /// the network that it is to see instead of an empty one.
    List<String> argv(Tools tools, String host, List<String> network) {
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
