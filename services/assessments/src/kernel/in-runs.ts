import { type RecordedEvent, surroundings } from '@candid/event-store';

interface Handlers {
  /** Receives one or more consecutive events of the given type. */
  run: (events: RecordedEvent[]) => Promise<void>;
  other: (event: RecordedEvent) => Promise<void>;
}

/** Handles events in order: consecutive events of the type as a batch, any other event alone in its trace context. */
export async function inRuns(events: readonly RecordedEvent[], type: string, { run, other }: Handlers): Promise<void> {
  let waiting: RecordedEvent[] = [];
  for (const event of events) {
    if (event.type === type) {
      waiting.push(event);
      continue;
    }
    if (waiting.length > 0) await run(waiting);
    waiting = [];
    await surroundings().following(event.metadata, () => other(event));
  }
  if (waiting.length > 0) await run(waiting);
}
