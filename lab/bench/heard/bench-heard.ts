import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assessmentsEvents, identityEvents, tokensEvents } from '@candid/contracts';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Measuring } from '../row.js';
import { median } from '../statistics.js';
import type { GatewaySettings, Heard } from './gateway-process.js';

/** Numbers for ten million people at peak load (docs/capacity.md). */
const STREAMS = 70_000;
const STREAMS_HERE = 12_000;
const EVENTS_PER_SECOND = 1_000;
const COMMANDS_PER_SECOND = 1_000;
const CACHED_PER_SECOND = 500;

const TICK_MS = 10;
const RUN_MS = 3_000;
const RUNS = 3;

/**
 * Measures a gateway's processor time for the messages that it receives, in medians of alternating runs. Figure: all
 * messages, as in the product. Floor: only messages about people with an open stream.
 */
export async function* benchHeard({ natsUrl }: { natsUrl: string }): Measuring {
  const everybody = Array.from({ length: STREAMS }, () => randomUUID());
  const here = everybody.slice(0, STREAMS_HERE);
  const nats = await connect({ servers: natsUrl });
  try {
    const idle = { natsUrl, people: [], cachedPerSecond: 0 };
    const busy = { natsUrl, people: here, cachedPerSecond: CACHED_PER_SECOND };
    yield* rowOf('idle gateway', nats, idle, everybody);
    yield* rowOf(`gateway with ${STREAMS_HERE.toLocaleString('en')} streams`, nats, busy, everybody);
  } finally {
    await nats.close();
  }
}

async function* rowOf(
  path: string,
  nats: NatsConnection,
  settings: GatewaySettings,
  everybody: readonly string[],
): Measuring {
  yield path;
  const child = fork(fileURLToPath(new URL('./gateway-process.js', import.meta.url)));
  child.send(settings);
  await once(child, 'message');
  const own = new Set(settings.people);
  const all: Heard[] = [];
  const ofOwn: Heard[] = [];
  await run(child, nats, everybody, () => true);
  for (let count = 0; count < RUNS; count++) {
    all.push(await run(child, nats, everybody, () => true));
    ofOwn.push(await run(child, nats, everybody, (userId) => own.has(userId)));
  }
  child.kill();
  await once(child, 'exit');
  const perSecond = (runs: Heard[], of: keyof Heard) => median(runs.map((each) => each[of])) / (RUN_MS / 1_000);
  yield `${path}: ${perSecond(all, 'messages')} messages/s, of own people ${perSecond(ofOwn, 'messages')}`;
  const [figure, floor] = [perSecond(all, 'cpuMs'), perSecond(ofOwn, 'cpuMs')];
  yield {
    ...{ path: `${path}, what it hears of everybody`, floorName: 'only of its own people', floor, figure },
    ...{ unit: 'CPU ms/s', ratio: figure / floor, target: '≤ 100 ms', met: figure <= 100 },
  };
}

async function run(
  child: ChildProcess,
  nats: NatsConnection,
  everybody: readonly string[],
  isSent: (userId: string) => boolean,
): Promise<Heard> {
  const anybody = () => everybody[Math.floor(Math.random() * everybody.length)]!;
  child.send('begin');
  const startedMs = performance.now();
  for (let tick = 1; tick <= RUN_MS / TICK_MS; tick++) {
    for (let sent = 0; sent < (EVENTS_PER_SECOND * TICK_MS) / 1_000; sent++) {
      const userId = anybody();
      if (isSent(userId)) publish(nats, sent, userId);
    }
    for (let sent = 0; sent < (COMMANDS_PER_SECOND * TICK_MS) / 1_000; sent++) {
      const userId = anybody();
      if (!isSent(userId)) continue;
      nats.publish('gateway.command.begins', `another ${userId}`);
      nats.publish('gateway.command.ends', `another ${userId}`);
    }
    await delay(Math.max(0, startedMs + tick * TICK_MS - performance.now()));
  }
  await nats.flush();
  await delay(100);
  child.send('end');
  const [heard] = (await once(child, 'message')) as [Heard];
  return heard;
}

const transferId = randomUUID();
const photoId = randomUUID();

function publish(nats: NatsConnection, number: number, userId: string): void {
  const [event, data] = [
    [tokensEvents.BalanceChanged, { userId, transferId, code: 'reward', availableTokens: number }] as const,
    [identityEvents.AccountChanged, { userId, notificationNumber: number, generalNotifNumber: 0 }] as const,
    [
      assessmentsEvents.PhotoResultsUpdated,
      { photoId, userId, timesRated: number, testTimesRated: number, testLimit: 10 },
    ] as const,
  ][number % 3]!;
  const { subject, type, version } = event;
  const envelope = {
    ...{ eventId: randomUUID(), type, version, streamId: `stream-${userId}`, streamVersion: 1 },
    ...{ recordedAt: new Date().toISOString(), correlationId: randomUUID(), data },
  };
  nats.publish(subject, JSON.stringify(envelope));
}
