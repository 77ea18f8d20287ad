import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { fromRoot } from '../paths.mjs';
import { composeVariables, readCompose } from './compose-file.mjs';
import { policyFaults } from './compose-policy.mjs';
import { referenceFaults } from './compose-references.mjs';
import { secretFaults, settingFaults } from './compose-settings.mjs';
import { readDockerfile } from './dockerfile.mjs';
import { usersFileFaults } from './nats-credentials.mjs';
import { runEach } from './report.mjs';

/** The Compose specification's own schema, which this linter of Compose files carries. */
const schemaFile = fromRoot('node_modules', 'dclint', 'schemas', 'compose.schema.json');

function schemaFaults(compose) {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  if (validate(compose)) return [];
  return validate.errors.map(({ instancePath, message, params }) => {
    const key = params.additionalProperty ?? params.unevaluatedProperty;
    return `${instancePath || '/'} ${message}${key === undefined ? '' : `: ${key}`}`;
  });
}

function descriptionFaults() {
  const text = readFileSync(fromRoot('docs', 'deploy.md'), 'utf8');
  return composeVariables()
    .filter((name) => !text.includes(`\`${name}\``))
    .map((name) => `docs/deploy.md does not say what ${name} is`);
}

/** docker-compose.yml by itself: its form, what it refers to, what it leaves open. Resolves to { passed, failed }. */
export async function checkCompose() {
  const compose = readCompose();
  const stages = readDockerfile(fromRoot('Dockerfile'));
  return await runEach([
    { name: 'compose: fits the schema', faults: () => schemaFaults(compose) },
    { name: 'compose: what it refers to is there', faults: () => referenceFaults(compose, stages) },
    { name: 'compose: its secrets can be made', faults: () => secretFaults(compose) },
    {
      name: 'compose: every process is given its settings, and no others',
      faults: () => settingFaults(compose, stages),
    },
    { name: 'compose: the NATS users are those of the contracts', faults: usersFileFaults },
    { name: 'compose: nothing is left open', faults: () => policyFaults(compose, stages) },
    { name: 'compose: every variable is described', faults: descriptionFaults },
  ]);
}
