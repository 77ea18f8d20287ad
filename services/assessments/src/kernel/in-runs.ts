import { type RecordedEvent, surroundings } from '@candid/event-store';

interface Handlers {
  /** Of the wanted type, one after another in the stream of events, at least one. */
  run: (events: RecordedEvent[]) => Promise<void>;
  other: (event: RecordedEvent) => Promise<void>;
}

/** Hands over neighbouring events of one type together and all others one by one, each as what it comes of, in their order. */
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
