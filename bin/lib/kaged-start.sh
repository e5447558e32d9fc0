# Starts kaged. Expects kaged-launch.sh before it: kaged_home, kaged_java, kaged_jar, kaged_daemon_jars, and the two caches.

# Java takes words and file names for what the locale says; without UTF-8 it would break them. Plugins get none of it.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
*[Uu][Tt][Ff]*) ;;
*)
    export KAGED_LC_ALL="${LC_ALL-}"
    export LC_ALL=C.UTF-8
    ;;
esac
# The daemon itself: it lives long, so that compiling well is worth it.
case " $* " in
*' start '*'--foreground '* | *' start '*'-f '*)
    if [ -r "$kaged_daemon_cache" ]; then kaged_cached=-XX:AOTCache=$kaged_daemon_cache; else kaged_cached=-Xshare:auto; fi
    exec "$kaged_java" "$kaged_cached" -Xlog:disable -XX:+UseSerialGC -XX:-UsePerfData -XX:-PrintWarnings \
        --enable-native-access=ALL-UNNAMED -cp "$kaged_daemon_jars" dev.outrigger.kaged.Main "$@"
    ;;
esac
if [ -r "$kaged_cache" ]; then kaged_cached=-XX:AOTCache=$kaged_cache; else kaged_cached=-Xshare:auto; fi
exec "$kaged_java" "$kaged_cached" -Xlog:disable -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:-PrintWarnings \
    --enable-native-access=ALL-UNNAMED -Dkaged.daemon.classpath="$kaged_daemon_jars" -Dkaged.daemon.cache="$kaged_daemon_cache" \
    -cp "$kaged_jar" dev.outrigger.kaged.Main "$@"
