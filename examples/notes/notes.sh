#!/usr/bin/bash
# A service plugin in bash alone: a JSON-RPC request per line on stdin, its answer per line on stdout.
# HOME is its own folder, which lasts; what else it could reach, `kaged plugin explain examples/notes` shows.
set -u
LC_ALL=C # it looks at bytes: those of JSON itself are ASCII
notes=$HOME/notes.jsonl
: >>"$notes"

# What JSON is made of: a string, a number or a word, or a sign; with the colon behind it, a string is a key.
string='"[^"\\]*(\\.[^"\\]*)*"'
token="^[[:space:]]*($string|[^][{}:,\"[:space:]]+|[][{},])[[:space:]]*(:?)"

# understand LINE: the values of three fields, as they are written, with their quotes and escapes. So they can be written again as they are.
understand() {
    local rest=$1 word key='' path='' depth=0 above=()
    id='' method='' text=''
    while [[ $rest =~ $token ]]; do
        rest=${rest:${#BASH_REMATCH[0]}}
        word=${BASH_REMATCH[1]}
        if [ -n "${BASH_REMATCH[3]}" ]; then
            key=$word
            continue
        fi
        case $word in
        ,) key='' ;;
        [\{\[]) above[depth++]=$path path+=$key$word key='' ;;
        [\]\}]) path=${above[--depth]} ;;
        *)
            case $path$key in
            '{"id"') id=$word ;;
            '{"method"') method=$word ;;
            '{"params"{"text"') text=$word ;;
            esac
            ;;
        esac
    done
}

answer() { printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"; }

while IFS= read -r line; do
    understand "$line"
    [ -n "$id" ] || continue # a notification wants no answer
    case $method in
    '"initialize"') answer '"result":{"api_version":1,"name":"notes","version":"1.0.0"}' ;;
    '"notes.add"')
        printf '%s\n' "$text" >>"$notes"
        answer '"result":{"kept":true}'
        ;;
    '"notes.list"')
        mapfile -t all <"$notes"
        answer "\"result\":{\"notes\":[$(IFS=, && printf '%s' "${all[*]}")]}"
        ;;
    '"shutdown"')
        answer '"result":{"status":"ok"}'
        exit
        ;;
    *) answer '"error":{"code":-32601,"message":"there is no such method"}' ;;
    esac
done
