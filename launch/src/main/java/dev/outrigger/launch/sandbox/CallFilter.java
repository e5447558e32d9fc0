package dev.outrigger.launch.sandbox;

import static dev.outrigger.launch.sandbox.CallRule.Errno.EAFNOSUPPORT;
import static dev.outrigger.launch.sandbox.CallRule.Errno.ENOSYS;
import static dev.outrigger.launch.sandbox.CallRule.Errno.EPERM;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Which system calls are refused: the rules, from which [Bpf] makes what the kernel takes. Calls made for another
/// processor, or by x86's third door x32, kill the program; calls newer than `newest` do not exist.
record CallFilter(Machine machine, List<CallRule> rules, int newest) {
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

    /// Their absence is a case that every program knows from older kernels; `clone3` hides its flags from filters,
    /// `io_uring` does whole calls past them, and a `memfd` is a file to execute that no mount knows. Of `inotify`
    /// the kernel gives each user 128 in all, whatever the namespace: one sandbox could take those of the host.
    private static final Set<Call> ABSENT = EnumSet.of(
            Call.IO_URING_SETUP,
            Call.IO_URING_ENTER,
            Call.IO_URING_REGISTER,
            Call.CLONE3,
            Call.MEMFD_CREATE,
            Call.MEMFD_SECRET,
            Call.INOTIFY_INIT,
            Call.INOTIFY_INIT1);

    private static final Set<Call> BY_ARGUMENT =
            EnumSet.of(Call.SOCKET, Call.SOCKETPAIR, Call.CLONE, Call.IOCTL, Call.PERSONALITY);

    CallFilter {
        rules = List.copyOf(rules);
    }

    static CallFilter of(Machine machine, NetworkMode network) {
        var rules = new ArrayList<CallRule>();
        rules.add(new CallRule.OnlyWith(Call.SOCKET, 0, families(network), EAFNOSUPPORT));
        rules.add(new CallRule.OnlyWith(Call.SOCKETPAIR, 0, List.of(AF_UNIX), EAFNOSUPPORT));
        rules.add(new CallRule.NotWithBits(Call.CLONE, 0, NEW_NAMESPACES, EPERM));
        rules.add(new CallRule.NotWith(Call.IOCTL, 1, List.of(TIOCSTI, TIOCLINUX), EPERM));
        rules.add(new CallRule.OnlyWith(Call.PERSONALITY, 0, USUAL_PERSONALITY, EPERM));
        for (var call : Call.values()) {
            if (!BY_ARGUMENT.contains(call) && call.on(machine) >= 0) {
                rules.add(new CallRule.Never(call, ABSENT.contains(call) ? ENOSYS : EPERM));
            }
        }
        return new CallFilter(machine, rules, NEWEST);
    }

    /// Unix sockets reach through a read-only mount, and on the host's network also by names without a file. The
    /// tunnels need none inside.
    private static List<Integer> families(NetworkMode network) {
        return switch (network) {
            case NetworkMode.None _, NetworkMode.Host _, NetworkMode.Tunnels _ -> List.of(AF_INET, AF_INET6);
        };
    }
}
