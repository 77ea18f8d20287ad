import type { WorkItem } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import type { Processor } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { RefundEscrow } from '../../application/refund-escrow.js';
import { LIMITS } from '../../config.js';
import { awaitTokens } from '../await-tokens.js';
import { REFUNDS_QUEUE, type RefundPayload } from './refunds.job.js';

/**
 * Gives back the rest of an ended assessment's escrow. The transfer commits by itself, before the item's end: a process
 * that dies in between does it again, and the assessment's key makes that a replay.
 */
@Injectable()
export class RefundsProcessor implements Processor {
  readonly queue = REFUNDS_QUEUE;
  readonly concurrency = LIMITS.bookingsAtOnce;

  constructor(@Inject(RefundEscrow) private readonly refunding: RefundEscrow) {}

  async handle(item: WorkItem): Promise<void> {
    const { cause, refund } = item.payload as RefundPayload;
    await awaitTokens(this.refunding.run(refund, causedBy(cause)));
  }
}
