import { EventStore } from '@candid/event-store';
import { CLOCK, type Clock, LOGGER, type Logger, RpcClient } from '@candid/platform';
import type { Provider } from '@nestjs/common';
import { ExpireHolds } from '../holds/expire-holds.js';
import { Reconcile } from './reconcile.js';

export const reconcileProvider: Provider = {
  provide: Reconcile,
  useFactory: (store: EventStore, rpc: RpcClient, clock: Clock, expiring: ExpireHolds, logger: Logger) =>
    new Reconcile({ store, rpc, clock, expiring, logger }),
  inject: [EventStore, RpcClient, CLOCK, ExpireHolds, LOGGER],
};
