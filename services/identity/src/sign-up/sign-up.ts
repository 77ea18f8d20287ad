import { randomUUID } from 'node:crypto';
import {
  consumers,
  type FieldIssue,
  missingFromSignUpPassword,
  normalisedEmail,
  PASSWORD_LENGTH_MAX,
  PRODUCT,
  type RequestContext,
  identityRpc as rpc,
  type Session,
  type UserId,
} from '@candid/contracts';
import { Commands, type DomainError, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { awaitConsumer, CLOCK, type Clock, commandContext, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { addCredentials, type Credentials, findCredentials, type NewCredentials } from '../account/credentials.js';
import { personalKeyOf } from '../account/sealed.js';
import { AccountCommands, accountStreams, eventIdsOf } from '../account/use-cases.js';
import { mailboxOf } from '../kernel/email-address.js';
import { PasswordHasher, refuseCommonPassword } from '../kernel/passwords.js';
import { invalid, refused, TEXTS } from '../kernel/refusals.js';
import { hasRow } from '../kernel/rows.js';
import { KeyedHash, seal } from '../kernel/secrets.js';
import { StrangerMails } from '../kernel/tries.js';
import { turnOfAccount } from '../kernel/work-in-turn.js';
import { hasJustBounced, removeBouncedAddress } from '../mail/bounced-addresses.js';
import { addMail } from '../mail/mail-work.js';
import { Sessions } from '../sessions/sessions.js';
import { hashOfSignupCode, isCodeValid, useCode } from './signup-codes.js';

/** Stored in the idempotency record. A replay starts a session of its own, because tokens are stored nowhere. */
interface SignedUp {
  userId: UserId;
  hasWelcomeGrant: boolean;
  eventIds: string[];
}

@Controller()
export class SignUp {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly accounts: AccountCommands,
    private readonly passwords: PasswordHasher,
    private readonly hashes: KeyedHash,
    private readonly sessions: Sessions,
    private readonly mails: StrangerMails,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Nothing here looks for an account, so the answer reveals none.
   * @throws DomainError `VALIDATION_FAILED` for an invalid address, and for one whose last code has just come back;
   * `RATE_LIMITED`
   */
  @RpcHandler(rpc.requestSignupCode)
  async requestSignupCode({ email: typed }: Sent<typeof rpc.requestSignupCode>, context: RequestContext) {
    const email = normalisedEmail(typed);
    if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
    const now = this.clock();
    const requestId = randomUUID();
    await this.commands.executeInTransaction(
      commandContext(rpc.requestSignupCode, context),
      {},
      async ({ session }) => {
        if (await hasJustBounced(session, email, now)) throw invalid([{ field: 'email', message: TEXTS.emailBounced }]);
        await this.mails.count(session, { kind: 'sign-up code', email, ip: context.ip, now }, TEXTS.tooManyMails);
        // Revokes earlier codes of the address.
        await session.query(
          `insert into signup_codes (email, request_id, expires_at, requested_at)
           values ($1, $2::uuid, $3::timestamptz, array[$4::timestamptz])
           on conflict (email) do update set
             request_id = excluded.request_id, expires_at = excluded.expires_at, code_hashes = '{}', used_at = null,
             requested_at = excluded.requested_at`,
          [email, requestId, new Date(now.getTime() + PRODUCT.signupCodeMs).toISOString(), now.toISOString()],
        );
        const { requestId: correlationId, language = null } = context;
        await addMail(session, requestId, { kind: 'signup-code', requestId, language, correlationId });
      },
    );
    return {};
  }

  /**
   * @throws DomainError `VALIDATION_FAILED`, `SIGNUP_CODE_INVALID`, `EMAIL_TAKEN`, and `UNAUTHENTICATED` for a replay
   * whose password has been replaced
   */
  @RpcHandler(rpc.signUp)
  async signUp(form: Sent<typeof rpc.signUp>, request: RequestContext): Promise<Session & Omit<SignedUp, 'userId'>> {
    const { password, ...valid } = validateSignUp(form);
    await refuseCommonPassword(password, 'password');
    const now = this.clock();
    const code = { email: valid.email, codeHash: hashOfSignupCode(form.signupCode), now };
    // Hashes only if the code is valid, and before the transaction, so that no connection waits for the hash.
    const isCandidate = await isCodeValid(this.database, code);
    const passwordHash = isCandidate ? await this.passwords.hash(password, turnOfAccount(valid.email)) : undefined;
    const ownUserId = randomUUID() as UserId;
    const context = commandContext(rpc.signUp, { ...request, userId: ownUserId });
    const { answer, events } = await this.commands.executeInTransaction(
      context,
      {},
      async (unit): Promise<SignedUp> => {
        if (passwordHash === undefined || !(await useCode(unit.session, code))) {
          throw refused('SIGNUP_CODE_INVALID', TEXTS.signupCode);
        }
        const { language = null } = request;
        return this.register(unit, { userId: ownUserId, passwordHash, language, ...valid }, now, request);
      },
    );
    await this.accounts.waitForReadModel(events);
    // Waits for the ledger, because a new user must see the welcome grant.
    await awaitConsumer(this.rpc, consumers.tokens['grant-on-user-registered'], answer.eventIds, request);
    const { userId, ...signedUp } = answer;
    const isFirst = userId === ownUserId && passwordHash !== undefined;
    const credentials = isFirst ? { userId, passwordHash } : await this.verified(valid.email, password);
    const place = { device: form.device, ip: request.ip };
    const started = credentials && (await this.sessions.startWith(credentials, place, now));
    if (!started) throw refused('UNAUTHENTICATED', TEXTS.notLoggedIn);
    return { ...started, ...signedUp };
  }

  /** A replay counts as a log-in, because a reset may have replaced the password since the sign-up. */
  private async verified(email: string, password: string): Promise<Credentials | undefined> {
    const credentials = await findCredentials(this.database, email);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash, turnOfAccount(email));
    return isRight ? credentials : undefined;
  }

  private async taken(session: SqlSession, email: string): Promise<DomainError> {
    const sql = 'select erase_at as "eraseAt" from credentials where email = $1 and erase_at is not null';
    const [deleted] = await session.query<{ eraseAt: Date }>(sql, [email]);
    return refused('EMAIL_TAKEN', deleted ? TEXTS.emailOfDeleted(deleted.eraseAt) : TEXTS.emailTaken);
  }

  private async register(
    unit: TransactionalUnit,
    added: NewCredentials,
    now: Date,
    context: RequestContext,
  ): Promise<SignedUp> {
    const { session } = unit;
    if (!(await addCredentials(session, added))) throw await this.taken(session, added.email);
    await removeBouncedAddress(session, added.email);
    const { userId } = added;
    const key = await personalKeyOf(session, userId);
    const country = context.country === undefined ? null : seal(context.country, key, userId);
    const mailboxHash = this.hashes.of('mailbox', mailboxOf(added.email));
    // A concurrent sign-up of this mailbox waits for this transaction. The row identifies nobody and outlives the account.
    const hasWelcomeGrant = await hasRow(
      session,
      `insert into welcomed_mailboxes (mailbox_hash, welcomed_at) values ($1, $2::timestamptz)
       on conflict do nothing returning mailbox_hash`,
      [mailboxHash, now.toISOString()],
    );
    const account = await unit.load(accountStreams, userId);
    const events = account.decide({ type: 'Register', userId, country, hasWelcomeGrant, at: now.toISOString() });
    return { userId, hasWelcomeGrant, eventIds: eventIdsOf(events) };
  }
}

export type SignUpForm = Pick<Sent<typeof rpc.signUp>, 'email' | 'password' | 'phoneNumber'>;

const PHONE_NUMBER = /^\+?[\d ()./-]{3,31}$/;

/** @throws DomainError `VALIDATION_FAILED` naming every wrong field */
export function validateSignUp(form: SignUpForm) {
  const email = normalisedEmail(form.email);
  const phoneNumber = form.phoneNumber?.trim() || null;
  const issues: FieldIssue[] = [];
  if (email === undefined) issues.push({ field: 'email', message: TEXTS.email });
  if (form.password.length > PASSWORD_LENGTH_MAX) issues.push({ field: 'password', message: TEXTS.passwordTooLong });
  else if (missingFromSignUpPassword(form.password).length > 0)
    issues.push({ field: 'password', message: TEXTS.password });
  if (phoneNumber !== null && !PHONE_NUMBER.test(phoneNumber))
    issues.push({ field: 'phoneNumber', message: TEXTS.phoneNumber });
  if (email === undefined || issues.length > 0) throw invalid(issues);
  return { email, password: form.password, phoneNumber };
}
