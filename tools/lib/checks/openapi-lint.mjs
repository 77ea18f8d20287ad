import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';
import { runCommand } from '../run.mjs';

/** A public address: the recommended rules object to `localhost`. */
const PUBLIC_URL = 'https://candid.test';
/** Redocly reports each run and looks for updates unless told not to. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Every error and warning of Redocly's recommended rules, as text. */
async function redoclyFindings(document) {
  const directory = await mkdtemp(path.join(tmpdir(), 'candid-openapi-'));
  try {
    const file = path.join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const args = ['lint', '--extends', 'recommended', '--max-problems', '1000', '--format', 'json', file];
    const { code, output } = await runCommand('redocly', args, { env: OFFLINE, stdio: 'pipe', limitMs: 120_000 });
    return findingsIn(code, output);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Redocly exits with 0 on warnings and writes notes round the report. */
function findingsIn(code, output) {
  const report = /^\{$[\s\S]*?^\}/m.exec(output)?.[0];
  if (report === undefined) return [`redocly ended with code ${code} and without a report: ${output}`];
  return JSON.parse(report).problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer})`,
  );
}

/** Every breach of the OpenAPI Initiative's own JSON schema, as text. */
async function schemaFindings(document) {
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { valid, errors } = await new Validator().validate(document);
  if (valid) return [];
  return typeof errors === 'string'
    ? [errors]
    : errors.map((error) => `schema ${error.instancePath}: ${error.message}`);
}

export async function lintOpenApi(document) {
  const linting = redoclyFindings(document);
  // The validator resolves references in place.
  const breaches = await schemaFindings(structuredClone(document));
  return [...breaches, ...(await linting)];
}

/** The document as the gateway serves it. */
export async function builtOpenApi() {
  const file = path.join(root, 'packages', 'contracts', 'dist', 'openapi', 'index.js');
  const { openApiDocument } = await import(pathToFileURL(file).href);
  return openApiDocument(PUBLIC_URL);
}
