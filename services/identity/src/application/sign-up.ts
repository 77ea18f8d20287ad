import { randomUUID } from 'node:crypto';
import type { RequestContext, Session, UserId } from '@candid/contracts';
import type { DomainError, RecordedEvent, SqlSession } from '@candid/event-store';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { addCredentials, type Credentials, findCredentials, type NewCredentials } from '../records/credentials.js';
import { freeAgainAt } from '../records/deletions.js';
import { personalKeyOf } from '../records/personal-keys.js';
import { isCodeValid, useCode } from '../records/signup-codes.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { seal } from '../security/personal-data.js';
import { hashOfSignupCode } from '../security/signup-code.js';
import { AccountCommands } from './account-commands.js';
import { CLOCK, type Clock } from './clock.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import { refused, TEXTS } from './refusals.js';
import { metadataOf, type Request } from './request-identity.js';
import { Sessions } from './sessions.js';
import { type SignUpForm, validateSignUp } from './validate-sign-up.js';

type SignUpRequest = SignUpForm & { signupCode: string };

/** What the idempotency record holds; a replay starts a session of its own, for tokens are stored nowhere. */
interface SignedUp {
  userId: UserId;
  eventIds: string[];
}

@Injectable()
export class SignUp {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions,
    @Inject(AccountCommands) private readonly accounts: AccountCommands,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError `VALIDATION_FAILED`, `SIGNUP_CODE_INVALID`, `EMAIL_TAKEN`, and `UNAUTHENTICATED` for a replay
   * whose password is the account's no more
   */
  async execute(form: SignUpRequest, request: Request): Promise<Session & { eventIds: string[] }> {
    const { password, ...valid } = validateSignUp(form);
    const now = this.clock();
    const code = { email: valid.email, codeHash: hashOfSignupCode(form.signupCode), now };
    // Before the transaction, which would hold its connection meanwhile, and only for who holds a code.
    const isCandidate = await isCodeValid(readSessionOf(this.orm), code);
    const passwordHash = isCandidate ? await this.passwords.hash(password) : undefined;
    const ownUserId = randomUUID() as UserId;
    let appended: RecordedEvent[] = [];
    const { userId, eventIds } = await this.transactions.run<SignedUp>(request, async (session) => {
      if (passwordHash === undefined || !(await useCode(session, code))) {
        throw refused('SIGNUP_CODE_INVALID', TEXTS.signupCode);
      }
      appended = await this.register(session, { userId: ownUserId, passwordHash, ...valid }, now, request.context);
      return { userId: ownUserId, eventIds: appended.map((event) => event.eventId) };
    });
    const isFirst = userId === ownUserId && passwordHash !== undefined;
    if (isFirst) await this.accounts.settle(appended);
    const credentials = isFirst ? { userId, passwordHash } : await this.verified(valid.email, password);
    const started = credentials && (await this.sessions.startWith(credentials, valid.email, now));
    if (!started) throw refused('UNAUTHENTICATED', TEXTS.notLoggedIn);
    return { ...started, eventIds };
  }

  /** A replay is a log-in: what was sent at sign-up may have been replaced by a reset since. */
  private async verified(email: string, password: string): Promise<Credentials | undefined> {
    const credentials = await findCredentials(readSessionOf(this.orm), email);
    return (await this.passwords.verify(password, credentials?.passwordHash)) ? credentials : undefined;
  }

  private async taken(session: SqlSession, email: string): Promise<DomainError> {
    const freeAt = await freeAgainAt(session, email);
    return refused('EMAIL_TAKEN', freeAt ? TEXTS.emailOfDeleted(freeAt) : TEXTS.emailTaken);
  }

  private async register(
    session: SqlSession,
    added: NewCredentials,
    now: Date,
    context: RequestContext,
  ): Promise<RecordedEvent[]> {
    if (!(await addCredentials(session, added))) throw await this.taken(session, added.email);
    const { userId } = added;
    const key = await personalKeyOf(session, userId);
    const country = context.country === undefined ? null : seal(context.country, key, userId);
    const command = { type: 'Register', userId, country, at: now.toISOString() } as const;
    const metadata = { ...metadataOf(context), actor: userId };
    return (await this.accounts.runWithin(session, userId, command, metadata)).events;
  }
}
