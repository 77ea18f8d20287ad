import { IntegrationEventEnvelope, type IntegrationEventType } from '@candid/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';

export type ReceivedEvent<Data extends z.ZodType = z.ZodType> = Omit<IntegrationEventEnvelope, 'data'> & {
  data: z.output<Data>;
};

/**
 * Unlike a subscriber with an inbox, delivers events at most once, and none while disconnected. Ignores bad messages.
 * @param isWanted called before an event is parsed, because this process ignores most events
 */
export function listenToEvent<Data extends z.ZodType>(
  nats: NatsConnection,
  type: IntegrationEventType<Data>,
  listener: (event: ReceivedEvent<Data>) => void,
  isWanted: () => boolean = () => true,
): () => void {
  const subscription = nats.subscribe(type.subject, {
    callback: (error, message) => {
      if (error || !isWanted()) return;
      const event = parseEvent(type, message);
      if (event.ok) listener(event.event);
    },
  });
  return () => subscription.unsubscribe();
}

/** @returns the event, or the reason why it cannot be parsed, with names of fields but no values */
export function parseEvent<Data extends z.ZodType>(
  type: IntegrationEventType<Data>,
  message: { json<T>(): T },
): { ok: true; event: ReceivedEvent<Data> } | { ok: false; reason: string } {
  let body: unknown;
  try {
    body = message.json();
  } catch {
    return { ok: false, reason: 'the message is not JSON' };
  }
  const envelope = IntegrationEventEnvelope.safeParse(body);
  if (!envelope.success) return { ok: false, reason: `envelope: ${fieldsOf(envelope.error)}` };
  const data = type.data.safeParse(envelope.data.data);
  if (!data.success) return { ok: false, reason: `data: ${fieldsOf(data.error)}` };
  return { ok: true, event: { ...envelope.data, data: data.data } };
}

const fieldsOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'body'} (${issue.code})`).join(', ');
