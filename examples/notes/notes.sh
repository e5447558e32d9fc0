#!/usr/bin/bash
# A service plugin in bash and jq: a JSON-RPC request per line on stdin, its answer per line on stdout.
# HOME is its own folder, which lasts; what else it could reach, `kaged plugin explain examples/notes` shows.
set -u
notes=$HOME/notes.jsonl
touch "$notes"

while IFS= read -r line; do
    id=$(jq '.id // empty' <<<"$line")
    [ -n "$id" ] || continue # a notification wants no answer
    answer() { jq -cn --argjson id "$id" --argjson "$1" "$2" '{jsonrpc: "2.0", id: $id} + ($ARGS.named | del(.id))'; }
    case $(jq -r .method <<<"$line") in
    initialize) answer result '{"api_version": 1, "name": "notes", "version": "1.0.0"}' ;;
    notes.add)
        jq -c .params.text <<<"$line" >>"$notes"
        answer result '{"kept": true}'
        ;;
    notes.list) jq -cs --argjson id "$id" '{jsonrpc: "2.0", id: $id, result: {notes: .}}' "$notes" ;;
    shutdown)
        answer result '{"status": "ok"}'
        exit
        ;;
    *) answer error '{"code": -32601, "message": "there is no such method"}' ;;
    esac
done
