#!/usr/bin/env bash
# Node 24.21.0, Linux.
# Guess: `import 'node:http'` and `require('node:http')` load the same files.
# Behaviour: an import reads every export of a built-in module. `node:http` has lazy ones (WebSocket and its events), and reading
# them loads undici, which is otherwise loaded by the first fetch. Each process that imports `node:http` pays for it at its start.
# `require` and an import of `node:https` do not load it.
# Seen:
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
