import { consumerLevels, type NatsConnection } from '@candid/platform';
import { jetstreamManager, type StreamUpdateConfig } from '@nats-io/jetstream';
import { columns } from './columns.js';
import type { Command, Outcome } from './command.js';

const timeoutMs = 10_000;
const COPIES = ['1', '3', '5'];

const managerOf = (nats: NatsConnection) => jetstreamManager(nats, { checkAPI: false });

async function list(nats: NatsConnection): Promise<Outcome> {
  const levels = await consumerLevels(nats);
  const rows = levels.map(({ stream, name, published, doneUpTo, pending, atHand }) => {
    return [stream, name, published, doneUpTo, pending, atHand];
  });
  return {
    lines: columns([['stream', 'consumer', 'last message', 'done up to', 'to deliver', 'at hand'], ...rows]),
    isRight: true,
  };
}

async function restart(nats: NatsConnection, name: string): Promise<Outcome> {
  const level = (await consumerLevels(nats)).find((each) => each.name === name);
  if (!level) return { lines: [`There is no consumer ${name}: \`streams list\` shows them.`], isRight: false };
  await (await managerOf(nats)).consumers.delete(level.stream, name);
  const lines = [`${name} is removed. Its service makes it again, and reads ${level.stream} from its first message.`];
  return { lines, isRight: true };
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
    timeoutMs,
    run: (_call, _given, nats) => list(nats),
  },
  restart: {
    usage: ['CONSUMER', 'have a consumer read its stream from the first message; what is known is dropped'],
    takes: 'CONSUMER',
    timeoutMs,
    run: (_call, { subject }, nats) => restart(nats, subject ?? ''),
  },
  copies: {
    usage: ['N', 'keep N copies of every stream, on as many servers: 1, 3 or 5'],
    takes: 'N',
    timeoutMs,
    fault: ({ subject }) => (COPIES.includes(subject ?? '') ? undefined : 'N is 1, 3 or 5.'),
    run: (_call, { subject }, nats) => updateAll(nats, { num_replicas: Number(subject) }, `has ${subject} copies`),
  },
  limit: {
    usage: ['BYTES', 'let every stream hold BYTES at most; the setting is for streams that are not there yet'],
    takes: 'BYTES',
    timeoutMs,
    fault: ({ subject }) => (/^\d{7,}$/.test(subject ?? '') ? undefined : 'BYTES is a number, a million or more.'),
    run: (_call, { subject }, nats) => updateAll(nats, { max_bytes: Number(subject) }, `may hold ${subject} bytes`),
  },
};
