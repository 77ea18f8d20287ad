import type { EventPosition } from '@candid/event-store';
import type { NatsConnection } from '@nats-io/transport-node';

const wakeSubject = (service: string): string => `wake.${service}`;

/**
 * Tells the service's other processes that committed work waits, up to which event where that is known. Lost wake-ups
 * cost a poll interval, nothing else.
 */
export function wake(nats: NatsConnection, service: string, last?: EventPosition): void {
  if (!nats.isClosed()) nats.publish(wakeSubject(service), last && `${last.transactionId} ${last.globalPosition}`);
}

/** @returns a function that stops listening */
export function onWake(nats: NatsConnection, service: string, listener: (last?: EventPosition) => void): () => void {
  const subscription = nats.subscribe(wakeSubject(service), {
    callback: (_, message) => listener(positionOf(message?.string())),
  });
  return () => subscription.unsubscribe();
}

function positionOf(text = ''): EventPosition | undefined {
  const [, transactionId, globalPosition] = /^(\d+) (\d+)$/.exec(text) ?? [];
  if (transactionId === undefined || globalPosition === undefined) return undefined;
  return { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) };
}
