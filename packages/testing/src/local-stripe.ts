import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface StripeSession {
  id: string;
  url: string;
  amount_total: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string | null;
  payment_status: 'paid' | 'unpaid';
  success_url: string;
}

export interface SignedNotification {
  body: string;
  signature: string;
}

/** Simulates the calls of Stripe's API that a purchase needs, and signs notifications as Stripe does. */
export class LocalStripe {
  readonly secretKey = 'sk_test_local_stripe';
  readonly webhookSecret = 'whsec_local_stripe';
  readonly sessions = new Map<string, StripeSession>();
  calls = 0;
  /** If set, every call gets this answer instead of a session. */
  failure: { status: number } | undefined;
  private readonly byKey = new Map<string, StripeSession>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<LocalStripe> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stripe = new LocalStripe(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void stripe.answer(request, response));
    return stripe;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  settings() {
    return {
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_URL: this.url,
    } as const;
  }

  session(id: string): StripeSession {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`there is no session ${id}`);
    return session;
  }

  aboutSession(type: string, id: string, changed: object = {}): SignedNotification {
    return this.notification(`checkout.session.${type}`, {
      ...this.session(id),
      object: 'checkout.session',
      ...changed,
    });
  }

  pay(id: string): SignedNotification {
    const session = this.session(id);
    session.payment_status = 'paid';
    session.payment_intent ??= `pi_${randomUUID()}`;
    return this.aboutSession('completed', id, { status: 'complete' });
  }

  notification(type: string, object: object, eventId = `evt_${randomUUID()}`): SignedNotification {
    const created = Math.floor(Date.now() / 1000);
    return this.sign(JSON.stringify({ id: eventId, object: 'event', type, created, data: { object } }));
  }

  /** `t=<seconds>,v1=<HMAC-SHA256 of "seconds.body">`. */
  sign(body: string, { secret = this.webhookSecret, secondsAgo = 0 } = {}): SignedNotification {
    const seconds = Math.floor(Date.now() / 1000) - secondsAgo;
    const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return { body, signature: `t=${seconds},v1=${v1}` };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1;
    const fields = new URLSearchParams(await text(request));
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.calls}` });
      response.end(JSON.stringify(body));
    };
    const refuse = (status: number, message: string): void => send(status, { error: { message, type: 'api_error' } });
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) return refuse(401, 'Invalid API Key');
    if (this.failure) return refuse(this.failure.status, 'out of order');
    if (request.method !== 'POST' || request.url !== '/v1/checkout/sessions') return refuse(404, 'no such call');
    const key = String(request.headers['idempotency-key']);
    const session = this.byKey.get(key) ?? this.newSession(fields);
    this.byKey.set(key, session);
    this.sessions.set(session.id, session);
    send(200, { object: 'checkout.session', status: 'open', ...session });
  }

  private newSession(fields: URLSearchParams): StripeSession {
    const id = `cs_test_${randomUUID()}`;
    const metadata = [...fields].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    });
    const item = 'line_items[0][price_data]';
    return {
      id,
      url: `${this.url}/pay/${id}`,
      amount_total: Number(fields.get(`${item}[unit_amount]`)) * Number(fields.get('line_items[0][quantity]')),
      currency: fields.get(`${item}[currency]`) ?? '',
      metadata: Object.fromEntries(metadata),
      payment_intent: null,
      payment_status: 'unpaid',
      success_url: fields.get('success_url') ?? '',
    };
  }
}
