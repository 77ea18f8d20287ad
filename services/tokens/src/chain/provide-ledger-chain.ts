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
import { chainName, extendChain } from './extend-chain.js';

const CHAIN_HOST = Symbol('ChainHost');

/**
 * Keeps the chain level with the events, in one process at a time. Links and checkpoint are one transaction: an event that
 * comes again after a crash has no link yet.
 */
export function provideLedgerChain(): Provider {
  return {
    provide: CHAIN_HOST,
    useFactory: (platform: Platform, store: EventStore, election: LeaderElection) => {
      watchFollowers(platform.metrics, store, [chainName]);
      return new FollowerHost(platform, [
        new EventFollower({
          ...{ name: chainName, store, election },
          open: () => openCheckpoint(sessionOfClient(store.pool), chainName),
          handle: (events, from) => inTransaction(store.pool, (session) => extendChain(session, events, from)),
          onError: (error, follower) => platform.logger.error({ err: error, follower }, 'chain not extended'),
        }),
      ]);
    },
    inject: [PLATFORM, EventStore, LeaderElection],
  };
}
