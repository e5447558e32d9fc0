# Sourced by what was installed when launch.sh names another folder than $dist, in which it lies: it was moved or copied. `which` is jp or kaged.
moved_to=$(CDPATH= cd -- "$dist" && pwd -P)
moved_java=$moved_to/runtime
[ -d "$moved_java" ] || read -r moved_java <"$dist/jdk" || exit 1
if [ -O "$dist" ] && [ -w "$dist" ]; then
    "$dist/locate" "$moved_to" "$moved_to" "$moved_java" || exit 1
    . "$dist/$launch"
else
    eval "$("$dist/locate" --print "$which" "$moved_to" "$moved_java")"
fi
