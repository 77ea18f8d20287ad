import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { usersFileFaults } from '../nats-credentials.mjs';
import { runEach } from '../report.mjs';
import { composeVariables, isOneShot, readCompose, volumesOf } from './compose-file.mjs';
import { referenceFaults, secretFaults, settingFaults } from './compose-settings.mjs';

/** The Compose specification's own schema, which the linter dclint contains. */
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

/** Services that may run as root, with the reason. `chown` also allows the capability CHOWN. */
const asRoot = {
  'volume-owners': 'chown',
  'observability-volume-owners': 'chown',
  'docker-socket': "the socket is root's",
};

const isNumericUser = (user) => /^[1-9]\d*:[1-9]\d*$/.test(user ?? '');

/** True for a version or a digest, but not for `latest` or a major version alone. */
const isPinned = (image) => /(:v?\d+\.\d+[\w.-]*|@sha256:[0-9a-f]{64})$/.test(image ?? '');

function limitFaults({ deploy }) {
  const limits = deploy?.resources?.limits ?? {};
  return ['cpus', 'memory', 'pids']
    .filter((name) => limits[name] === undefined)
    .map((name) => `has no limit of ${name}`);
}

/** Only the edge may publish ports to everybody; all other ports must be limited to this machine. */
function portFaults(name, { ports = [] }) {
  if (name === 'edge') return [];
  return ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `publishes ${port} to everybody`);
}

function healthFaults(service, image) {
  if (isOneShot(service)) return [];
  return service.healthcheck || image?.health ? [] : ['says nothing of its health'];
}

function capabilityFaults(name, { cap_drop: dropped = [], cap_add: added = [], privileged }) {
  return [
    ...(dropped.includes('ALL') ? [] : ['keeps capabilities']),
    ...(added.length === 0 || (asRoot[name] === 'chown' && added.join() === 'CHOWN') ? [] : [`takes ${added.join()}`]),
    ...(privileged ? ['is privileged'] : []),
  ];
}

function faultsOf(name, service, image) {
  const user = service.user ?? image?.user;
  const writes = volumesOf(service).some(({ source }) => source === '/var/run/docker.sock');
  return [
    ...(isPinned(service.image) ? [] : [`its image ${service.image} is not pinned`]),
    ...(isNumericUser(user) || asRoot[name] ? [] : [`runs as ${user ?? 'whom the image says'}`]),
    ...(service.read_only === true ? [] : ['may write to its own files']),
    ...((service.security_opt ?? []).includes('no-new-privileges:true') ? [] : ['may gain privileges']),
    ...capabilityFaults(name, service),
    ...limitFaults(service),
    ...portFaults(name, service),
    ...healthFaults(service, image),
    ...(writes && name !== 'docker-socket' ? ["holds Docker's socket"] : []),
    ...(service.restart ? [] : ['says nothing of being started again']),
    ...(service.logging?.options?.['max-size'] ? [] : ['writes lines without a bound']),
  ];
}

const policyFaults = ({ services }, stages) =>
  Object.entries(services).flatMap(([name, service]) =>
    faultsOf(name, service, stages[service.build?.target]).map((fault) => `${name} ${fault}`),
  );

const instructionsOf = (text) =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');

const execForm = (text) => (text?.startsWith('[') ? JSON.parse(text) : undefined);
const withoutFlags = (rest) => rest.replace(/^(--\S+\s+)+/, '');

const said = {
  ENV: (stage, rest) => {
    for (const [, name, quoted, bare] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)) stage.env[name] = quoted ?? bare;
  },
  USER: (stage, rest) => {
    stage.user = rest;
  },
  CMD: (stage, rest) => {
    stage.command = execForm(rest);
  },
  HEALTHCHECK: (stage, rest) => {
    stage.health = { command: execForm(withoutFlags(rest).replace(/^CMD\s+/, '')) };
  },
  COPY: (stage, rest) => stage.copies.push(rest.split(/\s+/).at(-1)),
};

/** Returns the stages by name. `copies` lists the target paths of the stage's own COPY instructions. */
function readDockerfile(file) {
  const stages = {};
  let stage;
  for (const line of instructionsOf(readFileSync(file, 'utf8'))) {
    const [, keyword, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      const [, parent, name] = /^(\S+) AS (\S+)$/.exec(withoutFlags(rest)) ?? [];
      if (!name) throw new Error(`${file}: a stage has no name: ${line}`);
      stage = { ...structuredClone(stages[parent] ?? { env: {} }), copies: [] };
      stages[name] = stage;
    } else if (stage && Object.hasOwn(said, keyword)) said[keyword](stage, rest);
  }
  return stages;
}
