import { globSync, readFileSync } from 'node:fs';
import * as contracts from '@candid/contracts';
import { fromRoot } from '../paths.mjs';
import { natsKinds, natsPasswordsFile, passwordName, passwordsFileName, usersFileName } from './nats-passwords.mjs';

const { HEARD_BY_GATEWAY, PROCESS_KINDS } = contracts;
if (natsKinds.join() !== PROCESS_KINDS.join())
  throw new Error('tools/lib/servers/nats-passwords.mjs does not name every kind of process');
export const services = PROCESS_KINDS.filter((kind) => PROCESS_KINDS.includes(`${kind}-worker`));
const serviceOf = (kind) => kind.replace(/-worker$/, '');

const isObject = (value) => typeof value === 'object' && value !== null;
const exported = Object.entries(contracts);

/** Every message of the contracts: the messages in tables, and the messages that every service can answer. */
export const messages = exported.flatMap(([name, value]) => {
  if (typeof value === 'function') return name.endsWith('Rpc') && value.length === 1 ? services.map(value) : [];
  return isObject(value)
    ? Object.values(value).filter((one) => isObject(one) && 'access' in one && 'subject' in one)
    : [];
});

export const events = exported
  .filter(([name, value]) => name.endsWith('Events') && isObject(value))
  .flatMap(([, value]) => Object.values(value))
  .filter((one) => isObject(one) && 'data' in one && 'subject' in one);

const subscriberName = /(?:\bname(?: =|:) |\bconsumers\.\w+\[)'([\w-]+-on-[\w-]+)'/g;

const pascal = (text) => text.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** A subscriber is named `<effect>-on-<event>`. */
function subscriberOf(service, name) {
  const type = pascal(name.slice(name.lastIndexOf('-on-') + '-on-'.length));
  const event = events.find((one) => one.type === type);
  if (!event) throw new Error(`the subscriber ${name} of ${service} is not named <effect>-on-<event>`);
  return { name, event };
}

/** Subjects of a durable consumer, which receives every event of its stream. */
const consumerSubjects = ({ stream, durable }) => [
  `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
  `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
  `$JS.ACK.${stream}.${durable}.>`,
];

/** Subjects that let a service create its stream and read messages to compare them, but not change or delete the stream. */
const ownStreamSubjects = (service) => [
  '$JS.API.INFO',
  ...['INFO', 'CREATE', 'MSG.GET'].map((call) => `$JS.API.STREAM.${call}.${service.toUpperCase()}`),
];

/** Subjects that read the state of streams and consumers, set replicas and reset a consumer. None reads messages. */
const OPERATOR_SUBJECTS = [
  '$JS.API.INFO',
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.NAMES',
  '$JS.API.STREAM.INFO.*',
  '$JS.API.STREAM.UPDATE.*',
  '$JS.API.CONSUMER.LIST.*',
  '$JS.API.CONSUMER.NAMES.*',
  '$JS.API.CONSUMER.INFO.*.*',
  '$JS.API.CONSUMER.DELETE.*.*',
];

export const subscribersOf = (service) => subscribersIn(service).map((name) => subscriberOf(service, name));

/** A service has one consumer for each service whose events it handles. */
export const consumersOf = (service) =>
  [...new Set(subscribersOf(service).map(({ event }) => event.service))].map((source) => ({
    stream: source.toUpperCase(),
    durable: `${service}-from-${source}`,
  }));

const subjectsAskedBy = (kind) =>
  messages.flatMap(({ subject, serviceSubject, access }) => [
    ...(access.callers.includes(kind) ? [subject] : []),
    ...(access.services?.includes(kind) ? [serviceSubject] : []),
  ]);

const inboxOf = (kind) => `_INBOX.${kind}.>`;

/** Kinds of process that may call the service. The service may send answers only to their inboxes. */
const callersOf = (service) =>
  messages
    .filter((message) => message.service === service)
    .flatMap(({ access }) => [...access.callers, ...(access.services ?? [])]);

const publishedByService = (service) => [
  ...events.filter((event) => event.service === service).map(({ subject }) => subject),
  ...ownStreamSubjects(service),
  ...consumersOf(service).flatMap(consumerSubjects),
  ...callersOf(service).map(inboxOf),
];

function publishedBy(kind) {
  const service = serviceOf(kind);
  return [
    ...subjectsAskedBy(kind),
    ...(services.includes(service) ? [`wake.${service}`, `work.${service}`] : []),
    ...(services.includes(kind) ? publishedByService(kind) : []),
    ...(kind === 'gateway' ? ['gateway.command.*'] : []),
    ...(kind === 'operator' ? OPERATOR_SUBJECTS : []),
  ];
}

function heardBy(kind) {
  const service = serviceOf(kind);
  return [
    inboxOf(kind),
    ...(services.includes(kind) ? [`wake.${kind}`, `rpc.${kind}.>`] : []),
    ...(services.includes(service) && service !== kind ? [`work.${service}`] : []),
    ...(kind === 'gateway' ? ['gateway.command.*', ...HEARD_BY_GATEWAY.map(({ subject }) => subject)] : []),
  ];
}

const sorted = (subjects) => [...new Set(subjects)].sort();

/** Users with rights derived from the messages' declarations, the events, and the events that subscribers consume. */
export const natsUsers = () =>
  PROCESS_KINDS.map((kind) => ({
    user: kind,
    publish: sorted(publishedBy(kind)),
    subscribe: sorted(heardBy(kind)),
  }));

const list = (subjects) => `[\n${subjects.map((subject) => `          "${subject}"\n`).join('')}        ]`;

const userText = ({ user, publish, subscribe }) => `    {
      user: "${user}"
      password: $${passwordName(user)}
      permissions: {
        publish: { allow: ${list(publish)} }
        subscribe: { allow: ${list(subscribe)} }
      }
    }
`;

/** Configuration for NATS 2.9 and later. The file with the passwords is in the same directory. */
export const natsUsersFile =
  () => `# Generated by \`npm run nats:users\` from the contracts: which process may publish and subscribe to what. Do not edit.
include ./${passwordsFileName}
authorization {
  timeout: 5
  users: [
${natsUsers().map(userText).join('')}  ]
}
`;

export const natsUserFiles = (passwords) => ({
  [usersFileName]: natsUsersFile(),
  [passwordsFileName]: natsPasswordsFile(passwords),
});

const subscribersIn = (service) =>
  globSync(fromRoot('services', service, 'src', '**', '*subscribers.ts'))
    .sort()
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(subscriberName)].map(([, name]) => name));
