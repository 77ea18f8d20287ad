/**
 * `npm test`: from a bare clone, everything that proves the system; ends with one line `N passed, N failed`.
 *
 *   npm test                     all suites
 *   npm test -- unit int         only those of: checks, build, deploy, unit, int, audit, http, contract, browser
 */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { provideBrowser } = await import('./lib/browser.mjs');
const { runBuild, runChecks } = await import('./lib/checks.mjs');
const { runDeployChecks } = await import('./lib/deploy/checks.mjs');
const { jestSuites, runJestSuite } = await import('./lib/jest-suite.mjs');
const { requireServers } = await import('./lib/servers.mjs');
const { runSuites } = await import('./lib/suites.mjs');
const { startTestServers } = await import('./lib/test-servers.mjs');

async function runSuite(name) {
  const { needsServers, needsBrowser } = jestSuites[name];
  if (needsBrowser) await provideBrowser(say);
  if (!needsServers) return await runJestSuite(name);
  const servers = await startTestServers();
  try {
    return await runJestSuite(name, { env: servers.environment });
  } finally {
    await servers.stop();
  }
}

const suites = [
  { name: 'build', run: runBuild },
  { name: 'checks', run: runChecks },
  { name: 'deploy', run: () => runDeployChecks() },
  ...Object.keys(jestSuites).map((name) => ({ name, run: () => runSuite(name) })),
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  say(`There is no suite ${unknown.join(', ')}; there are ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
try {
  await requireServers(['nats', 'redis'], say);
} catch (error) {
  say(error.message);
}
await runSuites(wanted.length > 0 ? suites.filter(({ name }) => wanted.includes(name)) : suites);
