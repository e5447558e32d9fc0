package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.RefusedCall;
import dev.outrigger.launch.watch.SandboxNetwork;
import dev.outrigger.launch.watch.WatchRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A [SandboxPlan] as seen by whoever watches the sandbox.
///
/// Of two filters the one that refuses wins, and nobody is asked. So the calls that are to be seen are taken from the
/// kernel's filter and given to the one that asks; they are refused by the answer, or, with nobody to answer, by the
/// kernel.
final class WatchPlan {
    /// Families that libraries try when they look up names and interfaces: refused, and nothing to tell.
    private static final List<Integer> TRIED = List.of(CallFilter.AF_UNIX, CallFilter.AF_NETLINK);

    /// One for each kind of filter, of which there are few: all sandboxes of a kind share it while they live.
    private static final Map<CallFilter, List<RefusedCall>> ASKED = new ConcurrentHashMap<>();

    /// The base set by its paths: the same for nearly every sandbox.
    private record Last(String bin, List<SandboxPrograms.Base> programs, Set<String> names) {}

    private static final AtomicReference<@Nullable Last> LAST = new AtomicReference<>();

    private WatchPlan() {}

    /// Of a sandbox whose plan is not made yet.
    static WatchRules nothing(BubblewrapBeginning beginning) {
        return new WatchRules(
                Set.of(),
                Set.of(),
                Set.of(),
                Map.of(),
                net(beginning.network()),
                Map.of(),
                ASKED.computeIfAbsent(beginning.calls(), WatchPlan::asked));
    }

    static WatchRules rules(SandboxPlan plan) {
        var shown = new HashSet<String>();
        var writable = new HashSet<String>();
        var own = new HashSet<String>();
        var links = new HashMap<String, String>();
        for (var mount : plan.mounts()) {
            // Most of them are the same in every sandbox, and are held once.
            var at = mount.at().toString().intern();
            switch (mount) {
                case Mount.ReadOnly(var _, var _, var _) when isOwnFolder(mount, plan) -> own.add(at);
                case Mount.ReadOnly _, Mount.Text _, Mount.Empty _ -> shown.add(at);
                case Mount.Writable _, Mount.Scratch _ -> writable.add(at);
                case Mount.Link(var from, var target, var _) ->
                    links.put(at, from.resolveSibling(target).normalize().toString());
                case Mount.Programs _ -> shown.addAll(programs(at, plan.programs()));
                // Known to every sandbox alike.
                case Mount.Processes _, Mount.Closed _, Mount.Devices _, Mount.Sealed _ -> {}
            }
        }
        return new WatchRules(
                shown,
                writable,
                own,
                links,
                net(plan.network().rule()),
                plan.network().rule().doors().names(),
                ASKED.computeIfAbsent(plan.calls(), WatchPlan::asked));
    }

    /// It may be shown at several places.
    private static boolean isOwnFolder(Mount mount, SandboxPlan plan) {
        return plan.mounts().stream()
                .filter(other -> plan.directory().startsWith(other.at()))
                .anyMatch(other -> other instanceof Mount.ReadOnly(var source, var _, var _)
                        && mount instanceof Mount.ReadOnly(var mine, var _, var _)
                        && mine.equals(source));
    }

    private static Set<String> programs(String bin, SandboxPrograms programs) {
        var names = new HashSet<String>();
        names.addAll(base(bin, programs.base()));
        for (var placed : programs.placed()) {
            names.add((bin + "/" + placed.name()).intern());
            if (placed.inBin()) {
                names.add((bin + "/" + placed.file().getFileName()).intern());
            }
        }
        return names;
    }

    private static Set<String> base(String bin, List<SandboxPrograms.Base> programs) {
        var known = LAST.get();
        if (known == null || !known.programs().equals(programs) || !known.bin().equals(bin)) {
            var names = new HashSet<String>();
            programs.forEach(base -> names.add((bin + "/" + base.name()).intern()));
            known = new Last(bin, programs, Set.copyOf(names));
            LAST.set(known);
        }
        return known.names();
    }

    private static SandboxNetwork net(NetworkMode network) {
        return switch (network) {
            case NetworkMode.None _ -> SandboxNetwork.NONE;
            case NetworkMode.TunnelsOnly _ -> SandboxNetwork.TUNNELS;
            case NetworkMode.Host _ -> SandboxNetwork.HOST;
        };
    }

    /// What the kernel refuses by itself, and nobody is told of: what programs try and do without.
    static CallFilter leftToTheKernel(CallFilter filter) {
        var rules = new ArrayList<CallRule>();
        for (var rule : filter.rules()) {
            if (rule instanceof CallRule.OnlyWith(var call, int argument, var values, var answer)
                    && call == SystemCall.SOCKET) {
                var tried = TRIED.stream()
                        .filter(family -> !values.contains(family))
                        .toList();
                rules.add(new CallRule.NotWith(call, argument, tried, answer));
            } else if (!isSeen(rule)) {
                rules.add(rule);
            }
        }
        return new CallFilter(filter.machine(), rules, filter.newest());
    }

    static List<RefusedCall> asked(CallFilter filter) {
        var asked = new ArrayList<RefusedCall>();
        for (var rule : filter.rules()) {
            if (rule.call() == SystemCall.SOCKET
                    && rule instanceof CallRule.OnlyWith(var _, int argument, var values, var _)) {
                var quiet = new ArrayList<>(values);
                TRIED.stream().filter(family -> !values.contains(family)).forEach(quiet::add);
                asked.add(refused(rule, filter, new RefusedCall.When.Without(argument, quiet)));
            } else if (isSeen(rule)) {
                asked.add(refused(rule, filter, when(rule)));
            }
        }
        return List.copyOf(asked);
    }

    private static boolean isSeen(CallRule rule) {
        return rule.answer() == CallRule.Errno.EPERM && !CallFilter.setsAMode(rule.call());
    }

    private static RefusedCall.When when(CallRule rule) {
        return switch (rule) {
            case CallRule.Never _ -> new RefusedCall.When.Always();
            case CallRule.NotWith(var _, int argument, var values, var _) ->
                new RefusedCall.When.With(argument, values);
            case CallRule.OnlyWith(var _, int argument, var values, var _) ->
                new RefusedCall.When.Without(argument, values);
            case CallRule.NotWithBits(var _, int argument, int bits, var _) ->
                new RefusedCall.When.WithBits(argument, bits);
            case CallRule.NotWithBitsWhen _ ->
                throw new IllegalArgumentException(rule.words() + " is left to the kernel");
        };
    }

    private static RefusedCall refused(CallRule rule, CallFilter filter, RefusedCall.When when) {
        var call = rule.call();
        return new RefusedCall(
                call.name().toLowerCase(Locale.ROOT), call.on(filter.machine()), when, rule.answer().number);
    }
}
