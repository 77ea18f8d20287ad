import { randomUUID } from 'node:crypto';
import {
  type IntegrationEventType,
  identityRpc,
  type RequestContext,
  type Role,
  type Session,
  type UserId,
} from '@candid/contracts';
import { type SqlSession, sessionOfClient } from '@candid/event-store';
import { type RpcClient, type RunningProcess, startService } from '@candid/platform';
import { runMigrations } from '@candid/platform/orm';
import {
  eventually,
  migratedDatabase,
  type NatsFixture,
  natsFixture,
  SignedRpcClient,
  sessionUrlOf,
  testKeys,
} from '@candid/testing';
import pg from 'pg';
import { AppModule } from './app.module.js';
import { PasswordHasher } from './kernel/passwords.js';
import { hashOfSecret, newResetToken } from './kernel/secrets.js';
import { migrations } from './migrations/all.js';
import { addResetTokenHash } from './recovery/passwords.js';
import { addCodeHash, hashOfSignupCode, newSignupCode } from './sign-up/signup-codes.js';

export const PASSWORD = 'Correct horse!';
export const PASSKEY = 'rosebud-7';

/** The specs compute hundreds of hashes; at the usual cost each takes about 50 ms of a core. */
export const CHEAP = { memory: 64, passes: 1, parallelism: 1 };
export const cheapHasher = new PasswordHasher(undefined, CHEAP);

type PublishedEvent = Record<string, unknown> & { eventId: string };

/** The identity service in this process on real PostgreSQL and NATS, asked over NATS as the gateway asks it. */
export class IdentityFixture {
  readonly publicKey = testKeys.JWT_PUBLIC_KEY;
  private offsetMs = 0;

  private constructor(
    readonly databaseUrl: string,
    private readonly dropDatabase: () => Promise<void>,
    readonly nats: NatsFixture,
    private readonly pool: pg.Pool,
    readonly rpc: RpcClient,
    private readonly passwords: PasswordHasher,
  ) {}

  service!: RunningProcess;
  /** Host and port that the service connects to from its next start on, in place of the pooler's. */
  gate: string | undefined;

  static async start({ passwords = cheapHasher } = {}): Promise<IdentityFixture> {
    const migrated = migratedDatabase({ migrations, runMigrations });
    const [database, nats] = await Promise.all([migrated, natsFixture()]);
    const applicationUrl = database.applicationUrl;
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    const rpc = new SignedRpcClient(nats.connection);
    const fixture = new IdentityFixture(applicationUrl, () => database.drop(), nats, pool, rpc, passwords);
    // Before the service, whose subscribers look again only after a pause.
    await nats.ensureStreams('assessments', 'photos');
    await fixture.startService();
    return fixture;
  }

  readonly clock = (): Date => new Date(Date.now() + this.offsetMs);

  passTime(ms: number): void {
    this.offsetMs += ms;
  }

  async startService(
    passkeys = [{ name: 'beta', secret: PASSKEY }],
    secondFactor: 'required' | 'optional' = 'required',
  ): Promise<void> {
    const config = {
      ...this.coreConfig(),
      ...testKeys,
      HASH_KEY: 'a key for the hashes of this test system',
      ASSESSOR_PASSKEYS: passkeys,
      RATE_LIMIT_FACTOR: 1,
      ANALYTICS_SINK: 'none',
      SUPPORT_SEARCHES_PER_DAY: 100,
      SUPPORT_REVEALS_PER_DAY: 10,
      STAFF_SECOND_FACTOR: secondFactor,
    } as const;
    this.service = await startService(AppModule.forRoot(config, this.clock, this.passwords), {
      name: 'identity',
      config,
    });
  }

  coreConfig() {
    return {
      NATS_URL: this.nats.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      DATABASE_URL: sessionUrlOf(this.databaseUrl),
      DATABASE_POOLER: this.gate ?? new URL(this.databaseUrl).host,
    } as const;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.pool.end();
    await this.nats.stop();
    await this.dropDatabase();
  }

  /** The session has the rights of the database owner. */
  get session(): SqlSession {
    return sessionOfClient(this.pool);
  }

  context(more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: [], ...more };
  }

  contextOf({ user, token }: Session, more: Partial<RequestContext> = {}): RequestContext {
    const { sid, roles } = claimsOf(token);
    return this.context({ userId: user.userId, roles, sessionId: sid, ...more });
  }

  /** Asks for a code and puts one in the place of the mail's. */
  async signupCodeFor(email: string): Promise<string> {
    await this.rpc.call(identityRpc.requestSignupCode, { email }, this.context());
    return this.mailedCodeFor(email);
  }

  async mailedCodeFor(email: string): Promise<string> {
    const [row] = await this.session.query<{ request_id: string }>(
      'select request_id from signup_codes where email = lower($1)',
      [email],
    );
    const code = newSignupCode();
    await addCodeHash(this.session, {
      requestId: row!.request_id,
      codeHash: hashOfSignupCode(code),
      now: this.clock(),
    });
    return code;
  }

  /** Asks for a reset link and puts a token in the place of the mail's. */
  async resetTokenFor(email: string): Promise<string> {
    await this.rpc.call(identityRpc.requestPasswordReset, { email }, this.context());
    const [row] = await this.session.query<{ request_id: string }>(
      'select request_id from password_resets where email = lower($1) order by expires_at desc limit 1',
      [email],
    );
    const token = newResetToken();
    const added = { requestId: row!.request_id, tokenHash: hashOfSecret(token), now: this.clock() };
    await addResetTokenHash(this.session, added);
    return token;
  }

  async signUp(
    email = `${randomUUID()}@example.org`,
  ): Promise<Session & { eventIds: string[]; hasWelcomeGrant: boolean; email: string }> {
    const signupCode = await this.signupCodeFor(email);
    const form = { email, password: PASSWORD, signupCode };
    return { ...(await this.rpc.call(identityRpc.signUp, form, this.context())), email };
  }

  async getUser(userId: UserId) {
    return this.rpc.call(identityRpc.getUser, { userId }, this.context({ userId }));
  }

  async publish<Type extends IntegrationEventType>(
    type: Type,
    data: unknown,
    more: Partial<PublishedEvent> = {},
  ): Promise<PublishedEvent> {
    const event: PublishedEvent = {
      eventId: randomUUID(),
      type: type.type,
      version: type.version,
      streamId: 'photo-assessment-1',
      streamVersion: 1,
      recordedAt: new Date().toISOString(),
      correlationId: randomUUID(),
      data,
      ...more,
    };
    await this.deliver(type, event);
    return event;
  }

  /** Publishes the event once more; the server does not recognise it as a duplicate. */
  async deliver(type: IntegrationEventType, event: PublishedEvent): Promise<void> {
    await this.nats.jetstream.publish(type.subject, JSON.stringify(event));
  }

  /** Resolves when the subscriber has committed these events and the account's read model shows them. */
  async settled(subscriber: string, ...events: PublishedEvent[]): Promise<void> {
    const eventIds = events.map((event) => event.eventId);
    const request = { subscriber, eventIds, waitMs: 2_000 };
    await eventually(async () => {
      const { seen } = await this.rpc.call(identityRpc.awaitInbox, request, this.context());
      if (!seen) throw new Error(`${subscriber} has not seen ${eventIds.join(', ')}`);
    });
  }

  /** The service's own published event of that type and id, once it is there. */
  async published(type: IntegrationEventType, eventId: string): Promise<any> {
    const consumer = await this.nats.jetstream.consumers.get(type.service.toUpperCase(), {
      filter_subjects: type.subject,
    });
    for (;;) {
      const message = await consumer.next({ expires: 120_000 });
      if (!message) throw new Error(`no ${type.type} ${eventId}`);
      const event = message.json<PublishedEvent>();
      if (event.eventId === eventId) return event;
    }
  }
}

/** Unverified. */
export const claimsOf = (token: string): { sub: string; sid: string; roles: Role[] } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

/** The code of a refusal; fails where the work was not refused. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  const refusal = await work.then(
    () => undefined,
    (error: { code?: string }) => error,
  );
  if (!refusal) throw new Error('not refused');
  return String(refusal.code);
}
