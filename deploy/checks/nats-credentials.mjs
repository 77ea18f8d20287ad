import { readFileSync } from 'node:fs';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { natsKinds, usersFileName } from '../../tools/lib/servers/nats-passwords.mjs';
import { podsOf } from './kubernetes/manifests.mjs';
import { filesOf } from './settings.mjs';

export function kindOf({ folder, entry }) {
  if (entry === 'check' || entry === 'operator') return 'operator';
  const service = folder.split('/').at(-1);
  return entry === 'worker' ? `${service}-worker` : service;
}

/** `url` is undefined for a process that does not use NATS. */
export function natsUserFaults(kind, url) {
  if (url === undefined) return [];
  const { username } = new URL(url);
  return username === kind ? [] : [`connects to NATS as ${username}, not as ${kind}`];
}

const isOfNats = (name) => name === 'nats' || natsKinds.some((kind) => name === `nats-${kind}`);
const entryPattern = /^((?:gateway|services\/\w+))\/dist\/(main|worker|check|operator)\.js$/;

function podFaults(pod) {
  const [, folder, entry] = pod.containers.flatMap(({ command = [] }) => entryPattern.exec(command[1] ?? '') ?? []);
  const mounted = [...filesOf(pod).values()].flat().filter(({ secret }) => isOfNats(secret));
  const own = entry ? `nats-${kindOf({ folder, entry })}` : 'nats';
  return mounted.filter(({ secret }) => secret !== own).map(({ secret }) => `${pod.name}: has the secret ${secret}`);
}

const externalFaults = ({ kind, metadata, spec }) => {
  const url = kind === 'ExternalSecret' && spec.target.template?.data?.NATS_URL;
  const [, user] = /^nats:\/\/([^:]+):/.exec(url || '') ?? [];
  return user && metadata.name !== `nats-${user}`
    ? [`ExternalSecret ${metadata.name}: is of the NATS user ${user}`]
    : [];
};

export const natsCredentialFaults = (objects) => [
  ...podsOf(objects).flatMap(podFaults),
  ...objects.flatMap(externalFaults),
];

export async function usersFileFaults() {
  const { natsUsersFile } = await import('../../tools/lib/servers/nats-users.mjs');
  const kept = readFileSync(fromRoot('deploy', 'nats', usersFileName), 'utf8');
  return kept === natsUsersFile() ? [] : [`deploy/nats/${usersFileName} is out of date: npm run nats:users`];
}
