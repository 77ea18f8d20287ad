import { randomUUID } from 'node:crypto';
import { identityRpc, type RequestContext, type Role, type Session, type UserId } from '@candid/contracts';
import { type RunningProcess, startService, startWorker } from '@candid/platform';
import { runMigrations } from '@candid/platform/orm';
import { refusalOf, ServiceFixture, type ServiceServers, testKeys } from '@candid/testing';
import { AppModule } from './app.module.js';
import { PasswordHasher } from './kernel/passwords.js';
import { hashOfSecret, newSecret } from './kernel/secrets.js';
import { migrations } from './migrations/all.js';
import { addResetTokenHash } from './recovery/passwords.js';
import { addCodeHash, hashOfSignupCode, newSignupCode } from './sign-up/signup-codes.js';
import { WorkerModule } from './worker.module.js';

export const PASSWORD = 'Correct horse!';
export const PASSKEY = 'rosebud-7';
export const PUBLIC_URL = 'https://candid.example';
export const MAIL_REPORT_SECRET = 'a secret of the mail server of this test system';

const pushSettings = (hosts: string[]) => ({
  VAPID_PRIVATE_KEY: testKeys.JWT_PRIVATE_KEY,
  PUSH_HOSTS: hosts,
});

/** The specs compute hundreds of hashes. At the usual cost, each takes about 50 ms of CPU time. */
export const CHEAP = { memory: 64, passes: 1, parallelism: 1 };
export const cheapHasher = new PasswordHasher(undefined, CHEAP);

/** The identity service in this process on real PostgreSQL and NATS. Tests call it over NATS, as the gateway does. */
export class IdentityFixture extends ServiceFixture {
  readonly publicKey = testKeys.JWT_PUBLIC_KEY;
  /** Host and port of the database for the next start of the service, in place of the pooler. */
  gate: string | undefined;

  private constructor(
    servers: ServiceServers,
    private readonly passwords: PasswordHasher,
    private readonly pushHosts: string[],
  ) {
    super(servers);
  }

  /** @param options `pushHosts`: push services that the service and its worker may call */
  static async start({ passwords = cheapHasher, pushHosts = [] as string[] } = {}): Promise<IdentityFixture> {
    const schema = { migrations, runMigrations };
    const servers = await ServiceFixture.startServers('identity', schema, ['assessments', 'photos']);
    const fixture = new IdentityFixture(servers, passwords, pushHosts);
    await fixture.startService();
    return fixture;
  }

  async startService(
    passkeys = [{ name: 'beta', secret: PASSKEY }],
    secondFactor: 'required' | 'optional' = 'required',
  ): Promise<void> {
    const config = {
      ...this.coreConfig(),
      ...(this.gate && { DATABASE_POOLER: this.gate }),
      ...testKeys,
      ...pushSettings(this.pushHosts),
      HASH_KEY: 'a key for the hashes of this test system',
      MAIL_REPORT_SECRET,
      ASSESSOR_PASSKEYS: passkeys,
      TRIAL_APPROVALS_PER_DAY: 3,
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

  /** Mails go to the inbox of the test servers, unless another server is given. */
  async startWorker(smtpUrl = `smtp://127.0.0.1:${process.env['TEST_SMTP_PORT']}`): Promise<RunningProcess> {
    const sender = { MAIL_FROM: 'Candid <hello@candid.example>', MAIL_RETURN_PATH: 'bounces@candid.example' };
    const mail = { SMTP_URL: smtpUrl, ...sender, MAIL_REPORT_SECRET, PUBLIC_URL };
    const config = { ...this.coreConfig(), ...mail, ...pushSettings(this.pushHosts) };
    this.worker = await startWorker(WorkerModule.forRoot(config, this.clock), { name: 'identity', config });
    return this.worker;
  }

  /** Returns the context of a caller who is not logged in, unless `more` names a user. */
  caller(more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: [], ...more };
  }

  contextOf({ user, token }: Session, more: Partial<RequestContext> = {}): RequestContext {
    const { sid, roles } = claimsOf(token);
    return this.caller({ userId: user.userId, roles, sessionId: sid, ...more });
  }

  /** Requests a sign-up code and replaces the mailed code with a known one. */
  async signupCodeFor(email: string): Promise<string> {
    await this.rpc.call(identityRpc.requestSignupCode, { email }, this.caller());
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

  /** Requests a reset link and replaces the mailed token with a known one. */
  async resetTokenFor(email: string): Promise<string> {
    await this.rpc.call(identityRpc.requestPasswordReset, { email }, this.caller());
    const [row] = await this.session.query<{ request_id: string }>(
      'select request_id from password_resets where email = lower($1) order by expires_at desc limit 1',
      [email],
    );
    const token = newSecret();
    const added = { requestId: row!.request_id, tokenHash: hashOfSecret(token), now: this.clock() };
    await addResetTokenHash(this.session, added);
    return token;
  }

  async signUp(
    email = `${randomUUID()}@example.org`,
  ): Promise<Session & { eventIds: string[]; hasWelcomeGrant: boolean; email: string }> {
    const signupCode = await this.signupCodeFor(email);
    const form = { email, password: PASSWORD, signupCode };
    return { ...(await this.rpc.call(identityRpc.signUp, form, this.caller())), email };
  }

  async getUser(userId: UserId) {
    return this.rpc.call(identityRpc.getUser, { userId }, this.caller({ userId }));
  }
}

/** Reads the claims without verifying the token. */
export const claimsOf = (token: string): { sub: string; sid: string; roles: Role[] } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

/** Returns the error code with which the work was refused. Fails if the work succeeds. */
export const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).code;
