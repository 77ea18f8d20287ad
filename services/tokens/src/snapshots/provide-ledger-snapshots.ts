import {
  EventFollower,
  EventStore,
  inTransaction,
  LeaderElection,
  openCheckpoint,
  sessionOfClient,
} from '@candid/event-store';
import { PLATFORM, type Platform, watchFollowers } from '@candid/platform';
import { FollowerHost } from '@candid/platform/persistence';
import type { Provider } from '@nestjs/common';
import { extendSnapshots } from './extend-snapshots.js';
import { snapshotsName } from './snapshots-name.js';

const SNAPSHOTS_HOST = Symbol('SnapshotsHost');

/** Keeps the snapshots near the postings, in one process at a time; how near changes no answer, only how long it takes. */
export function provideLedgerSnapshots(): Provider {
  return {
    provide: SNAPSHOTS_HOST,
    useFactory: (platform: Platform, store: EventStore, election: LeaderElection) => {
      watchFollowers(platform.metrics, store, [snapshotsName]);
      return new FollowerHost(platform, [
        new EventFollower({
          ...{ name: snapshotsName, store, election },
          open: () => openCheckpoint(sessionOfClient(store.pool), snapshotsName),
          handle: (events, from) => inTransaction(store.pool, (session) => extendSnapshots(session, events, from)),
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'snapshots not extended'),
        }),
      ]);
    },
    inject: [PLATFORM, EventStore, LeaderElection],
  };
}
