import { fromRoot, nodeBinary } from '../paths.mjs';
import { runCommand } from '../run.mjs';
import { say } from '../say.mjs';
import { jestSuites, runJestSuite as runJest } from './jest-suite.mjs';

/** Each code change gives another sample. If tests kill 85 % of all mutants, 1 in 200 samples is below 70 %. */
const mutationSample = ['--count', '40', '--seed', '1', '--goal', '70'];

async function runScript(file, ...args) {
  const { code } = await runCommand(nodeBinary, [fromRoot(file), ...args]);
  return { passed: Number(code === 0), failed: Number(code !== 0) };
}

const ofJest = Object.fromEntries(
  Object.entries(jestSuites).map(([name, suite]) => [name, { ...suite, run: (how) => runJestSuite(name, how) }]),
);

/** Ends a suite that hangs. On the slowest machines seen, whole runs took 50 minutes. */
const limitMs = 4_200_000;

/**
 * All suites in the order of their start: the build, then the longest first.
 *
 * `cores`: processors that the suite uses on average. `systems`: systems that it runs concurrently. `onlyInAll`: runs in
 * `npm run test:all`; `npm test` runs it only if the change reaches it. `needsBuild`: default true. `run` resolves
 * to { passed, failed, failures?, reason? }, and imports modules only when it is called.
 */
export const suiteTable = {
  build: {
    ...{ cores: 2, systems: 0, needsBuild: false },
    run: async () => (await import('../checks/checks.mjs')).runBuild(),
  },
  containers: {
    ...{ cores: 1.2, systems: 1, onlyInAll: true, needsBrowser: true },
    run: async () => (await import('../../../deploy/checks/containers/suite.mjs')).runContainers(),
  },
  ...ofJest,
  pictures: {
    ...{ cores: 1, systems: 0, onlyInAll: true, needsBrowser: true },
    run: () => runScript('tools/pictures.mjs', '--check'),
  },
  mutation: {
    ...{ cores: 1.6, systems: 0, onlyInAll: true, needsBuild: false },
    run: () => runScript('lab/mutate.mjs', ...mutationSample),
  },
  checks: {
    ...{ cores: 0.9, systems: 0 },
    run: async () => (await import('../checks/checks.mjs')).runChecks(),
  },
  deploy: {
    ...{ cores: 0.5, systems: 0 },
    run: async () => (await import('../../../deploy/checks/checks.mjs')).runDeployChecks(),
  },
};

async function runJestSuite(name, { isInterrupted = () => false, ...how }) {
  const { needsServers, needsSystem } = jestSuites[name];
  if (!needsServers && !needsSystem) return await runJest(name, how);
  const { startTestServers } = await import('../servers/test-servers.mjs');
  const shared = await (needsServers ? startTestServers() : startSystem());
  try {
    if (isInterrupted()) throw new Error('interrupted');
    return await runJest(name, { ...how, env: shared.environment });
  } finally {
    await shared.stop();
  }
}

async function startSystem() {
  const { ensureBuilt } = await import('../build.mjs');
  await ensureBuilt((text) => say(`  ${text}`));
  const { shareSystem } = await import('@candid/testing');
  return await shareSystem();
}

export const suitesNamed = (names, { since } = {}) =>
  Object.entries(suiteTable)
    .filter(([name]) => names.includes(name))
    .map(([name, { cores, systems, needsBuild = true }]) => ({
      ...{ name, cores, systems, limitMs },
      after: needsBuild ? 'build' : undefined,
      command: [nodeBinary, fromRoot('tools', 'lib', 'test', 'suite-process.mjs'), name, ...(since ? [since] : [])],
    }));
