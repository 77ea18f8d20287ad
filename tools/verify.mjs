/** `npm run verify`: quick checks between commits: format, lint, types, dependency rules and unit tests. */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from './lib/relaunch.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
const { say } = await import('./lib/say.mjs');
const { suitesNamed } = await import('./lib/test/suite-table.mjs');
const { runSuites } = await import('./lib/test/suites.mjs');

// The two suites below run concurrently. If the build fails, the checks report that.
await ensureBuilt(say, ['services', 'tools']).catch(() => undefined);
const { failed } = await runSuites(suitesNamed(['checks', 'unit']));
process.exit(failed > 0 ? 1 : 0);
