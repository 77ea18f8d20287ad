import { ensureBuilt } from './build.mjs';
import { runCommand } from './run.mjs';
import { say } from './say.mjs';
import { findBreaches } from './source-rules.mjs';

const boundaries = ['packages', 'gateway', 'services', 'frontend/src', 'e2e', 'bench', 'tools'];

const commands = [
  { name: 'format and lint', command: ['biome', ['check', '--max-diagnostics=50', '.']] },
  { name: 'types of the services', command: ['tsc', ['-b']] },
  { name: 'types of the tests', command: ['tsc', ['-p', 'tsconfig.test.json']] },
  { name: 'types of the app', command: ['tsc', ['--noEmit', '-p', 'frontend']] },
  { name: 'dependency rules', command: ['depcruise', ['--config', '.dependency-cruiser.mjs', ...boundaries]] },
];

async function runCheck({ name, command: [program, args] }) {
  const { code, output } = await runCommand(program, args, { stdio: 'pipe', limitMs: 120_000 });
  say(`  ${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) say(output);
  return code === 0;
}

/** Format, lint, types and dependency rules; each counts as one. Resolves to { passed, failed }. */
export async function runChecks() {
  let passed = 0;
  for (const check of commands) if (await runCheck(check)) passed += 1;
  const breaches = findBreaches();
  say(`  ${breaches.length === 0 ? 'ok  ' : 'FAIL'} source rules`);
  for (const breach of breaches) say(`  ${breach}`);
  if (breaches.length === 0) passed += 1;
  return { passed, failed: commands.length + 1 - passed };
}

/** Compiles services and app as `npm start` does. Counts as one. */
export async function runBuild() {
  try {
    await ensureBuilt((text) => say(`  ${text}`));
    return { passed: 1, failed: 0 };
  } catch (error) {
    say(error.message);
    return { passed: 0, failed: 1 };
  }
}
