#!/usr/bin/bash
# A kaged plugin in bash and jq: one JSON-RPC message per line on stdin, one answer per line on stdout, logs on stderr.
#
# A preset is a folder of the library with a preset.json in it: {"description": "…", "tags": ["…"]}, and whatever else
# it consists of. Installing copies it into "$KAGED_CONFIG_ROOT/presets".
set -u
export LC_ALL=C.UTF-8

library=/opt/oh-my-pi/presets
installed=${KAGED_CONFIG_ROOT:-${HOME:?}}/presets
ready=

# Each takes the id as JSON; a notification has none, and gets no answer.
result() { [ -z "$1" ] || jq -cn --argjson id "$1" --argjson result "$2" '{jsonrpc: "2.0", id: $id, result: $result}'; }
error() { [ -z "$1" ] || jq -cn --argjson id "$1" --argjson code "$2" --arg message "$3" \
    '{jsonrpc: "2.0", id: $id, error: {code: $code, message: $message}}'; }
failure() { [ -z "$1" ] || jq -cn --argjson id "$1" --arg code "$2" --arg message "$3" \
    '{jsonrpc: "2.0", id: $id, error: {code: -32000, message: $message, data: {code: $code}}}'; }
log() { printf '%s\n' "$*" >&2; }

# A name is one plain word, so that it can never lead out of a folder.
is_name() { [[ $1 =~ ^[a-z0-9][a-z0-9._-]{0,63}$ ]]; }

# One JSON object per preset. A broken preset.json is logged and passed over.
presets() {
    local folder name
    for folder in "$library"/*/; do
        name=${folder%/}
        name=${name##*/}
        is_name "$name" && [ -f "$folder/preset.json" ] || continue
        jq -ce --arg name "$name" --argjson installed "$([ -d "$installed/$name" ] && echo true || echo false)" '
            if type != "object" then error("no object") else . end
            | {name: $name, description: ((.description // "") | tostring),
               tags: [(.tags // []) | if type == "array" then .[] else empty end | tostring], installed: $installed}' \
            "$folder/preset.json" 2>/dev/null || log "passed over $name: its preset.json is no JSON object"
    done
}

list() { result "$1" "$(presets | jq -cs '{presets: .}')"; }

search() {
    local id=$1 query
    query=$(jq -er '.query | strings' <<<"$2") || { error "$id" -32602 "query must be a string"; return; }
    result "$id" "$(presets | jq -cs --arg query "$query" '
        ($query | ascii_downcase | split(" ") | map(select(. != ""))) as $words
        | {presets: map(select(([.name, .description] + .tags | join(" ") | ascii_downcase) as $text
            | all($words[]; . as $word | $text | contains($word))))}')"
}

# Into a draft first: a preset is installed whole or not at all.
install() {
    local id=$1 name draft
    name=$(jq -er '.name | strings' <<<"$2") && is_name "$name" || { error "$id" -32602 "name must be the name of a preset"; return; }
    [ -f "$library/$name/preset.json" ] || { failure "$id" no_such_preset "there is no preset $name in $library"; return; }
    [ -e "$installed/$name" ] && { failure "$id" already_installed "$name is installed: uninstall it first"; return; }
    draft=$installed/.draft.$$
    if mkdir -p "$installed" && rm -rf "$draft" && cp -rP "$library/$name" "$draft" && mv -T "$draft" "$installed/$name"; then
        result "$id" "$(jq -cn --arg name "$name" --arg path "$installed/$name" '{name: $name, path: $path}')"
    else
        rm -rf "$draft"
        failure "$id" cannot_write "$name could not be copied to $installed; the log says why"
    fi
}

uninstall() {
    local id=$1 name
    name=$(jq -er '.name | strings' <<<"$2") && is_name "$name" || { error "$id" -32602 "name must be the name of a preset"; return; }
    [ -d "$installed/$name" ] || { failure "$id" not_installed "$name is not installed"; return; }
    if rm -rf "${installed:?}/$name"; then
        result "$id" "$(jq -cn --arg name "$name" '{name: $name}')"
    else
        failure "$id" cannot_write "$name could not be removed; the log says why"
    fi
}

initialize() {
    local id=$1 folder
    if ! jq -e '.api_version == 1' <<<"$2" >/dev/null; then
        error "$id" -32602 "this plugin speaks api_version 1"
        return
    fi
    folder=$(jq -r '.config.preset_dir? // empty | strings' <<<"$2")
    library=${folder:-$library}
    ready=yes
    result "$id" '{"api_version":1,"name":"oh-my-pi","version":"1.4.2","methods":["presets.list","presets.search","preset.install","preset.uninstall"],"notifications":[],"capabilities_used":["read:fs:/opt/oh-my-pi","net:[]"]}'
}

# Three lines: the id as JSON (empty for a notification), the method and the params as JSON. Fails on what is no request.
take_apart='
    if length != 1 then error("more than one value") else .[0] end
    | if type != "object" or .jsonrpc != "2.0" or (.method | type) != "string" then error("no request") else . end
    | (if has("id") then (.id | tojson) else "" end), (.method | tojson), (.params // {} | tojson)'

while IFS= read -r line; do
    [[ $line =~ ^[[:space:]]*$ ]] && continue
    if ! parts=$(jq -ers "$take_apart" <<<"$line" 2>/dev/null); then
        if jq -e . <<<"$line" >/dev/null 2>&1; then
            error null -32600 "no request: one JSON-RPC 2.0 object per line, no batches"
        else
            error null -32700 "no JSON"
        fi
        continue
    fi
    { IFS= read -r id; IFS= read -r method; IFS= read -r params; } <<<"$parts"
    method=${method:1:-1}
    case $method in
    initialize) initialize "$id" "$params" ;;
    ping) result "$id" '{}' ;;
    shutdown)
        result "$id" '{"status":"ok"}'
        exit 0
        ;;
    presets.* | preset.*)
        if [ -z "$ready" ]; then
            error "$id" -32600 "initialize comes first"
            continue
        fi
        case $method in
        presets.list) list "$id" ;;
        presets.search) search "$id" "$params" ;;
        preset.install) install "$id" "$params" ;;
        preset.uninstall) uninstall "$id" "$params" ;;
        *) error "$id" -32601 "there is no method $method" ;;
        esac
        ;;
    *) error "$id" -32601 "there is no method $method" ;;
    esac
done
