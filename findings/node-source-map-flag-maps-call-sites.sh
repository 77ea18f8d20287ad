#!/usr/bin/env bash
# Node 24.21.0, Linux.
# Guess: `--enable-source-maps` and `process.setSourceMapsEnabled(true)` both map only the stacks of errors.
# Behaviour: the flag also maps the result of `util.getCallSites()`, which then parses the source map of each file in the result.
# Libraries such as pino call that function at every start, so a large bundle starts later and keeps the parsed map in memory.
# `process.setSourceMapsEnabled(true)` maps errors, but not call sites.
# Seen: the file of a call site, and of an error:
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
