# For scripts: what they start ends with them, however they end. start COMMAND…, then await for all of it, or await PID. `status` is 0 while all that was
# awaited has succeeded, else how the last one failed. At the end the folder `place` is removed, if the script has made one.
status=0
children=
place=
# In the background, so that a signal is heard at once; the kernel sends one when this shell was killed.
start() {
    setpriv --pdeathsig TERM "$@" &
    children="$children $!"
}
await() {
    left=
    for child in $children; do
        case " ${*:-$children} " in
        *" $child "*) wait "$child" || status=$? ;;
        *) left="$left $child" ;;
        esac
    done
    children=$left
}
leave() {
    # shellcheck disable=SC2086 # several
    [ -z "$children" ] || { kill $children; wait $children; } 2>/dev/null || :
    [ -z "$place" ] || rm -rf "$place"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
