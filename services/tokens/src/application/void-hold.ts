import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../domain/ledger/accounts.js';
import { CLOCK, type Clock } from './clock.js';
import { type TransferOutcome, Transfers } from './transfers.js';

/** Gives a hold's tokens back to its user. Once: a hold that is void already stays as it is; one that is used up is refused. */
@Injectable()
export class VoidHold {
  constructor(
    @Inject(Transfers) private readonly transfers: Transfers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run({ userId, holdId }: { userId: string; holdId: string }, metadata: EventMetadata): Promise<TransferOutcome> {
    const effectiveAt = this.clock().toISOString();
    const command = { type: 'VoidHold', account: userAccount(userId), reason: 'released', effectiveAt } as const;
    return this.transfers.run(holdId, command, metadata);
  }
}
