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
