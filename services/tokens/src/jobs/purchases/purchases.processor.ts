import type { WorkItem } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import type { Processor } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { CreditPurchase } from '../../application/credit-purchase.js';
import { PURCHASES_QUEUE, type PurchasePayload } from './purchases.job.js';

/** Credits paid purchases. Redelivery, or a death between the transfer and the item's end: the checkout's key is a replay. */
@Injectable()
export class PurchasesProcessor implements Processor {
  readonly queue = PURCHASES_QUEUE;

  constructor(@Inject(CreditPurchase) private readonly crediting: CreditPurchase) {}

  async handle(item: WorkItem): Promise<void> {
    const { cause, purchase } = item.payload as PurchasePayload;
    await this.crediting.run(purchase, causedBy(cause));
  }
}
