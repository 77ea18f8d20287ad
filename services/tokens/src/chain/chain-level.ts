import { setTimeout as delay } from 'node:timers/promises';
import { comparePositions, type EventStore, openCheckpoint, sessionOfClient } from '@candid/event-store';
import { chainName } from './extend-chain.js';

const lookMs = 50;

/** True once the chain has every event that is committed now, false after `waitMs`. */
export async function chainIsLevel(store: EventStore, waitMs: number): Promise<boolean> {
  const wanted = await store.lastPosition();
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const position = await openCheckpoint(sessionOfClient(store.pool), chainName);
    if (comparePositions(position, wanted) >= 0) return true;
    if (performance.now() >= deadlineMs) return false;
    await delay(lookMs);
  }
}
