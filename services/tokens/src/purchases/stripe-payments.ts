import type { Provider } from '@nestjs/common';
import { z } from 'zod';
import type { StripeSettings } from '../kernel/config.js';
import { badSignature, type DisputeState, providerUnavailable } from './checkout.js';
import {
  type CheckoutOrder,
  noPayments,
  PAYMENT_PROVIDER,
  type PaymentNotification,
  type PaymentProvider,
  type SessionNews,
} from './payment-provider.js';

const limits = { timeoutMs: 4_000, maxNetworkRetries: 1, signatureToleranceSeconds: 300 } as const;

const sessionStates: Record<string, SessionNews['state']> = {
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'failed',
  'checkout.session.expired': 'expired',
};

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const metadata = z
  .object({ checkoutId: z.uuid().optional(), userId: z.string().optional(), tokens: z.coerce.number().optional() })
  .nullish()
  .catch(undefined);

const Session = z.object({
  id: z.string(),
  payment_status: z.string(),
  payment_intent: reference,
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  metadata,
});

/** A charge that was refunded, partly or completely. */
const Charge = z.object({
  payment_intent: reference,
  amount: z.number(),
  amount_refunded: z.number(),
  currency: z.string(),
  metadata,
});

/** A charge's dispute. Stripe does not copy the payment's metadata to it. */
const Dispute = z.object({
  id: z.string(),
  payment_intent: reference,
  status: z.string().optional(),
  amount: z.number(),
  currency: z.string(),
  metadata,
});

/** All other states of a dispute count as open. */
const closedDisputes: Record<string, DisputeState> = { won: 'won', warning_closed: 'won', lost: 'lost' };

/** Stripe Checkout: the buyer enters the card on Stripe's page, and a signed notification reports the payment. */
async function connectStripe({
  secretKey,
  webhookSecret,
  publicUrl,
  apiUrl,
}: StripeSettings): Promise<PaymentProvider> {
  const { timeoutMs: timeout, maxNetworkRetries, signatureToleranceSeconds } = limits;
  const stripe = await loadStripe(secretKey, { timeout, maxNetworkRetries, telemetry: false, ...addressOf(apiUrl) });

  const verified = (body: Buffer, signature: string): StripeEvent => {
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, signatureToleranceSeconds);
    } catch {
      throw badSignature();
    }
  };

  return {
    isEnabled: true,
    async openCheckout(order) {
      try {
        const session = await stripe.checkout.sessions.create(sessionOf(order, publicUrl), {
          idempotencyKey: order.checkoutId,
        });
        if (session.url === null) throw new Error('Stripe made a session without a page');
        return { sessionId: session.id, url: session.url };
      } catch (error) {
        if (isPassing(error)) throw providerUnavailable();
        throw error;
      }
    },
    readNotification(body, signature) {
      const event = verified(body, signature);
      const { id: eventId, type, created } = event;
      return { eventId, type, at: new Date(created * 1000).toISOString(), about: newsOf(event) };
    },
  };
}

function sessionOf({ checkoutId, userId, tokens, price, currency }: CheckoutOrder, publicUrl: string): object {
  const metadata = { checkoutId, userId, tokens: String(tokens) };
  const product_data = { name: `${tokens} tokens` };
  const priceData = { currency: currency.toLowerCase(), unit_amount: price, product_data };
  return {
    mode: 'payment',
    client_reference_id: checkoutId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [{ quantity: 1, price_data: priceData }],
    success_url: `${publicUrl}/pay?session_id={CHECKOUT_SESSION_ID}&token_amount=${tokens}&update_tokens=true`,
    cancel_url: `${publicUrl}/pay`,
  };
}

function newsOf({ type, data }: StripeEvent): PaymentNotification['about'] {
  if (type === 'checkout.session.completed' || type in sessionStates) {
    return sessionNews(type, Session.parse(data.object));
  }
  if (type === 'charge.refunded') return refundNews(Charge.parse(data.object));
  if (type === 'charge.dispute.created' || type === 'charge.dispute.closed') {
    return disputeNews(Dispute.parse(data.object));
  }
  return { kind: 'other' };
}

/** A charge without a payment intent belongs to no checkout. */
function refundNews({ payment_intent, metadata, ...charge }: z.output<typeof Charge>): PaymentNotification['about'] {
  if (!payment_intent) return { kind: 'other' };
  const { amount_refunded: amount } = charge;
  return {
    ...{ kind: 'refund', paymentId: payment_intent, checkoutId: metadata?.checkoutId, amount },
    isWhole: amount >= charge.amount,
    currency: charge.currency.toUpperCase(),
  };
}

function disputeNews({ payment_intent, metadata, ...dispute }: z.output<typeof Dispute>): PaymentNotification['about'] {
  if (!payment_intent) return { kind: 'other' };
  const { id: disputeId, amount } = dispute;
  return {
    ...{ kind: 'dispute', paymentId: payment_intent, checkoutId: metadata?.checkoutId, disputeId, amount },
    state: closedDisputes[dispute.status ?? ''] ?? 'open',
    currency: dispute.currency.toUpperCase(),
  };
}

function sessionNews(type: string, session: z.output<typeof Session>): SessionNews {
  const { id, payment_status, payment_intent, amount_total, currency, metadata } = session;
  return {
    kind: 'session',
    state: sessionStates[type] ?? (payment_status === 'paid' ? 'paid' : 'pending'),
    sessionId: id,
    paymentId: payment_intent ?? undefined,
    ...{ checkoutId: metadata?.checkoutId, userId: metadata?.userId, tokens: metadata?.tokens },
    amount: amount_total ?? 0,
    currency: (currency ?? '').toUpperCase(),
  };
}

/** Returns true if Stripe is unavailable, overloaded or broken, so that a retry may succeed. */
function isPassing(error: unknown): boolean {
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown };
  return (
    type === 'StripeConnectionError' || statusCode === 429 || (typeof statusCode === 'number' && statusCode >= 500)
  );
}

function addressOf(apiUrl: string | undefined): object {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const standardPort = protocol === 'http:' ? 80 : 443;
  return { protocol: protocol.slice(0, -1), host: hostname, port: port === '' ? standardPort : Number(port) };
}

/** The part of Stripe's SDK that this file uses. */
interface StripeSdk {
  checkout: {
    sessions: {
      create(params: object, options: { idempotencyKey: string }): Promise<{ id: string; url: string | null }>;
    };
  };
  webhooks: {
    /** Throws if the header does not sign the body, or if the signature is older than `toleranceSeconds`. */
    constructEvent(body: Buffer, header: string, secret: string, toleranceSeconds: number): StripeEvent;
  };
}

interface StripeEvent {
  id: string;
  type: string;
  /** Unix seconds. */
  created: number;
  data: { object: unknown };
}

type StripeModule = { default: new (secretKey: string, options: object) => StripeSdk };

const packageName: string = 'stripe';

/**
 * Loads the package only if payments are enabled. The type of `packageName` hides the package from the compiler,
 * because the package's declarations are larger than the rest of this service.
 */
async function loadStripe(secretKey: string, options: object): Promise<StripeSdk> {
  const { default: Stripe } = (await import(packageName)) as StripeModule;
  return new Stripe(secretKey, options);
}

/** Provides Stripe if it is configured; otherwise, nothing is for sale. */
export const providePayments = (stripe: StripeSettings | undefined): Provider => ({
  provide: PAYMENT_PROVIDER,
  useFactory: async (): Promise<PaymentProvider> => (stripe ? connectStripe(stripe) : noPayments),
});
