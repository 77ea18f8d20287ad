import type { RecordedEvent } from './event.js';

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
