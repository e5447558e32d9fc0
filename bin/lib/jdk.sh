# find_jdk: sets JDK to the folder of a JDK 25 or later, or says what to install. No sub-shells: jp starts through here.

jdk_is_new_enough() {
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
    while IFS='=' read -r jdk_key jdk_value; do
        [ "$jdk_key" = JAVA_VERSION ] || continue
        jdk_value=${jdk_value#\"}
        jdk_major=${jdk_value%%[!0-9]*}
        [ "${jdk_major:-0}" -ge 25 ] && return 0
        return 1
    done <"$1/release"
    return 1
}

find_jdk() {
    for JDK in "${JAVA_HOME:-}" /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/*jdk* "$HOME"/.sdkman/candidates/java/* \
        "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        jdk_is_new_enough "$JDK" && return 0
    done
    echo "jp needs a JDK 25 and found none: install one (Debian: temurin-25-jdk or openjdk-25-jdk), or set JAVA_HOME to it." >&2
    return 1
}
