import { type RecordedEvent, surroundings } from '@candid/event-store';

interface Handlers {
  /** Receives events of the given type that follow each other directly; at least one. */
  run: (events: RecordedEvent[]) => Promise<void>;
  other: (event: RecordedEvent) => Promise<void>;
}

/** Passes events on in order: consecutive events of the type as a batch, another event alone, in its trace context. */
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
