/** `npm run verify`: format, lint, types, dependency rules and unit tests, for the minutes between commits. */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from './lib/relaunch.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { runChecks } = await import('./lib/checks.mjs');
const { runJestSuite } = await import('./lib/jest-suite.mjs');
const { runSuites } = await import('./lib/suites.mjs');

await runSuites([
  { name: 'checks', run: runChecks },
  { name: 'unit', run: () => runJestSuite('unit') },
]);
