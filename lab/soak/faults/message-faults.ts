import { randomUUID } from 'node:crypto';
import { connectNats } from '@candid/platform';
import { environmentsOf, inServiceDatabase, SERVICE_NAMES } from '@candid/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Fault, FaultContext, FaultySystem } from './fault.js';

/** Text that marks a dead letter as the result of these faults. */
export const POISON = 'poison of the soak';
const AGAIN_MAX = 40;

const asIs = { bound: 'none', isOfOneProcess: false, lastsMs: [5_000, 5_000] } as const;
const nothing = async (): Promise<void> => undefined;

async function onEveryStream(
  system: FaultySystem,
  work: (nats: NatsConnection, stream: string) => Promise<void>,
): Promise<void> {
  const environments = await environmentsOf(system);
  for (const service of SERVICE_NAMES) {
    const nats = await connectNats(environments[service]!['NATS_URL']!, 'soak');
    try {
      await work(nats, service.toUpperCase());
      await nats.flush();
    } finally {
      await nats.close();
    }
  }
}

/** Publishes the stream's newest messages again without their ids, so that JetStream does not detect the duplicates. */
async function publishAgain(nats: NatsConnection, stream: string): Promise<void> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await manager.streams.info(stream);
  for (let seq = Math.max(state.first_seq, state.last_seq - AGAIN_MAX); seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(stream, { seq }).catch(() => null);
    if (message && !message.string().includes(POISON)) nats.publish(message.subject, message.data);
  }
}

/** Publishes three messages on every used subject: invalid JSON, no envelope, and an envelope with wrong data. */
async function publishPoison(nats: NatsConnection, stream: string): Promise<void> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await manager.streams.info(stream, { subjects_filter: '>' });
  for (const subject of Object.keys(state.subjects ?? {})) {
    const [, type = ''] = subject.split('.');
    const occurredAt = new Date().toISOString();
    const envelope = { eventId: randomUUID(), type, occurredAt, correlationId: POISON, data: { POISON } };
    for (const message of [`${POISON}: {`, JSON.stringify({ POISON }), JSON.stringify(envelope)])
      nats.publish(subject, message);
  }
}

async function onEveryQueue(
  { system }: FaultContext,
  jobsOf: (service: string, queue: string) => Promise<unknown[]>,
): Promise<void> {
  const url = (await environmentsOf(system))['tokens-worker']!['REDIS_URL']!;
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  try {
    for (const service of SERVICE_NAMES) {
      const rows = await inServiceDatabase(system, service, 'select distinct queue from work_items');
      for (const { queue } of rows) {
        const target = new Queue(queue, { connection });
        const jobs = await jobsOf(service, queue);
        await target.addBulk(jobs.map((data) => ({ name: 'work', data })));
        await target.close();
      }
    }
  } finally {
    connection.disconnect();
  }
}

export const messageFaults: Fault[] = [
  {
    name: 'nats-duplicates',
    ...asIs,
    inject: ({ system }) => onEveryStream(system, publishAgain),
    heal: nothing,
  },
  {
    name: 'nats-poison',
    ...asIs,
    inject: ({ system }) => onEveryStream(system, publishPoison),
    heal: nothing,
  },
  {
    name: 'redis-duplicates',
    ...asIs,
    inject: (context) =>
      onEveryQueue(context, async (service, queue) => {
        const items = await inServiceDatabase(
          context.system,
          service as (typeof SERVICE_NAMES)[number],
          'select id from work_items where queue = $1 order by created_at desc limit 40',
          [queue],
        );
        return items.flatMap(({ id }) => [{ itemId: id }, { itemId: id }]);
      }),
    heal: nothing,
  },
  {
    name: 'redis-poison',
    ...asIs,
    inject: (context) =>
      onEveryQueue(context, async () => [{}, null, POISON, { itemId: POISON }, { itemId: 7 }, { itemId: null }]),
    heal: nothing,
  },
];
