import { type EventStore, followerLags, sessionOfClient } from '@candid/event-store';
import type { Metrics } from './metrics.js';
import { sharedRead } from './shared-read.js';

const watched = new WeakMap<Metrics, string[]>();

/**
 * How far those who read this database's events are behind: projections, the relay and whatever else keeps a checkpoint
 * of that name. Every process that could lead them tells the same figure.
 */
export function watchFollowers(metrics: Metrics, store: EventStore, names: readonly string[]): void {
  const known = watched.get(metrics);
  if (known) {
    known.push(...names);
    return;
  }
  const all = [...names];
  watched.set(metrics, all);
  const session = sessionOfClient(store.pool);
  const lags = sharedRead(() => followerLags(session, all));
  metrics.gaugeBy('event_follower_lag_events', 'Events that a follower has not read yet', 'follower', async () =>
    figures(await lags(), ({ events }) => events),
  );
  metrics.gaugeBy('event_follower_lag_seconds', 'Age of the first event not read yet', 'follower', async () =>
    figures(await lags(), ({ seconds }) => seconds),
  );
}

/** The relay is a follower like others, and the one whose delay other services feel. */
export function watchOutbox(metrics: Metrics, store: EventStore, checkpoint: string): void {
  const session = sessionOfClient(store.pool);
  metrics.gaugeEach('outbox_oldest_unpublished_seconds', 'Age of the first event not published yet', [], async () => [
    { labels: {}, value: (await followerLags(session, [checkpoint])).get(checkpoint)?.seconds ?? 0 },
  ]);
}

const figures = <Value>(values: ReadonlyMap<string, Value>, figure: (value: Value) => number): Map<string, number> =>
  new Map([...values].map(([name, value]) => [name, figure(value)]));
