/**
 * `npm run pictures`: encodes a file of each picture format and writes docs/pictures.md, a table of the product's results and of
 * Chromium's for each file. `--check` compares instead of writing. `--folder DIR` prints the table for the files in DIR.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exitWith } from './lib/process-end.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
const { fromRoot, nodeBinary } = await import('./lib/paths.mjs');
const { provideBrowser } = await import('./lib/programs/browser.mjs');
const { provideEncoders } = await import('./lib/programs/encoders.mjs');
const { runCommand } = await import('./lib/run.mjs');

const args = process.argv.slice(2);
await exitWith(async () => {
  const env = args.includes('--folder') ? {} : await provideEncoders(say);
  await provideBrowser(say);
  await ensureBuilt(say, ['services']);
  const typescript = pathToFileURL(fromRoot('tools', 'lib', 'test', 'typescript.mjs')).href;
  const script = fromRoot('e2e', 'src', 'pictures', 'main.ts');
  const { code } = await runCommand(nodeBinary, ['--import', typescript, script, ...args], { env });
  return code;
});
