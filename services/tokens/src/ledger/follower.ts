import {
  EventFollower,
  type EventPosition,
  EventStore,
  LeaderElection,
  openCheckpoint,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import { PLATFORM, type Platform, watchFollowers } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { FollowerHost } from '@candid/platform/persistence';
import type { Provider } from '@nestjs/common';

interface LedgerFollower {
  /** Names the checkpoint, the lock and the metrics. */
  name: string;
  /** Handles the events and moves the checkpoint from `from`, in the given transaction. */
  extend: (session: SqlSession, events: RecordedEvent[], from: EventPosition) => Promise<void>;
  /** Logged if `extend` fails. */
  failure: string;
}

/** Updates tables from the ledger's events, in one process at a time. */
export function provideLedgerFollower({ name, extend, failure }: LedgerFollower): Provider {
  return {
    provide: Symbol(name),
    useFactory: (platform: Platform, store: EventStore, database: Database, election: LeaderElection) => {
      watchFollowers(platform.metrics, store, [name]);
      return new FollowerHost(
        new EventFollower({
          ...{ name, store, election },
          ...platform.pace.follower,
          // No request waits for these rows, because reads add the newer events.
          gatherMs: 100,
          open: () => openCheckpoint(database, name),
          handle: (events, from) => database.transaction(({ session }) => extend(session, events, from)),
          onError: (error, follower) => platform.logger.error({ err: error, follower }, failure),
        }),
      );
    },
    inject: [PLATFORM, EventStore, Database, LeaderElection],
  };
}
