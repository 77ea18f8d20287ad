import type { RepeatedJob } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../application/clock.js';
import { EraseAccounts } from '../../application/erase-accounts.js';

/** Redelivery: what is due is asked of the rows, and an account that is erased has none. */
@Injectable()
export class ErasureJob implements RepeatedJob {
  readonly name = 'identity-erasure';
  readonly everyMs = 10 * 60_000;

  constructor(
    @Inject(EraseAccounts) private readonly erasing: EraseAccounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.erasing.run(this.clock());
  }
}
