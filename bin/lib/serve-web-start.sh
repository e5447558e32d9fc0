#!/bin/sh
# jp-serve-web, which is part of jp and lies in plugins/ of its folder. A pinned one runs from a copy: jp says where it comes from.
file=${JP_PLUGIN_FILE:-$0}
dist=${file%/*}/..
. "$dist/launch.sh"
[ "$jp_home" -ef "$dist" ] || { which=jp launch=launch.sh && . "$dist/moved.sh"; } || exit 1
[ -x "$jp_java" ] || {
    echo "jp-serve-web: the Java it was installed with is gone ($jp_java)" >&2
    exit 1
}
. "$dist/caches.sh"
use_cache "$dist" "$serve_web_cache" "$serve_web_jar" "$jp_classes"
# As jp itself, but with all tiers of the compiler in their usual order: it runs for hours.
exec "$jp_java" "$cached" -Xlog:disable -XX:+UseSerialGC -XX:-UsePerfData -XX:-PrintWarnings \
    -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-AOTReplayTraining \
    -cp "$serve_web_jar" dev.outrigger.serveweb.ServeWeb
