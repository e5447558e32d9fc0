package dev.outrigger.launch.sandbox;

import static dev.outrigger.launch.sandbox.CallRule.Errno.EAFNOSUPPORT;
import static dev.outrigger.launch.sandbox.CallRule.Errno.ENOSYS;
import static dev.outrigger.launch.sandbox.CallRule.Errno.EPERM;

import dev.outrigger.system.ProcessorKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Which system calls are refused: the rules, from which [BpfWriter] makes what the kernel takes. Calls made for
/// another processor, or by x86's third door x32, kill the program; calls newer than `newest` do not exist.
record CallFilter(ProcessorKind machine, List<CallRule> rules, int newest) {
    static final int AF_UNIX = 1;
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int AF_NETLINK = 16;

    /// mseal of Linux 6.10. What came later nobody needs yet, and nobody here has looked at.
    private static final int NEWEST = 462;

    private static final int NEW_NAMESPACES = 0x7E020000;
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541C;

    /// What asks for the personality, and what sets the usual one. Others switch protections of memory off.
    private static final List<Integer> USUAL_PERSONALITY = List.of(0, 0xFFFFFFFF);

    /// Their absence is a case that every program knows from older kernels. `clone3` hides its flags from
    /// filters, as `openat2` does; `io_uring` does whole calls past them; a `memfd` is a file to execute that no
    /// mount knows. Of `inotify` the kernel gives each user 128 in all, whatever the namespace: one sandbox could
    /// take those of the host.
    private static final Set<SystemCall> ABSENT = EnumSet.of(
            SystemCall.IO_URING_SETUP,
            SystemCall.IO_URING_ENTER,
            SystemCall.IO_URING_REGISTER,
            SystemCall.CLONE3,
            SystemCall.MEMFD_CREATE,
            SystemCall.MEMFD_SECRET,
            SystemCall.OPENAT2,
            SystemCall.INOTIFY_INIT,
            SystemCall.INOTIFY_INIT1);

    /// Set-user-id and set-group-id: what has them runs, for whoever of the machine reaches it, as the plugin's user,
    /// which may be the host's.
    private static final int OTHERS_RIGHTS = 06000;

    /// Opening looks at its mode only if it makes a file: O_CREAT, or what O_TMPFILE has besides O_DIRECTORY.
    private static final int MAKES_A_FILE = 0100 | 020000000;

    /// Which argument is the mode. A folder is never made with these bits, whatever `mkdir` is told.
    private static final Map<SystemCall, Integer> MODES = new EnumMap<>(Map.of(
            SystemCall.CREAT, 1,
            SystemCall.MKNOD, 1,
            SystemCall.MKNODAT, 2,
            SystemCall.CHMOD, 1,
            SystemCall.FCHMOD, 1,
            SystemCall.FCHMODAT, 2,
            SystemCall.FCHMODAT2, 2));

    /// Of these, the one with the flags; the mode comes next.
    private static final Map<SystemCall, Integer> FLAGS =
            new EnumMap<>(Map.of(SystemCall.OPEN, 1, SystemCall.OPENAT, 2));

    private static final Set<SystemCall> BY_ARGUMENT = EnumSet.of(
            SystemCall.SOCKET, SystemCall.SOCKETPAIR, SystemCall.CLONE, SystemCall.IOCTL, SystemCall.PERSONALITY);

    CallFilter {
        rules = List.copyOf(rules);
    }

    /// The machine's, whose calls a filter can speak of.
    static ProcessorKind processor() throws ConfinementRefused {
        return ProcessorKind.here()
                .orElseThrow(() -> new ConfinementRefused("no sandbox on a " + System.getProperty("os.arch", "")
                        + " machine: its system calls are not known here"));
    }

    static CallFilter of(ProcessorKind machine, NetworkMode network) {
        var rules = new ArrayList<CallRule>();
        rules.add(new CallRule.OnlyWith(SystemCall.SOCKET, 0, families(network), EAFNOSUPPORT));
        rules.add(new CallRule.OnlyWith(SystemCall.SOCKETPAIR, 0, List.of(AF_UNIX), EAFNOSUPPORT));
        rules.add(new CallRule.NotWithBits(SystemCall.CLONE, 0, NEW_NAMESPACES, EPERM));
        rules.add(new CallRule.NotWith(SystemCall.IOCTL, 1, List.of(TIOCSTI, TIOCLINUX), EPERM));
        rules.add(new CallRule.OnlyWith(SystemCall.PERSONALITY, 0, USUAL_PERSONALITY, EPERM));
        for (var call : SystemCall.values()) {
            if (call.on(machine) >= 0 && setsAMode(call)) {
                rules.add(mode(call));
            } else if (!BY_ARGUMENT.contains(call) && call.on(machine) >= 0) {
                rules.add(new CallRule.Never(call, ABSENT.contains(call) ? ENOSYS : EPERM));
            }
        }
        return new CallFilter(machine, rules, NEWEST);
    }

    /// Programs that unpack and copy try it with every mode they find, and go on without.
    static boolean setsAMode(SystemCall call) {
        return MODES.containsKey(call) || FLAGS.containsKey(call);
    }

    private static CallRule mode(SystemCall call) {
        var flags = FLAGS.get(call);
        return flags == null
                ? new CallRule.NotWithBits(call, Objects.requireNonNull(MODES.get(call)), OTHERS_RIGHTS, EPERM)
                : new CallRule.NotWithBitsWhen(call, flags, MAKES_A_FILE, flags + 1, OTHERS_RIGHTS, EPERM);
    }

    /// Unix sockets reach through a read-only mount, and on the host's network also by names without a file. The
    /// tunnels need none inside.
    private static List<Integer> families(NetworkMode network) {
        return switch (network) {
            case NetworkMode.None _, NetworkMode.Host _, NetworkMode.TunnelsOnly _ -> List.of(AF_INET, AF_INET6);
        };
    }
}
