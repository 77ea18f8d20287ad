#!/usr/bin/env bash
# Node 24.21.0, Linux.
# Guess: `--enable-source-maps` and `process.setSourceMapsEnabled(true)` do the same; both concern the stacks of errors.
# Behaviour: with the flag, `util.getCallSites()` maps its answers too, and parses the whole source map of each file that it names.
# Libraries call it at every start (pino asks for its callers), so a large bundle pays with time and keeps the parsed map. With the
# call, errors are mapped as well, and call sites are not.
# Seen:
#   nothing: built.mjs, built.mjs
#   flag: source.ts, source.ts
#   call: built.mjs, source.ts
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0
node=$folder/node_modules/node/bin/node
"$node" --version
cat >built.mjs <<'END'
import { getCallSites } from 'node:util';
const fileIn = (text) => /\w+\.(?:mjs|ts)/.exec(text)[0];
console.log(`${fileIn(getCallSites(1)[0].scriptName)}, ${fileIn(new Error('x').stack.split('\n').at(1))}`);
//# sourceMappingURL=built.mjs.map
END
echo '{"version":3,"file":"built.mjs","sources":["source.ts"],"names":[],"mappings":"AAAA;AACA;AACA"}' >built.mjs.map
seen=$(
  echo "nothing: $("$node" built.mjs)"
  echo "flag: $("$node" --enable-source-maps built.mjs)"
  echo "call: $("$node" --import 'data:text/javascript,process.setSourceMapsEnabled(true)' built.mjs)"
)
echo "$seen"
[ "$seen" = $'nothing: built.mjs, built.mjs\nflag: source.ts, source.ts\ncall: built.mjs, source.ts' ]
