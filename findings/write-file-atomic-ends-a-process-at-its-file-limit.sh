#!/usr/bin/env bash
# write-file-atomic 5.0.1 with signal-exit 4.1.0 (as Jest's cache of compiled files uses them), Node 24.21.0, Linux.
# Guess: a write over the process's file size limit (`ulimit -f`) fails with EFBIG, also after the process has used the package.
# Behaviour: Node ignores SIGXFSZ from its start, so a write over the limit is an error. During a write, the package handles every
# signal. When it removes its handler, Node restores SIGXFSZ's default action, which ends the process. Tests of a full disk with such
# a limit pass with a warm Jest cache; a cold cache ends the test process. Another handler for SIGXFSZ prevents this.
# Seen: before and after a use of the package:
#   before: EFBIG, code 0
#   after: killed by the signal, code 153
#   after, with a handler: EFBIG, code 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0 write-file-atomic@5.0.1 signal-exit@4.1.0
node=$folder/node_modules/node/bin/node
"$node" --version
cat >write.cjs <<'END'
const { writeFileSync } = require('node:fs');
const [used, handled] = process.argv.slice(2).map((word) => word === 'yes');
if (used) require('write-file-atomic').sync('small.txt', 'x');
if (handled) process.on('SIGXFSZ', () => undefined);
try {
  writeFileSync('large.bin', Buffer.alloc(400_000));
  console.log('written');
} catch (error) {
  console.log(error.code);
}
END
# The limit counts blocks of 1,024 bytes.
attempt() {
  local code=0 output
  output=$(bash -c 'ulimit -c 0; ulimit -f 200; exec "$0" write.cjs "$@"' "$node" "$@" 2>/dev/null) || code=$?
  echo "${output:-killed by the signal}, code $code"
}
seen=$(
  echo "before: $(attempt no no)"
  echo "after: $(attempt yes no)"
  echo "after, with a handler: $(attempt yes yes)"
)
echo "$seen"
[ "$seen" = $'before: EFBIG, code 0\nafter: killed by the signal, code 153\nafter, with a handler: EFBIG, code 0' ]
