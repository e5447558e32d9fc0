# fetch.sh MOST_BYTES MOST_FILES URL REF...: the first of these refs that the repository has, as a tree of plain files in $HOME/tree, and its commit in $HOME/commit. Run in a
# sandbox that reaches the repository and nothing else; nothing of what comes is run: no hook, no filter, no module of its own.
set -eu
umask 022
most_bytes=$1 most_files=$2 url=$3
shift 3
cd "$HOME"
rm -rf repository tree commit
cat > settings <<END
[core]
    hooksPath = /dev/null
    fsmonitor = false
    bigFileThreshold = 1m
    protectHFS = true
    protectNTFS = true
[init]
    templateDir =
[protocol]
    allow = never
[protocol "https"]
    allow = always
[protocol "file"]
    allow = always
[safe]
    directory = *
[fetch]
    fsckObjects = true
    recurseSubmodules = false
[submodule]
    recurse = false
[http]
    lowSpeedLimit = 1000
    lowSpeedTime = 30
[gc]
    auto = 0
[maintenance]
    auto = false
[pack]
    threads = 1
[credential]
    helper =
END
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL="$HOME/settings" GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false GIT_NO_REPLACE_OBJECTS=1 GIT_LFS_SKIP_SMUDGE=1
git init -q --bare repository
refs=$(git ls-remote -q -- "$url" "$@" | cut -f 2)
ref=
for wanted; do
    if printf '%s\n' "$refs" | grep -qxF -e "$wanted"; then
        ref=$wanted
        break
    fi
done
[ -n "$ref" ] || {
    echo "the repository has none of: $*" >&2
    exit 4
}
git -C repository fetch --progress --depth 1 --no-tags --no-recurse-submodules --no-write-fetch-head -- "$url" "+$ref:refs/kaged/wanted" 2>&1
commit=$(git -C repository rev-parse --verify -q 'refs/kaged/wanted^{commit}')
# Before any of it is written: a small pack can say that it is 10 GB.
git -C repository ls-tree -r -l -z "$commit" | tr '\n\0' ' \n' | awk -v bytes="$most_bytes" -v files="$most_files" '
    $2 == "commit" { print "it has a submodule, which is never fetched: its plugin must do without" > "/dev/stderr"; exit 5 }
    { size += $4; if (size > bytes || NR > files) { print "it is too large: more than " bytes / 1048576 " MiB, or than " files " files" > "/dev/stderr"; exit 5 } }'
mkdir -p tree repository/info
printf '* -text -eol -ident -filter -working-tree-encoding\n' > repository/info/attributes
git --git-dir=repository --work-tree=tree -c core.bare=false read-tree "$commit"
git --git-dir=repository --work-tree=tree -c core.bare=false checkout-index -q -a -f
printf '%s\n' "$commit" > commit
