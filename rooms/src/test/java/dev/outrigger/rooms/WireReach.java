package dev.outrigger.rooms;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What wire may know of the JDK: a list of what it needs. Whatever is not on it, of today's JDK or of a later one, is
/// refused, so that nobody has to know every way to a process, a file, a terminal or a network.
final class WireReach {
    /// In none of them is anything that opens, starts or connects.
    private static final Set<String> PACKAGES = Set.of(
            "dev.outrigger.wire",
            "dev.outrigger.wire.command",
            "dev.outrigger.wire.event",
            "dev.outrigger.wire.rpc",
            "dev.outrigger.wire.tool",
            "java.lang.annotation",
            "java.nio.charset",
            "java.time",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks",
            "java.util.function",
            "java.util.regex",
            "java.util.stream",
            "org.jspecify.annotations");

    /// Of packages that have others as well.
    private static final Set<String> CLASSES = Set.of(
            "java.io.ByteArrayOutputStream",
            "java.io.FilterInputStream",
            "java.io.FilterOutputStream",
            "java.io.IOException",
            "java.io.InputStream",
            "java.io.OutputStream",
            "java.io.UncheckedIOException",
            "java.lang.AssertionError",
            "java.lang.AutoCloseable",
            "java.lang.Boolean",
            "java.lang.CharSequence",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Comparable",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Error",
            "java.lang.Exception",
            "java.lang.FunctionalInterface",
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
            "java.lang.Integer",
            "java.lang.InterruptedException",
            "java.lang.Iterable",
            "java.lang.Long",
            "java.lang.MatchException",
            "java.lang.Math",
            "java.lang.NoSuchFieldError",
            "java.lang.NumberFormatException",
            "java.lang.Object",
            "java.lang.Override",
            "java.lang.Record",
            "java.lang.Runnable",
            "java.lang.RuntimeException",
            "java.lang.SafeVarargs",
            "java.lang.String",
            "java.lang.StringBuilder",
            "java.lang.SuppressWarnings",
            "java.lang.System",
            "java.lang.Thread",
            "java.lang.Thread$Builder",
            "java.lang.Thread$Builder$OfPlatform",
            "java.lang.Thread$UncaughtExceptionHandler",
            "java.lang.ThreadGroup",
            "java.lang.Throwable",
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.Arrays",
            "java.util.Collection",
            "java.util.Collections",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.Iterator",
            "java.util.LinkedHashMap",
            "java.util.List",
            "java.util.Locale",
            "java.util.Map",
            "java.util.Map$Entry",
            "java.util.Objects",
            "java.util.Optional",
            "java.util.OptionalInt",
            "java.util.OptionalLong",
            "java.util.Set");

    /// Of classes that can do more than is for wire: what it may call. `System` has the three streams of the process,
    /// and `Class` and `ClassLoader` open files by their names as resources.
    private static final Map<String, Set<String>> MEMBERS = Map.of(
            "java.lang.System", Set.of("arraycopy", "nanoTime"),
            "java.lang.Class", Set.of("desiredAssertionStatus", "getSimpleName"));

    private WireReach() {}

    /// What the class knows and must not, as a sentence each.
    static Set<String> beyond(JavaClass each) {
        var found = new TreeSet<String>();
        for (var dependency : each.getDirectDependenciesFromSelf()) {
            var known = dependency.getTargetClass().getBaseComponentType();
            if (!may(known)) {
                found.add(each.getName() + " knows " + known.getName());
            }
        }
        for (var access : each.getAccessesFromSelf()) {
            var members = MEMBERS.get(access.getTargetOwner().getName());
            if (members != null && !members.contains(access.getTarget().getName())) {
                found.add(each.getName() + " uses " + access.getTarget().getFullName());
            }
        }
        return found;
    }

    private static boolean may(JavaClass known) {
        return known.isPrimitive() || PACKAGES.contains(known.getPackageName()) || CLASSES.contains(known.getName());
    }
}
