import { randomFillSync } from 'node:crypto';

/** Data that is stored beside the event and published with it. */
export interface EventMetadata {
  correlationId: string;
  causationId?: string;
  actor?: string;
  /** Name of the message, subscriber, queue or job that caused the event; absent in older events. */
  command?: string;
  /** Id of the route that a person called; absent for events that only result from the call's events. */
  route?: string;
  traceparent?: string;
}

export interface NewEvent<Type extends string = string, Data extends object = object> {
  type: Type;
  data: Data;
  /** Version of the schema of `data`; 1 if absent. */
  schemaVersion?: number;
  /** A UUID; generated if absent. */
  eventId?: string;
}

/** A place in the reading order. */
export interface EventPosition {
  globalPosition: bigint;
}

export interface RecordedEvent<Type extends string = string, Data = any> extends EventPosition {
  eventId: string;
  streamId: string;
  /** Number of the event in its stream, from 1 without gaps. */
  streamVersion: number;
  type: Type;
  schemaVersion: number;
  data: Data;
  metadata: EventMetadata;
  recordedAt: Date;
}

/** The position before the first event. */
export const startPosition: EventPosition = { globalPosition: 0n };

/** Returns a negative number if `a` comes before `b`, and 0 if both are the same place. */
export function comparePositions(a: EventPosition, b: EventPosition): number {
  if (a.globalPosition === b.globalPosition) return 0;
  return a.globalPosition < b.globalPosition ? -1 : 1;
}

const random = Buffer.alloc(10 * 256);
let used = random.length;

/** A UUID of version 7 (RFC 9562). It begins with the time, so the unique index of event ids grows at its end and stays in memory. */
export function newEventId(nowMs = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const time = nowMs.toString(16).padStart(12, '0');
  const bits = random.toString('hex', used, used + 10);
  used += 10;
  const variant = '89ab'[Number.parseInt(bits[4]!, 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(1, 4)}-${variant}${bits.slice(5, 8)}-${bits.slice(8)}`;
}

/** Upcasts by event type and version: `{ Moved: { 1: (data) => ({ ...data, mode: 'single' }) } }` makes version 2. */
export type Upcasters = Record<string, Record<number, (data: any) => object>>;

/** Returns the event in the newest version of its type. Stored events are never rewritten. */
export function upcast<Event extends RecordedEvent>(event: Event, upcasters: Upcasters | undefined): Event {
  const steps = upcasters?.[event.type];
  if (!steps?.[event.schemaVersion]) return event;
  let { data, schemaVersion } = event;
  for (let step = steps[schemaVersion]; step; step = steps[schemaVersion]) {
    data = step(data);
    schemaVersion += 1;
  }
  return { ...event, data, schemaVersion };
}
