import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventPosition } from './event.js';
import { PerPart } from './part.js';

type CommitListener = (last: EventPosition) => void;
type WorkListener = (queues: ReadonlySet<string>) => void;

interface Effects {
  /** Position of the last event that the transaction appended, for each listener. */
  appended: Map<CommitListener, EventPosition>;
  /** Queues of the work items that the transaction added. */
  queues: Set<string>;
}

const storage = new AsyncLocalStorage<Effects>();
const workListeners = new PerPart(() => new Set<WorkListener>());

/**
 * Runs `transaction` and announces, once it is committed, the events that it appended and the work items that it added. What
 * is rolled back is not announced.
 */
export async function announcingEffects<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const effects: Effects = { appended: new Map(), queues: new Set() };
  const result = await storage.run(effects, transaction);
  for (const [listener, last] of effects.appended) listener(last);
  if (effects.queues.size > 0) announceWork(effects.queues);
  return result;
}

/** Announces these events with the transaction at hand; does nothing without one. */
export function noteAppend(listener: CommitListener, last: EventPosition): void {
  storage.getStore()?.appended.set(listener, last);
}

/** Announces work of this queue with the transaction at hand; at once without one. */
export function noteWork(queue: string): void {
  const effects = storage.getStore();
  if (effects) effects.queues.add(queue);
  else announceWork(new Set([queue]));
}

/** Listens to the work that this part adds. @returns the unsubscription */
export function onWorkAdded(listener: WorkListener): () => void {
  const listeners = workListeners.value;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announceWork(queues: ReadonlySet<string>): void {
  for (const listener of workListeners.value) listener(queues);
}
