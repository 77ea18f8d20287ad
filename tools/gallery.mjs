/** `npm run gallery [-- --out DIR] [--only TEXT]`: writes all screens and states to .data/gallery/index.html. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWith } from './lib/process-end.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { provideBrowser } = await import('./lib/programs/browser.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { fromRoot, nodeBinary } = await import('./lib/paths.mjs');
const { runCommand } = await import('./lib/run.mjs');
const { requireServers } = await import('./lib/servers/servers.mjs');

const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string', default: '' } } });
const out = path.resolve(values.out ?? fromRoot('.data', 'gallery'));

await exitWith(async () => {
  await requireServers(['nats', 'redis'], say);
  await provideBrowser(say);
  await ensureBuilt(say);
  const typescript = pathToFileURL(fromRoot('tools', 'lib', 'test', 'typescript.mjs')).href;
  const script = fromRoot('e2e', 'src', 'gallery', 'main.ts');
  const { code } = await runCommand(nodeBinary, ['--import', typescript, script, out, values.only]);
  return code;
});
