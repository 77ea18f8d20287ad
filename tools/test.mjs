/**
 * `npm test`: from a bare clone, everything that proves the system; ends with one line `N passed, N failed`.
 *
 *   npm test                     all suites
 *   npm test -- unit int         only those of: build, checks, deploy, containers, unit, int, audit, http, contract, browser, screens
 *   npm test -- --changed        only what the change can reach: since it left main, with what is not committed;
 *                                `--since COMMIT` compares with that one
 *   npm test -- unit --watch     again after each save
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { provideBrowser } = await import('./lib/browser.mjs');
const { runBuild, runChecks } = await import('./lib/checks.mjs');
const { runContainers } = await import('./lib/containers/suite.mjs');
const { changeBase, changedFiles, suitesReachedBy } = await import('./lib/changes.mjs');
const { runDeployChecks } = await import('./lib/deploy/checks.mjs');
const { jestSuites, runJestSuite } = await import('./lib/jest-suite.mjs');
const { requireServers } = await import('./lib/servers.mjs');
const { startSharedSystem } = await import('./lib/shared-system.mjs');
const { runSuites } = await import('./lib/suites.mjs');
const { startTestServers } = await import('./lib/test-servers.mjs');

const options = { changed: { type: 'boolean' }, since: { type: 'string' }, watch: { type: 'boolean' } };

function asked() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    say(error.message);
    return process.exit(2);
  }
}

const { values, positionals: named } = asked();
const since = values.changed || values.since ? (values.since ?? changeBase()) : undefined;

// Tests kill processes, but not the machine, so data that a process has written survives without fsync. With fsync, PostgreSQL also
// waits until the disk has stored the data of other programs.
process.env.POSTGRES_FSYNC ??= 'off';

const how = { since, watch: values.watch };

async function runSuite(name) {
  const { needsServers, needsSystem, needsBrowser } = jestSuites[name];
  if (needsBrowser) await provideBrowser(say);
  if (!needsServers && !needsSystem) return await runJestSuite(name, how);
  const shared = await (needsServers ? startTestServers() : startSharedSystem());
  try {
    return await runJestSuite(name, { ...how, env: shared.environment });
  } finally {
    await shared.stop();
  }
}

const suites = [
  { name: 'build', run: runBuild },
  { name: 'checks', run: runChecks },
  { name: 'deploy', run: () => runDeployChecks() },
  { name: 'containers', run: runContainers },
  ...Object.keys(jestSuites).map((name) => ({ name, run: () => runSuite(name) })),
];
const unknown = named.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  say(`There is no suite ${unknown.join(', ')}; there are ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
try {
  await requireServers(['nats', 'redis'], say);
} catch (error) {
  say(error.message);
}
const reached = since === undefined ? undefined : suitesReachedBy(changedFiles(since));
const isWanted = ({ name }) => (named.length === 0 || named.includes(name)) && (!reached || reached.includes(name));
await runSuites(suites.filter(isWanted));
