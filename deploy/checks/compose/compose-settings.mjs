import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { inTemporaryDirectory } from '../../../tools/lib/temporary-directory.mjs';
import { kindOf, natsUserFaults } from '../nats-credentials.mjs';
import { ofTheRuntime, settingsOf, settingsOfEdge } from '../settings.mjs';
import { builtServices, commandOf, entryOf, isOneShot, networksOf, secretsOf, volumesOf } from './compose-file.mjs';
import { writeComposeSecrets } from './compose-secrets.mjs';

const withSecrets = (use) =>
  inTemporaryDirectory('secrets', (directory) => {
    writeComposeSecrets(directory);
    return use(directory);
  });

/** Every secret must be a file that `npm run compose:secrets` writes to its folder, which git ignores. */
export const secretFaults = ({ secrets }) =>
  withSecrets((directory) => {
    const made = readdirSync(directory);
    const wrong = Object.entries(secrets).filter(([name, { file }]) => file !== `./deploy/compose/secrets/${name}`);
    return [
      ...wrong.map(([name]) => `${name} lies elsewhere than deploy/compose/secrets/${name}`),
      ...missing(Object.keys(secrets), made, 'nothing makes the secret'),
      ...missing(made, Object.keys(secrets), 'made and not used:'),
    ];
  });

/** Returns the settings that image and compose file give a process. A `_FILE` variable becomes the secret's content. */
function valuesOf({ environment = {} }, stage, known, secrets) {
  const given = Object.entries({ ...stage.env, ...environment }).filter(([, value]) => value !== '');
  return Object.fromEntries(
    given.map(([setting, value]) => {
      const isFile = !known.includes(setting) && value.startsWith('/run/secrets/');
      if (!isFile) return [setting, value];
      const file = path.join(secrets, path.basename(value));
      const content = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
      return [setting.replace(/_FILE$/, ''), content || undefined];
    }),
  );
}

async function settingFaultsOf({ name, service, entry, stage }, secrets) {
  const schema = await settingsOf(entry);
  const known = Object.keys(schema.shape);
  const given = Object.entries(service.environment ?? {}).filter(([setting]) => !ofTheRuntime.includes(setting));
  const unknown = given
    .map(([setting]) => setting)
    .filter((setting) => !known.includes(setting) && !known.includes(setting.replace(/_FILE$/, '')));
  const files = given.filter(([setting]) => !known.includes(setting)).map(([, file]) => file);
  const granted = secretsOf(service).map((secret) => `/run/secrets/${secret}`);
  const values = valuesOf(service, stage, known, secrets);
  const parsed = schema.safeParse(values);
  const wrong = parsed.success ? [] : parsed.error.issues;
  return [
    ...unknown.map((setting) => `does not know the setting ${setting}`),
    ...missing(files, granted, 'is not given'),
    ...missing(granted, files, 'does not read'),
    ...wrong.map(({ path: [setting], message }) => `${setting} is missing or wrong: ${message}`),
    ...natsUserFaults(kindOf(entry), values.NATS_URL),
  ].map((fault) => `${name}: ${fault}`);
}

export async function settingFaults(compose, stages) {
  const processes = builtServices(compose).flatMap(([name, service]) => {
    const entry = entryOf(commandOf(service, stages));
    const stage = stages[service.build.target];
    return entry && stage ? [{ name, service, entry, stage }] : [];
  });
  const faults = await withSecrets((secrets) =>
    Promise.all(processes.map((process) => settingFaultsOf(process, secrets))),
  );
  const ofEdge = Object.keys(compose.services.edge.environment);
  return [...faults.flat(), ...missing(ofEdge, settingsOfEdge(), 'edge: does not know the setting')];
}

const missing = (names, known, what) => names.filter((name) => !known.includes(name)).map((name) => `${what} ${name}`);

function dependencyFaults({ services }, stages) {
  return Object.entries(services).flatMap(([name, service]) =>
    Object.entries(service.depends_on ?? {}).flatMap(([on, { condition }]) => {
      const other = services[on];
      const say = (fault) => [`${name} waits for ${on}, ${fault}`];
      if (!other) return say('which there is not');
      if (other.profiles && !service.profiles) return say('which a profile alone starts');
      if (condition === 'service_completed_successfully' && !isOneShot(other)) return say('which never ends');
      const health = other.healthcheck ?? stages[other.build?.target]?.health;
      if (condition === 'service_healthy' && (!health || health.disable)) return say('which has no health check');
      return [];
    }),
  );
}

/** Finds references to missing services, secrets, volumes, networks, paths or targets, and unused definitions. */
export function referenceFaults(compose, stages) {
  const known = (section) => Object.keys(compose[section] ?? {});
  const services = Object.values(compose.services);
  const namedVolumesOf = (service) => volumesOf(service).flatMap(({ isPath, source }) => (isPath ? [] : source));
  const used = {
    ...{ secrets: services.flatMap(secretsOf), networks: services.flatMap(networksOf) },
    volumes: services.flatMap(namedVolumesOf),
  };
  const faults = Object.entries(compose.services).flatMap(([name, service]) => {
    const paths = volumesOf(service).flatMap(({ source }) => (source.startsWith('.') ? source : []));
    const target = service.build?.target;
    return [
      ...missing(secretsOf(service), known('secrets'), 'unknown secret'),
      ...missing(namedVolumesOf(service), known('volumes'), 'unknown volume'),
      ...missing(networksOf(service), known('networks'), 'unknown network'),
      ...paths.filter((file) => !existsSync(fromRoot(file))).map((file) => `mounts ${file}, which is not there`),
      ...(target === undefined || stages[target] ? [] : [`the Dockerfile has no target ${target}`]),
      ...entryFaults(service, stages),
    ].map((fault) => `${name}: ${fault}`);
  });
  const unused = Object.entries(used).flatMap(([section, names]) =>
    known(section)
      .filter((name) => !names.includes(name))
      .map((name) => `${section}: nobody uses ${name}`),
  );
  return [...faults, ...dependencyFaults(compose, stages), ...unused];
}

function entryFaults(service, stages) {
  const command = commandOf(service, stages);
  const entry = service.build && entryOf(command);
  if (!entry) return [];
  const source = fromRoot(entry.folder, 'src', `${entry.entry}.ts`);
  if (!existsSync(source)) return [`runs ${command.at(-1)}, whose source is not there`];
  const own = stages[service.build.target]?.copies.includes(`./${entry.folder}/dist`);
  return own ? [] : [`its image has no ${entry.folder}`];
}
