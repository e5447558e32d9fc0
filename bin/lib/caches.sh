# use_cache FOLDER CACHE JAR CLASSES: sets `cached` to the option for java that uses CACHE, or to one without it when CACHE is not there, or when JAR or
# CLASSES are not of the time that they were of when it was made: a copy of a folder, a restored backup, an upgraded JDK. What is not as it was is made
# again, beside what runs now, where whoever calls owns the folder, and unless that was tried before and failed. No sub-shells: jp starts through here.
is_as_it_was() { [ -e "$2" ] && ! [ "$1" -nt "$2" ] && ! [ "$1" -ot "$2" ]; }

use_cache() {
    if [ -r "$2" ] && is_as_it_was "$3" "$1/made-from/${3##*/}" && is_as_it_was "$4" "$1/made-from/classes"; then
        cached=-XX:AOTCache=$2
    else
        cached=-Xshare:auto
        [ -e "$1/without-caches" ] || renew_beside "$1"
    fi
    # A runtime of ours has been told what the machine trusts: it may trust others by now.
    if [ -e "$1/certificates" ] && ! is_as_it_was "$1/certificates" "$1/runtime/lib/security/cacerts"; then
        renew_beside "$1" --certificates
    fi
}

renew_beside() {
    # Its owner alone: what root would make in somebody's folder, they could not make again.
    if [ -O "$1" ] && [ -w "$1" ] && [ -x "$1/renew" ]; then
        setsid -f nice "$1/renew" --beside "${2-}" </dev/null >/dev/null 2>&1 || :
    fi
}
