import type { NatsConnection } from '@nats-io/transport-node';

const wakeSubject = (service: string): string => `wake.${service}`;

/** Tells the service's other processes that committed work waits. Lost wake-ups cost a poll interval, nothing else. */
export function wake(nats: NatsConnection, service: string): void {
  if (!nats.isClosed()) nats.publish(wakeSubject(service));
}

/** @returns a function that stops listening */
export function onWake(nats: NatsConnection, service: string, listener: () => void): () => void {
  const subscription = nats.subscribe(wakeSubject(service), { callback: () => listener() });
  return () => subscription.unsubscribe();
}
