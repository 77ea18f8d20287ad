import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@candid/event-store';

/** Before the first event, in hex. */
export const firstHash = '0'.repeat(64);

/**
 * The hash that stands for this event and all before it: SHA-256 over the previous hash and everything that is stored of
 * the event, its place included. The database keeps the order of an object's keys, so the same row is the same text.
 * Both hashes are hex.
 */
export function linkOf(previous: string, event: RecordedEvent): string {
  const { transactionId, globalPosition, eventId, streamId, streamVersion, type, schemaVersion } = event;
  const place = [String(transactionId), String(globalPosition), eventId, streamId, streamVersion, type, schemaVersion];
  const content = JSON.stringify([...place, event.data, event.metadata, event.recordedAt.getTime()]);
  return createHash('sha256').update(previous, 'hex').update(content).digest('hex');
}
