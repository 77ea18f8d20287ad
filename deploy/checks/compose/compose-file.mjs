import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fromRoot } from '../../../tools/lib/paths.mjs';

const composeFile = fromRoot('docker-compose.yml');

/** Matches `${NAME}`, `${NAME:-default}`, and `$$` for a dollar sign. */
const variable = /\$(?:\$|\{(\w+)(?::-([^}]*))?\})/g;

function interpolated(value, values) {
  if (typeof value === 'string') {
    return value.replaceAll(variable, (_, name, fallback = '') =>
      name === undefined ? '$' : values[name] || fallback,
    );
  }
  if (Array.isArray(value)) return value.map((item) => interpolated(item, values));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolated(item, values)]));
}

/** Returns the compose file as Compose reads it with these variables. Throws on a duplicate key or unknown anchor. */
export const readCompose = (values = {}) =>
  interpolated(parse(readFileSync(composeFile, 'utf8'), { merge: true }), values);

export const composeVariables = () =>
  [...new Set([...readFileSync(composeFile, 'utf8').matchAll(variable)].flatMap(([, name]) => name ?? []))].sort();

const namesIn = (value) => (Array.isArray(value) ? value : Object.keys(value ?? {}));

export const secretsOf = (service) => (service.secrets ?? []).map((entry) => entry.source ?? entry);
export const networksOf = (service) => namesIn(service.networks);

/** Returns a service's volumes as [{ source, target, isPath }]. */
export const volumesOf = (service) =>
  (service.volumes ?? []).map((entry) => {
    const [source, target] = typeof entry === 'string' ? entry.split(':') : [entry.source, entry.target];
    return { source, target, isPath: /^[./~]/.test(source) };
  });

export const builtServices = ({ services }) => Object.entries(services).filter(([, { build }]) => build !== undefined);

export const commandOf = ({ entrypoint = [], command, build }, stages) => [
  ...entrypoint,
  ...(command ?? stages[build?.target]?.command ?? []),
];

/** Splits `node services/tokens/dist/worker.js` into 'services/tokens' and 'worker'; undefined for other programs. */
export function entryOf(command) {
  const [, folder, entry] = /^(.+)\/dist\/(\w+)\.js$/.exec(command.at(-1) ?? '') ?? [];
  return folder === undefined ? undefined : { folder, entry };
}

export const isOneShot = (service) => service.restart === 'no';
