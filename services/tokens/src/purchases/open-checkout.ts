import { TOKEN_PACKS } from '@candid/contracts';
import { type EventMetadata, uuidOf } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Checkouts } from './checkouts.js';
import { invalidAmount, otherPrice, paymentsDisabled } from './domain/errors.js';
import type { KnownCheckout } from './domain/state.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from './provider/payment-provider.js';

export interface PurchaseRequest {
  userId: string;
  tokenAmount: number;
  /** Minor units: only checked, the pack has the price. */
  purchasePrice?: number | undefined;
  /** Once per key. */
  requestKey: string;
}

/**
 * Opens the provider's page for a pack. The order is recorded before the provider hears of it, so that whatever the
 * provider tells later is about something that is known here, even if this process dies in between.
 */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly checkouts: Checkouts,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws DomainError VALIDATION_FAILED, PAYMENTS_DISABLED, IDEMPOTENCY_KEY_REUSED, UNAVAILABLE. */
  async run(request: PurchaseRequest, metadata: EventMetadata): Promise<{ sessionId: string; url: string }> {
    const pack = this.packOf(request);
    const { userId, requestKey } = request;
    const checkoutId = uuidOf(`checkout ${requestKey}`);
    const order = { userId, ...pack };
    const requested = await this.checkouts.run(
      checkoutId,
      { type: 'RequestCheckout', ...order, at: this.now() },
      metadata,
    );
    const page = pageOf(requested) ?? (await this.provider.openCheckout({ checkoutId, ...order }));
    const opened = await this.checkouts.run(checkoutId, { type: 'OpenCheckout', ...page, at: this.now() }, metadata);
    return pageOf(opened) ?? page;
  }

  private packOf({ tokenAmount, purchasePrice }: PurchaseRequest): { tokens: number; price: number; currency: string } {
    if (!(tokenAmount >= 1)) throw invalidAmount();
    if (!this.provider.isEnabled) throw paymentsDisabled();
    const pack = TOKEN_PACKS.find(({ tokens }) => tokens === tokenAmount);
    if (!pack) throw invalidAmount();
    if (purchasePrice !== undefined && purchasePrice !== pack.price) throw otherPrice();
    return pack;
  }

  private now(): string {
    return this.clock().toISOString();
  }
}

function pageOf({ sessionId, url }: KnownCheckout): { sessionId: string; url: string } | undefined {
  return sessionId !== undefined && url !== undefined ? { sessionId, url } : undefined;
}
