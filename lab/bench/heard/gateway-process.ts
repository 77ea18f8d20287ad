import { connect } from '@nats-io/transport-node';
import { built } from '../built-file.js';

/** Modules of the built gateway. */
interface CacheModule {
  ResponseCache: new () => {
    begin(url: string, ownerId: string): unknown;
    end(reading: unknown, answer: object): void;
  };
  ownUrlOf(ownerId: string): string;
}
interface InvalidationModule {
  CacheInvalidation: new (nats: unknown, cache: unknown) => unknown;
}
interface FeedModule {
  LiveFeed: new (nats: unknown) => { join(userId: string, send: (event: string) => void): unknown };
}

export interface GatewaySettings {
  natsUrl: string;
  /** People with an open event stream on this gateway. */
  people: string[];
  /** Number of responses that are cached again per second, each for another person. */
  cachedPerSecond: number;
}

export interface Heard {
  cpuMs: number;
  messages: number;
  told: number;
}

const gatewayFile = <Module>(name: string): Promise<Module> => built('gateway', name);

/**
 * Runs the gateway's cache invalidation and live feed in a separate process, which receives published events and
 * commands. Each message of the parent process begins or ends a measurement.
 */
process.once('message', async ({ natsUrl, people, cachedPerSecond }: GatewaySettings) => {
  const nats = await connect({ servers: natsUrl });
  const { ResponseCache, ownUrlOf } = await gatewayFile<CacheModule>('cache/response-cache');
  const { CacheInvalidation } = await gatewayFile<InvalidationModule>('cache/cache-hooks');
  const { LiveFeed } = await gatewayFile<FeedModule>('live/live');
  const cache = new ResponseCache();
  new CacheInvalidation(nats, cache);
  const feed = new LiveFeed(nats);
  let told = 0;
  for (const userId of people) feed.join(userId, () => told++);
  let next = 0;
  const keep = () => {
    for (let kept = 0; kept < cachedPerSecond / 20 && people.length > 0; kept++) {
      const ownerId = people[next++ % people.length]!;
      const reading = cache.begin(ownUrlOf(ownerId), ownerId);
      if (reading) cache.end(reading, { ownerId, headers: [], body: '{}' });
    }
  };
  if (cachedPerSecond > 0) setInterval(keep, 50);
  await nats.flush();
  let [cpu, messages, toldBefore] = [process.cpuUsage(), 0, 0];
  process.on('message', (message) => {
    if (message === 'begin') [cpu, messages, toldBefore] = [process.cpuUsage(), nats.stats().inMsgs, told];
    else {
      const { user, system } = process.cpuUsage(cpu);
      const heard: Heard = {
        cpuMs: (user + system) / 1_000,
        messages: nats.stats().inMsgs - messages,
        told: told - toldBefore,
      };
      process.send!(heard);
    }
  });
  process.send!('ready');
});
