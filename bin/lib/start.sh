# Starts jp. Expects launch.sh before it: jp_home, jp_java, jp_classes, jp_jar and the caches.
. "$jp_home/descriptors.sh"

# What is the same for everybody needs no JVM: what jp said when it was built, into a pipe and without colour. What is wrong with the output, Java tells.
jp_said=
case $#,${2-},${3-} in
1,*) [ "${1-}" = --version ] && jp_said=$1 ;;
2,-h, | 2,--help,) jp_said=$1+$2 ;;
3,*,-h | 3,*,--help) jp_said=$1+$2+$3 ;;
esac
# A word that has a plus is no two words.
case ${1-}${2-} in *+*) jp_said= ;; esac
case $jp_said in
'' | *[!a-z+-]*) ;;
--version) [ -r "$jp_home/said/$jp_said" ] && . "$jp_home/said/$jp_said" ;;
*)
    if [ -r "$jp_home/said/$jp_said" ] && [ -z "${COLUMNS-}" ] && [ "${CLICOLOR_FORCE:-0}" = 0 ] && ! [ -t 1 ]; then
        . "$jp_home/said/$jp_said"
    fi
    ;;
esac

# Java takes words and file names for what the locale says; without UTF-8 it would break them. Plugins get back what was set.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
*[Uu][Tt][Ff]*) ;;
*)
    export JP_LC_ALL="${LC_ALL-}"
    export LC_ALL=C.UTF-8
    ;;
esac
# Several caches: every class in a cache costs a little of every start, used or not. A plugin needs few of those that commands need, unless it takes a
# lock: then as many again, and jp remembers which plugins do. A query needs many more. Each can do everything: a class that is in none is only slower.
jp_tiers=4
case ${1-} in
'' | -h | --help | help | __complete) jp_cache=$jp_guide_cache jp_tiers=1 ;;
-* | init | tour | doctor | conversation | c | config | plugin | tool | models | completion) ;;
query | q) jp_cache=$jp_query_cache ;;
*)
    jp_cache=$jp_plugin_cache
    if [ -e "${XDG_STATE_HOME:-${HOME-}/.local/state}/jp/writers/$1" ]; then jp_cache=$jp_writer_cache; fi
    ;;
esac
. "$jp_home/caches.sh"
use_cache "$jp_home" "$jp_cache" "$jp_jar" "$jp_classes"
# For `jp doctor`.
[ "$cached" != -Xshare:auto ] || jp_cache=
# Compiled ten times later than by default, and optimised three times later: at the start, compiling costs more than it gives, and takes the CPU
# from what runs beside it. (The four numbers are multiplied by the scaling; the default is 5000, 600, 15000, 40000.)
# TieredStopAtLevel: help and TAB are done before anything could be optimised, and the optimising compiler needs 3 ms to get ready.
# ArchiveRelocationMode=0: the cache lies where it was recorded to lie; moving it to a random place touches every page of it, 6 ms.
# -AOTReplayTraining: there are no profiles in the cache, and looking for them at every class takes 5 ms.
# --add-opens: see launch's QuietProcessStart. A later JDK may not know all of these, and needs none of them.
exec "$jp_java" "$cached" -Xlog:disable -XX:+UseSerialGC -XX:-UsePerfData -XX:-PrintWarnings \
    -XX:CompileThresholdScaling=10 -XX:Tier4InvocationThreshold=1500 -XX:Tier4MinInvocationThreshold=180 \
    -XX:Tier4CompileThreshold=4500 -XX:Tier4BackEdgeThreshold=12000 \
    -XX:TieredStopAtLevel=$jp_tiers -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-AOTReplayTraining \
    --add-opens java.base/java.lang=ALL-UNNAMED --enable-native-access=ALL-UNNAMED -Djp.home="$jp_home" -Djp.cache="$jp_cache" \
    -cp "$jp_jar" dev.outrigger.jp.Main "$@"
