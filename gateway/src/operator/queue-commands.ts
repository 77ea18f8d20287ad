import { listDeadLettersRpc, replayDeadLetterRpc, SERVICE_KINDS } from '@candid/contracts';
import { consumerLevels, type NatsConnection, RemoteError } from '@candid/platform';
import { jetstreamManager, type StreamUpdateConfig } from '@nats-io/jetstream';
import type { ServiceCall } from '../kernel/services.js';
import { type Command, columns, type Given, type Outcome, right, text } from './command.js';

const letterTimeoutMs = 60_000;
const SHOWN = 50;

async function listLetters(call: ServiceCall, { options }: Given): Promise<Outcome> {
  const limit = Number(text(options, 'limit') ?? SHOWN);
  const told = await Promise.all(SERVICE_KINDS.map((service) => call(listDeadLettersRpc(service), { limit })));
  const letters = told.flatMap((each) => each.letters);
  if (letters.length === 0) return right(['There are no dead letters.']);
  const rows = letters.map(({ failedAt, letterId, handler, attempts, reason }) => {
    return [failedAt, letterId, handler, attempts, reason];
  });
  return right(columns([['time', 'letter', 'handler', 'attempts', 'reason'], ...rows]));
}

const serviceOf = (letterId = '') => SERVICE_KINDS.find((service) => letterId.startsWith(`${service}.`));

async function replay(call: ServiceCall, { subject: letterId = '' }: Given): Promise<Outcome> {
  try {
    await call(replayDeadLetterRpc(serviceOf(letterId)!), { letterId });
    return right([`${letterId} is handled, or waits to be taken up again.`]);
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'UNAVAILABLE') throw error;
    return { lines: [`${letterId} is still a dead letter: ${error.message}`], isRight: false };
  }
}

export const deadLetterCommands: Readonly<Record<string, Command>> = {
  list: {
    usage: ['', 'what the services could not handle, newest first in each; --limit N (50) of each'],
    options: ['limit'],
    timeoutMs: letterTimeoutMs,
    run: listLetters,
  },
  replay: {
    usage: ['LETTER', 'handle it again'],
    takes: 'LETTER',
    timeoutMs: letterTimeoutMs,
    fault: ({ subject }) =>
      serviceOf(subject) ? undefined : 'Give the id of a dead letter, as `dead-letters list` shows it.',
    run: replay,
  },
};

const streamTimeoutMs = 10_000;
const COPIES = ['1', '3', '5'];

const managerOf = (nats: NatsConnection) => jetstreamManager(nats, { checkAPI: false });

async function listConsumers(nats: NatsConnection): Promise<Outcome> {
  const levels = await consumerLevels(nats);
  const rows = levels.map(({ stream, name, published, doneUpTo, pending, atHand }) => {
    return [stream, name, published, doneUpTo, pending, atHand];
  });
  return right(columns([['stream', 'consumer', 'last message', 'done up to', 'to deliver', 'at hand'], ...rows]));
}

async function restart(nats: NatsConnection, name: string): Promise<Outcome> {
  const level = (await consumerLevels(nats)).find((each) => each.name === name);
  if (!level) return { lines: [`There is no consumer ${name}: \`streams list\` shows them.`], isRight: false };
  await (await managerOf(nats)).consumers.delete(level.stream, name);
  const lines = [`${name} is removed. Its service makes it again, and reads ${level.stream} from its first message.`];
  return right(lines);
}

async function updateAll(nats: NatsConnection, change: Partial<StreamUpdateConfig>, said: string): Promise<Outcome> {
  const { streams } = await managerOf(nats);
  const names: string[] = [];
  for await (const { config } of streams.list()) {
    await streams.update(config.name, change);
    names.push(config.name);
  }
  return { lines: names.map((name) => `${name} ${said} now.`), isRight: names.length > 0 };
}

export const streamCommands: Readonly<Record<string, Command>> = {
  list: {
    usage: ['', 'how far every consumer of every stream is'],
    timeoutMs: streamTimeoutMs,
    run: (_call, _given, nats) => listConsumers(nats),
  },
  restart: {
    usage: ['CONSUMER', 'have a consumer read its stream from the first message; what is known is dropped'],
    takes: 'CONSUMER',
    timeoutMs: streamTimeoutMs,
    run: (_call, { subject }, nats) => restart(nats, subject ?? ''),
  },
  copies: {
    usage: ['N', 'keep N copies of every stream, on as many servers: 1, 3 or 5'],
    takes: 'N',
    timeoutMs: streamTimeoutMs,
    fault: ({ subject }) => (COPIES.includes(subject ?? '') ? undefined : 'N is 1, 3 or 5.'),
    run: (_call, { subject }, nats) => updateAll(nats, { num_replicas: Number(subject) }, `has ${subject} copies`),
  },
  limit: {
    usage: ['BYTES', 'let every stream hold BYTES at most; the setting is for streams that are not there yet'],
    takes: 'BYTES',
    timeoutMs: streamTimeoutMs,
    fault: ({ subject }) => (/^\d{7,}$/.test(subject ?? '') ? undefined : 'BYTES is a number, a million or more.'),
    run: (_call, { subject }, nats) => updateAll(nats, { max_bytes: Number(subject) }, `may hold ${subject} bytes`),
  },
};
