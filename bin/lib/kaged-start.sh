# Starts kaged. Expects kaged-launch.sh before it: kaged_home, kaged_java, kaged_classes, kaged_jar, kaged_daemon_jars, and the two caches.
. "$kaged_home/descriptors.sh"

# What kaged makes, nobody else writes to, whatever the umask was: root's home of kaged is one that others may go through.
umask go-w

# Java takes words and file names for what the locale says; without UTF-8 it would break them. Plugins get none of it.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
*[Uu][Tt][Ff]*) ;;
*)
    export KAGED_LC_ALL="${LC_ALL-}"
    export LC_ALL=C.UTF-8
    ;;
esac
# The daemon itself: it lives long, so that compiling well is worth it, and so is giving back what it does not need:
# - a small heap, whatever the machine has: by default it begins with a sixty-fourth of the machine's memory, which the first starts then fill with
#   garbage before any is collected; it grows when what lives in it does, and shrinks again.
# - what C code has freed goes back to the kernel now and then: compilers need much, for moments.
# - for every thread that has run Java, the JVM touches some stack beyond what the thread uses, so that C code has room there; 80 KiB by default, for
#   a call of old that kaged never makes. 40 KiB are the least that the JVM takes.
# - and a heap that never exceeds what the operator gave it (KAGED_HEAP, 512m by default), however much the machine has: what plugins and clients can
#   make it hold is bounded, for each of them (docs/security.md). Should it be full all the same, the daemon ends at once, and its plugins with it: half
#   of its threads dead, it would still look alive. Its service manager starts it again; the audit is whole up to the last answer.
kaged_heap=${KAGED_HEAP:-512m}
case $kaged_heap in
*[!0-9mgMG]* | [!1-9]* | *[mgMG]?* | *[0-9])
    echo "error: KAGED_HEAP is '$KAGED_HEAP': it must be a size such as 512m or 2g" >&2
    exit 2
    ;;
esac
kaged_daemon_options="-Xms32m
-Xmx$kaged_heap
-XX:+ExitOnOutOfMemoryError
-XX:MaxNewSize=16m
-XX:MinHeapFreeRatio=20
-XX:MaxHeapFreeRatio=40
-XX:TrimNativeHeapInterval=5000
-XX:StackShadowPages=10"
. "$kaged_home/caches.sh"
case " $* " in
' __complete '*) ;;
*' start '*'--foreground '* | *' start '*'-f '*)
    use_cache "$kaged_home" "$kaged_daemon_cache" "$kaged_jar" "$kaged_classes"
    # shellcheck disable=SC2086 # one option in each line, and none with a blank in it
    exec "$kaged_java" "$cached" -Xlog:disable -XX:+UseSerialGC -XX:-UsePerfData -XX:-PrintWarnings $kaged_daemon_options \
        --enable-native-access=ALL-UNNAMED -cp "$kaged_daemon_jars" dev.outrigger.kaged.Main "$@"
    ;;
esac
use_cache "$kaged_home" "$kaged_cache" "$kaged_jar" "$kaged_classes"
# One that does not fit the commands does not fit the daemon.
[ "$cached" != -Xshare:auto ] || kaged_daemon_cache=
exec "$kaged_java" "$cached" -Xlog:disable -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:-PrintWarnings \
    --enable-native-access=ALL-UNNAMED -Dkaged.daemon.classpath="$kaged_daemon_jars" -Dkaged.daemon.cache="$kaged_daemon_cache" \
    -Dkaged.daemon.options="$kaged_daemon_options" \
    -cp "$kaged_jar" dev.outrigger.kaged.Main "$@"
