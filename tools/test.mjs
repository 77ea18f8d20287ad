/**
 * `npm test` tests a change within a quarter of an hour, even in a new clone; `npm run test:all` tests everything. Both
 * end with the line `N passed, N failed`; `npm test` then states how many tests it has left out.
 *
 *   npm test                     the usual suites, and suites of test:all whose own paths have changed since they last
 *                                passed (docs/test-all.json)
 *   npm run test:all             all suites, with the long forms of their tests; updates docs/test-all.json
 *   npm test -- unit int         only these suites; `npm run test:all -- unit int` runs their long forms
 *   npm test -- --changed        only tests that changes since the branch left main can affect, uncommitted ones too;
 *                                `--since COMMIT` compares with that commit instead
 *   npm test -- unit --watch     repeats after each save
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { provideBrowser, provideFirefox } = await import('./lib/programs/browser.mjs');
const { changeBase, changedFiles, suitesReachedBy } = await import('./lib/test/changes.mjs');
const { requirePgbouncer } = await import('./lib/servers/pgbouncer.mjs');
const { requireServers } = await import('./lib/servers/servers.mjs');
const { suitesNamed, suiteTable } = await import('./lib/test/suite-table.mjs');
const { runSuites } = await import('./lib/test/suites.mjs');
const { cleanCommit, leftOut, reachedSinceGreen, recordGreen } = await import('./lib/test/test-record.mjs');

const options = {
  all: { type: 'boolean' },
  changed: { type: 'boolean' },
  since: { type: 'string' },
  watch: { type: 'boolean' },
};

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
const names = Object.keys(suiteTable);
const onlyInAll = names.filter((name) => suiteTable[name].onlyInAll);

/** Returns the suites that only `test:all` runs but that the change reaches. */
function reachedOnes() {
  const { reached, unknown } = reachedSinceGreen(onlyInAll);
  if (reached.length > 0) say(`The change reaches ${reached.join(', ')}, so they run, too (docs/test-all.json).`);
  if (unknown.length > 0)
    say(`docs/test-all.json names no commit of this clone for ${unknown.join(', ')}, so they do not run here.`);
  return reached;
}

function wantedSuites() {
  const reachedBySince = since === undefined ? names : suitesReachedBy(changedFiles(since));
  const isReached = (name) => reachedBySince.includes(name);
  if (named.length > 0) return named.filter(isReached);
  if (values.all || since !== undefined) return names.filter(isReached);
  const reached = reachedOnes();
  return names.filter((name) => !onlyInAll.includes(name) || reached.includes(name));
}

/** Provides programs that several suites need, because concurrent installations would disturb each other. */
async function provide(wanted) {
  try {
    await requireServers(['nats', 'redis'], say);
    if (wanted.some((name) => suiteTable[name].needsServers)) requirePgbouncer(say);
    if (wanted.some((name) => suiteTable[name].needsBrowser)) await provideBrowser(say);
    if (wanted.some((name) => suiteTable[name].needsFirefox)) await provideFirefox(say);
  } catch (error) {
    // The error is only printed, because the suites that need the program report the failure again.
    say(error.message);
  }
}

/** Compiles the system once, because otherwise the suites that need it would compile it concurrently. */
async function compileFor(wanted) {
  if (wanted.includes('build') || !wanted.some((name) => suiteTable[name].needsBuild !== false)) return;
  const { ensureBuilt } = await import('./lib/build.mjs');
  const needsAll = wanted.some((name) => suiteTable[name].systems > 0 || name === 'deploy');
  await ensureBuilt(say, needsAll ? undefined : ['services', 'tools']).catch((error) => say(error.message));
}

const unknown = named.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  say(`There is no suite ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}

// Tests kill processes but not the machine, so written data survives without fsync. With fsync, PostgreSQL would also
// wait until the disk has stored other programs' data.
process.env.POSTGRES_FSYNC ??= 'off';
if (values.all) process.env.TEST_ALL = '1';

const wanted = wantedSuites();
await provide(wanted);
if (values.watch) {
  for (const name of wanted) await suiteTable[name].run({ since, watch: true });
  process.exit(0);
}
await compileFor(wanted);
const commit = cleanCommit();
const { passed, failed, results } = await runSuites(suitesNamed(wanted, { since }));
if (values.all) {
  const green = results.filter((result) => result.failed === 0);
  if (commit !== undefined && commit === cleanCommit()) recordGreen(commit, green);
  else say('Not recorded in docs/test-all.json, because files differ from the commit.');
}
if (!values.all && since === undefined && named.length === 0)
  say(`${passed} passed, ${failed} failed; ${leftOut(names, results)} not run here: npm run test:all`);
process.exit(failed > 0 ? 1 : 0);
