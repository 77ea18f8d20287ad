import { existsSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';
import { commandOf, entryOf, isOneShot, networksOf, secretsOf, volumesOf } from './compose-file.mjs';

/** A fault for each of `names` that is not `known`. */
export const missing = (names, known, what) =>
  names.filter((name) => !known.includes(name)).map((name) => `${what} ${name}`);

/** A condition of `depends_on` must be one that can occur. */
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

/** Whatever the file names is there: services, secrets, volumes, networks, paths, targets, entries; and all of it is used. */
export function referenceFaults(compose, stages) {
  const known = (section) => Object.keys(compose[section] ?? {});
  const used = { secrets: new Set(), volumes: new Set(), networks: new Set() };
  const faults = Object.entries(compose.services).flatMap(([name, service]) => {
    const volumes = volumesOf(service);
    const named = volumes.filter(({ isPath }) => !isPath).map(({ source }) => source);
    const paths = volumes.filter(({ isPath, source }) => isPath && source.startsWith('.')).map(({ source }) => source);
    for (const secret of secretsOf(service)) used.secrets.add(secret);
    for (const volume of named) used.volumes.add(volume);
    for (const network of networksOf(service)) used.networks.add(network);
    const target = service.build?.target;
    return [
      ...missing(secretsOf(service), known('secrets'), 'unknown secret'),
      ...missing(named, known('volumes'), 'unknown volume'),
      ...missing(networksOf(service), known('networks'), 'unknown network'),
      ...paths.filter((file) => !existsSync(fromRoot(file))).map((file) => `mounts ${file}, which is not there`),
      ...(target === undefined || stages[target] ? [] : [`the Dockerfile has no target ${target}`]),
      ...entryFaults(service, stages),
    ].map((fault) => `${name}: ${fault}`);
  });
  const unused = Object.entries(used).flatMap(([section, names]) =>
    known(section)
      .filter((name) => !names.has(name))
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
