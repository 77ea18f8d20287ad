import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runEach, sum } from '../../../deploy/checks/report.mjs';
import { ensureBuilt } from '../build.mjs';
import { fromRoot } from '../paths.mjs';
import { runCommand } from '../run.mjs';
import { say } from '../say.mjs';
import { inTemporaryDirectory } from '../temporary-directory.mjs';
import { unclearComments } from './comment-rules.mjs';
import { compiledMigrationFaults } from './migration-rules.mjs';
import { auditPackages } from './npm-audit.mjs';
import { findBreaches } from './source-rules.mjs';
import { overweight, weightLimits, weightReport, weights } from './weight.mjs';

const boundaries = ['packages', 'gateway', 'services', 'frontend/src', 'e2e', 'lab', 'tools', 'deploy'];

/** The lists run concurrently; the checks of a list run in sequence. */
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

const ofCommand = ({ name, command: [program, args] }) => ({
  name,
  faults: async () => {
    const { code, output } = await runCommand(program, args, { stdio: 'pipe', limitMs: 600_000 });
    return code === 0 ? [] : [output];
  },
});

const runAll = (checks) => runEach(checks, { shownMax: Number.POSITIVE_INFINITY });

/** The audit counts neither as passed nor as failed if the registry does not answer. */
async function reportAudit({ answered, findings }) {
  const name = 'known vulnerabilities of packages';
  if (answered) return runAll([{ name, faults: () => findings }]);
  say(`  --   ${name}: not run: the registry does not answer`);
  return { passed: 0, failed: 0 };
}

async function catalogueFindings() {
  const { eventCatalogue, mistakesInPictures } = await import('./event-catalogue.mjs');
  const textOf = (name) => readFileSync(fromRoot('docs', name), 'utf8');
  const isCurrent = textOf('events.md') === eventCatalogue();
  const mistakes = mistakesInPictures(textOf('architecture.md')).map((mistake) => `docs/architecture.md: ${mistake}`);
  return isCurrent ? mistakes : [...mistakes, 'docs/events.md is not of these contracts: npm run docs:events'];
}

/** The document names a public address, because Redocly's recommended rules reject `localhost`. */
const PUBLIC_URL = 'https://candid.test';
/** Turns off Redocly's telemetry and its search for updates. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const redoclyFindings = (document) =>
  inTemporaryDirectory('openapi', async (directory) => {
    const file = path.join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const args = ['lint', '--extends', 'recommended', '--max-problems', '1000', '--format', 'json', file];
    const { code, output } = await runCommand('redocly', args, { env: OFFLINE, stdio: 'pipe', limitMs: 120_000 });
    return findingsIn(code, output);
  });

/** Reads the report in the output, because Redocly exits with 0 on warnings. It prints notes around the report. */
function findingsIn(code, output) {
  const report = /^\{$[\s\S]*?^\}/m.exec(output)?.[0];
  if (report === undefined) return [`redocly ended with code ${code} and without a report: ${output}`];
  return JSON.parse(report).problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer})`,
  );
}

async function schemaFindings(document) {
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { valid, errors } = await new Validator().validate(document);
  if (valid) return [];
  return typeof errors === 'string'
    ? [errors]
    : errors.map((error) => `schema ${error.instancePath}: ${error.message}`);
}

async function openApiFindings() {
  const file = fromRoot('packages', 'contracts', 'dist', 'openapi', 'index.js');
  const { openApiDocument } = await import(pathToFileURL(file).href);
  const document = openApiDocument(PUBLIC_URL);
  const linting = redoclyFindings(document);
  // The validator gets a copy, because it resolves references in place.
  const breaches = await schemaFindings(structuredClone(document));
  return [...breaches, ...(await linting)];
}

export async function runChecks() {
  const audit = auditPackages();
  const ofCommands = await Promise.all([types, formatAndBoundaries].map((list) => runAll(list.map(ofCommand))));
  const areas = weights();
  for (const line of weightReport(areas)) say(`       ${line}`);
  const ofSources = await runAll([
    { name: 'source rules', faults: findBreaches },
    { name: 'comments', faults: unclearComments },
    { name: 'weight', faults: () => overweight(areas, weightLimits()) },
    // `tsc -b` above has compiled the gateway.
    { name: 'OpenAPI document', faults: openApiFindings },
    { name: 'events in the docs', faults: catalogueFindings },
    { name: 'migrations only add', faults: compiledMigrationFaults },
  ]);
  return sum([...ofCommands, ofSources, await reportAudit(await audit)]);
}

export async function runBuild() {
  try {
    await ensureBuilt((text) => say(`  ${text}`));
    return { passed: 1, failed: 0 };
  } catch (error) {
    say(error.message);
    return { passed: 0, failed: 1 };
  }
}
