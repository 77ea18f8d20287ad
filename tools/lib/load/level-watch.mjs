import { setTimeout as delay } from 'node:timers/promises';
import { Latencies } from './latencies.mjs';
import { Levels } from './levels.mjs';

const everyMs = 2_000;

/** Looks at followers, consumers and queues again and again. Resolves when it has begun. */
export async function watchLevels(system) {
  const levels = await Levels.of(system);
  const stopping = new AbortController();
  const found = { followers: new Map(), consumers: new Map(), queues: new Map() };
  const note = (kind, of, value) => {
    if (!found[kind].has(of)) found[kind].set(of, new Latencies());
    found[kind].get(of).add(value);
  };
  const look = async () => {
    for (const { of, seconds } of await levels.followers()) note('followers', of, seconds * 1_000);
    for (const { of, items } of await levels.consumers()) note('consumers', of, items);
    for (const { of, seconds } of await levels.queues()) note('queues', of, seconds * 1_000);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      // The next look follows after a failure, too.
      await look().catch(() => undefined);
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    /** Resolves to { followers, consumers, queues, givenUp }; the first three are values by name. */
    stop: async () => {
      stopping.abort();
      await running;
      const givenUp = await levels.givenUp();
      await levels.close();
      return { ...found, givenUp };
    },
  };
}
