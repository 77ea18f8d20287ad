import { readFileSync } from 'node:fs';
import { ensureBuilt } from './build.mjs';
import { unclearComments } from './comment-rules.mjs';
import { compiledMigrationFaults } from './migration-rules.mjs';
import { auditPackages } from './npm-audit.mjs';
import { builtOpenApi, lintOpenApi } from './openapi-lint.mjs';
import { fromRoot } from './paths.mjs';
import { runCommand } from './run.mjs';
import { say } from './say.mjs';
import { findBreaches } from './source-rules.mjs';
import { overweight, weightLimits, weights } from './weight.mjs';

const boundaries = ['packages', 'gateway', 'services', 'frontend/src', 'e2e', 'lab', 'tools'];

/** Two lists that run side by side; within a list, one after the other. */
const formatAndBoundaries = [
  { name: 'format and lint', command: ['biome', ['check', '--max-diagnostics=50', '.']] },
  { name: 'dependency rules', command: ['depcruise', ['--config', '.dependency-cruiser.mjs', ...boundaries]] },
];
const types = [
  { name: 'types of the services', command: ['tsc', ['-b']] },
  { name: 'types of the tests', command: ['tsc', ['-p', 'tsconfig.test.json']] },
  { name: 'types of the app', command: ['tsc', ['--noEmit', '-p', 'frontend']] },
  { name: 'types of the app’s build', command: ['tsc', ['--noEmit', '-p', 'frontend/tsconfig.build.json']] },
];

async function runEach(list) {
  let passed = 0;
  for (const check of list) if (await runCheck(check)) passed += 1;
  return passed;
}

async function runCheck({ name, command: [program, args] }) {
  const { code, output } = await runCommand(program, args, { stdio: 'pipe', limitMs: 600_000 });
  say(`  ${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) say(output);
  return code === 0;
}

function reportFindings(name, findings) {
  say(`  ${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const finding of findings) say(`  ${finding}`);
  return findings.length === 0;
}

/** Counts as nothing where the registry does not answer. */
async function reportAudit({ answered, findings }) {
  const name = 'known vulnerabilities of packages';
  if (!answered) say(`  --   ${name}: not run: the registry does not answer`);
  else say(`  ${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const finding of findings) say(`  ${finding}`);
  return { passed: Number(answered && findings.length === 0), failed: Number(findings.length > 0) };
}

/** The catalogue of events and the pictures are as the contracts and the subscribers are. */
async function catalogueFindings() {
  const { eventCatalogue, mistakesInPictures } = await import('./event-catalogue.mjs');
  const textOf = (name) => readFileSync(fromRoot('docs', name), 'utf8');
  const isCurrent = textOf('events.md') === eventCatalogue();
  const mistakes = mistakesInPictures(textOf('architecture.md')).map((mistake) => `docs/architecture.md: ${mistake}`);
  return isCurrent ? mistakes : [...mistakes, 'docs/events.md is not of these contracts: npm run docs:events'];
}

/**
 * Format, lint, types, dependency rules, comments, weight, the OpenAPI document and the events in the docs; each counts as one. Resolves to
 * { passed, failed }.
 */
export async function runChecks() {
  const audit = auditPackages();
  let passed = 0;
  for (const count of await Promise.all([types, formatAndBoundaries].map(runEach))) passed += count;
  if (reportFindings('source rules', findBreaches())) passed += 1;
  if (reportFindings('comments', unclearComments())) passed += 1;
  const areas = weights();
  for (const [area, { files, lines }] of Object.entries(areas)) say(`       ${area}: ${files} files, ${lines} lines`);
  if (reportFindings('weight', overweight(areas, weightLimits()))) passed += 1;
  // `tsc -b` above has compiled the gateway.
  const objections = await builtOpenApi().then(lintOpenApi, (error) => [error.stack]);
  if (reportFindings('OpenAPI document', objections)) passed += 1;
  if (reportFindings('events in the docs', await catalogueFindings().catch((error) => [error.stack]))) passed += 1;
  const faults = await compiledMigrationFaults().catch((error) => [error.stack]);
  if (reportFindings('migrations only add', faults)) passed += 1;
  const audited = await reportAudit(await audit);
  return {
    passed: passed + audited.passed,
    failed: types.length + formatAndBoundaries.length + 6 - passed + audited.failed,
  };
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
