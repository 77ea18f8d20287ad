/** `npm run deploy:check [-- PART…]`: checks whether the deployments would run. `npm test` includes this check. */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from '../../tools/lib/relaunch.mjs';
import { say } from '../../tools/lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { deployParts, runDeployChecks } = await import('./checks.mjs');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !deployParts.includes(name));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${deployParts.join(', ')}.`);
  process.exit(2);
}
const { passed, failed } = await runDeployChecks(wanted.length > 0 ? wanted : deployParts);
say(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
