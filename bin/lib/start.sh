# Starts jp. Expects launch.sh before it: jp_home, jp_java, jp_classes, jp_jar and the caches.
. "$jp_home/descriptors.sh"

# Java takes words and file names for what the locale says; without UTF-8 it would break them. Plugins get back what was set.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
*[Uu][Tt][Ff]*) ;;
*)
    export JP_LC_ALL="${LC_ALL-}"
    export LC_ALL=C.UTF-8
    ;;
esac
# Three caches: a class in a cache costs a little of every start, and a plugin needs few of those that commands need, a query many more.
case ${1-} in
'' | -* | help | init | tour | doctor | conversation | c | config | plugin | tool | models | completion | __complete) ;;
query | q) jp_cache=$jp_query_cache ;;
*) jp_cache=$jp_plugin_cache ;;
esac
. "$jp_home/caches.sh"
use_cache "$jp_home" "$jp_cache" "$jp_jar" "$jp_classes"
# For `jp doctor`.
[ "$cached" != -Xshare:auto ] || jp_cache=
# Compiled ten times later than by default, and optimised three times later: at the start, compiling costs more than it gives, and takes the CPU
# from what runs beside it. (The four numbers are multiplied by the scaling; the default is 5000, 600, 15000, 40000.)
# ArchiveRelocationMode=0: the cache lies where it was recorded to lie; moving it to a random place touches every page of it, 6 ms.
# -AOTReplayTraining: there are no profiles in the cache, and looking for them at every class takes 5 ms.
# --add-opens: see launch's QuietProcessStart. A later JDK may not know all of these, and needs none of them.
exec "$jp_java" "$cached" -Xlog:disable -XX:+UseSerialGC -XX:-UsePerfData -XX:-PrintWarnings \
    -XX:CompileThresholdScaling=10 -XX:Tier4InvocationThreshold=1500 -XX:Tier4MinInvocationThreshold=180 \
    -XX:Tier4CompileThreshold=4500 -XX:Tier4BackEdgeThreshold=12000 \
    -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-AOTReplayTraining \
    --add-opens java.base/java.lang=ALL-UNNAMED --enable-native-access=ALL-UNNAMED -Djp.home="$jp_home" -Djp.cache="$jp_cache" \
    -cp "$jp_jar" dev.outrigger.jp.Main "$@"
