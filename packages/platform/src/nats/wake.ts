import type { EventPosition } from '@candid/event-store';
import type { NatsConnection } from '@nats-io/transport-node';
import { stateOf } from './connection-state.js';

const eventsSubject = (service: string): string => `wake.${service}`;
const workSubject = (service: string): string => `work.${service}`;

/** Sends the last committed event's position if it is known. If the message is lost, the next poll finds the event. */
export function wake(nats: NatsConnection, service: string, last?: EventPosition): void {
  if (!nats.isClosed()) nats.publish(eventsSubject(service), last && `${last.globalPosition}`);
}

/** Calls the listener after each message and after a reconnect. Returns a function that stops listening. */
export function onWake(nats: NatsConnection, service: string, listener: (last?: EventPosition) => void): () => void {
  return listen(nats, eventsSubject(service), (text) => listener(positionOf(text)));
}

/** If the message is lost, the next poll finds the work. */
export function wakeForWork(nats: NatsConnection, service: string, queues: ReadonlySet<string>): void {
  if (!nats.isClosed()) nats.publish(workSubject(service), [...queues].join(' '));
}

/** After a reconnect, calls the listener for all queues. Returns a function that stops listening. */
export function onWork(
  nats: NatsConnection,
  service: string,
  listener: (queues?: ReadonlySet<string>) => void,
): () => void {
  return listen(nats, workSubject(service), (text) => listener(text === '' ? undefined : new Set(text.split(' '))));
}

/** After a reconnect, calls the listener with an empty text. */
function listen(nats: NatsConnection, subject: string, listener: (text: string) => void): () => void {
  const subscription = nats.subscribe(subject, { callback: (_, message) => listener(message?.string() ?? '') });
  const forget = stateOf(nats).listen({ back: () => listener('') });
  return () => {
    forget();
    subscription.unsubscribe();
  };
}

function positionOf(text: string): EventPosition | undefined {
  return /^\d+$/.test(text) ? { globalPosition: BigInt(text) } : undefined;
}
