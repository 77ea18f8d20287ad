import { randomFillSync } from 'node:crypto';

/** Who and what caused an event; stored beside it and published with it. */
export interface EventMetadata {
  correlationId: string;
  causationId?: string;
  actor?: string;
  /** What did it: a message, a subscriber, a queue or a job, by its name. Events from before it was kept have none. */
  command?: string;
  /** Of the request that a person has made, by its id; what comes of its events has none. */
  route?: string;
  traceparent?: string;
}

export interface NewEvent<Type extends string = string, Data extends object = object> {
  type: Type;
  data: Data;
  /** Of `data`'s shape; 1 if absent. */
  schemaVersion?: number;
  /** A uuid; made if absent. */
  eventId?: string;
}

/** A place in the order in which readers see events. Those that are ordered by position have one transaction id. */
export interface EventPosition {
  transactionId: bigint;
  globalPosition: bigint;
}

export interface RecordedEvent<Type extends string = string, Data = any> extends EventPosition {
  eventId: string;
  streamId: string;
  /** 1 for the first event of its stream, without gaps. */
  streamVersion: number;
  type: Type;
  schemaVersion: number;
  data: Data;
  metadata: EventMetadata;
  recordedAt: Date;
}

/** Before the first event. */
export const startPosition: EventPosition = { transactionId: 0n, globalPosition: 0n };

/** Negative where `a` comes before `b`, 0 where they are the same place. */
export function comparePositions(a: EventPosition, b: EventPosition): number {
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  if (a.globalPosition === b.globalPosition) return 0;
  return a.globalPosition < b.globalPosition ? -1 : 1;
}

const random = Buffer.alloc(10 * 256);
let used = random.length;

/**
 * A uuid of version 7 (RFC 9562): its first 48 bits are the time, so that the unique index of event ids grows at its
 * end and stays in memory, however many events there are.
 */
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

/**
 * By event type and the schema version it comes from: how `data` of that version becomes `data` of the next.
 * `{ AssessmentStarted: { 1: (data) => ({ ...data, mode: 'single' }) } }` leads from version 1 to 2.
 */
export type Upcasters = Record<string, Record<number, (data: any) => object>>;

/** The event in its type's newest schema version; what is stored is never rewritten. */
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
