import type { EventPosition } from '@candid/event-store';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { stateOf } from './connection-state.js';

const wakeSubject = (service: string): string => `wake.${service}`;
/** A message about work begins with this text; any other message on the subject is about events. */
const WORK = 'work ';

/** Sends the last committed event's position if it is known. If the message is lost, the next poll finds the event. */
export function wake(nats: NatsConnection, service: string, last?: EventPosition): void {
  if (!nats.isClosed()) nats.publish(wakeSubject(service), last && `${last.transactionId} ${last.globalPosition}`);
}

/** Calls the listener after each message and after a reconnect. Returns a function that stops listening. */
export function onWake(nats: NatsConnection, service: string, listener: (last?: EventPosition) => void): () => void {
  const receive = (text: string) => {
    if (!text.startsWith(WORK)) listener(positionOf(text));
  };
  return listen(nats, service, { receive, back: listener });
}

/** If the message is lost, the next poll finds the work. */
export function wakeForWork(nats: NatsConnection, service: string, queues: ReadonlySet<string>): void {
  if (!nats.isClosed()) nats.publish(wakeSubject(service), `${WORK}${[...queues].join(' ')}`);
}

/** After a reconnect, calls the listener for all queues. Returns a function that stops listening. */
export function onWork(
  nats: NatsConnection,
  service: string,
  listener: (queues?: ReadonlySet<string>) => void,
): () => void {
  const receive = (text: string) => {
    if (text.startsWith(WORK)) listener(new Set(text.slice(WORK.length).split(' ')));
  };
  return listen(nats, service, { receive, back: listener });
}

function listen(
  nats: NatsConnection,
  service: string,
  { receive, back }: { receive: (text: string) => void; back: () => void },
): () => void {
  const callback = (_: unknown, message: Msg | undefined) => receive(message?.string() ?? '');
  const subscription = nats.subscribe(wakeSubject(service), { callback });
  const forget = stateOf(nats).listen({ back: () => back() });
  return () => {
    forget();
    subscription.unsubscribe();
  };
}

function positionOf(text: string): EventPosition | undefined {
  const [, transactionId, globalPosition] = /^(\d+) (\d+)$/.exec(text) ?? [];
  if (transactionId === undefined || globalPosition === undefined) return undefined;
  return { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) };
}
