/**
 * `npm run pictures`: writes docs/pictures.md, which says what the product makes of each kind of picture file, from files that it
 * encodes itself, beside what Chromium shows. `--check` compares instead of writing. `--folder DIR` prints the table for the files there.
 */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { runPictures } = await import('./lib/pictures.mjs');
try {
  process.exit(await runPictures(process.argv.slice(2)));
} catch (error) {
  say(error.message);
  process.exit(1);
}
