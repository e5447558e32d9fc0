#!/usr/bin/env bash
# Arithmetic, pipes, a background process, a file.
set -euo pipefail
sum=0
for ((i = 0; i < 20000; i++)); do sum=$(((sum * 31 + i) % 1000003)); done
seq 1 50000 | sort -R | sort -n | sha256sum >"$TMPDIR/sum" &
wait
read -r hash _ <"$TMPDIR/sum"
[ "$hash" = "$(seq 1 50000 | sha256sum | cut -d' ' -f1)" ] && [ "$sum" -ge 0 ]
echo done
