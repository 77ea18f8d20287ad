#!/usr/bin/env bash
# Node 24.21.0, Linux.
# Guess: `import 'node:http'` and `require('node:http')` load the same files.
# Behaviour: an import reads every export of a built-in module. `node:http` has lazy exports (WebSocket and its events). Reading
# them loads undici, which otherwise loads at the first fetch, so each process that imports `node:http` starts later.
# `require('node:http')` and an import of `node:https` do not load undici.
# Seen: whether undici is loaded:
#   import node:http: true
#   import node:https: false
#   require node:http: false
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0
node=$folder/node_modules/node/bin/node
"$node" --version
loaded="process.moduleLoadList.some((name) => name.includes('undici/undici'))"
seen=$(
  "$node" --input-type=module -e "import 'node:http'; console.log('import node:http:', $loaded)"
  "$node" --input-type=module -e "import 'node:https'; console.log('import node:https:', $loaded)"
  "$node" --input-type=commonjs -e "require('node:http'); console.log('require node:http:', $loaded)"
)
echo "$seen"
[ "$seen" = $'import node:http: true\nimport node:https: false\nrequire node:http: false' ]
