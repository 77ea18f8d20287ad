import { isStaff, isStaffRole, type PersonContext, secondFactorRpc as rpc, type UserId } from '@candid/contracts';
import { Commands, type TransactionalUnit } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { type AccountCommand, accountUnknown, type RegisteredAccount } from '../account/account.js';
import { findEmail } from '../account/credentials.js';
import { AccountCommands, lockAccount, OwnPassword } from '../account/use-cases.js';
import { STAFF_SECOND_FACTOR, type StaffSecondFactor } from '../kernel/config.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { typedCode } from '../kernel/secrets.js';
import { type Request, SecondFactorCodes, SecondFactorKeys, stepOfCode, uriOfSecret } from '../second-factor/codes.js';
import {
  findSecondFactor,
  lockSecondFactor,
  removeSecondFactor,
  saveSecondFactor,
} from '../second-factor/second-factors.rows.js';
import { Sessions } from '../sessions/sessions.js';
import { endSessionsOf, markSecondFactorProved } from '../sessions/sessions.rows.js';

interface Act {
  userId: UserId;
  sessionId: string;
  account: RegisteredAccount;
  request: Request;
  now: Date;
}

/** People set up and manage their second factor. The audit list records each of these calls of staff. */
@Controller()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountCommands,
    private readonly commands: Commands,
    private readonly codes: SecondFactorCodes,
    private readonly keys: SecondFactorKeys,
    private readonly sessions: Sessions,
    private readonly password: OwnPassword,
    @Inject(STAFF_SECOND_FACTOR) private readonly policy: StaffSecondFactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getSecondFactor)
  async getSecondFactor({ userId }: Sent<typeof rpc.getSecondFactor>, context: PersonContext) {
    const { account } = await this.actOf(userId, { rpc: rpc.getSecondFactor, context });
    const { recoveryHashes } = await findSecondFactor(this.database, userId);
    return {
      isRequired: this.policy === 'required' && isStaff(account.roles),
      confirmedAt: account.secondFactorConfirmedAt,
      recoveryCodesLeft: recoveryHashes.length,
      staffRoles: context.roles.filter(isStaffRole),
    };
  }

  /**
   * Keeps no idempotency record: its fast hash would let somebody guess the password. The secret derives from the
   * request's key, so a repeat gets the same secret.
   * @throws DomainError if a factor is replaced: `SECOND_FACTOR_REQUIRED`, `SECOND_FACTOR_INVALID`; otherwise
   * `VALIDATION_FAILED` if the password is missing, `FORBIDDEN` if it is wrong
   */
  @RpcHandler(rpc.beginSecondFactor)
  async beginSecondFactor(sent: Sent<typeof rpc.beginSecondFactor>, context: PersonContext) {
    const { userId, secondFactor: code, password } = sent;
    const request = { rpc: rpc.beginSecondFactor, context };
    const act = await this.actOf(userId, request);
    const { now } = act;
    const isReplacement = (await findSecondFactor(this.database, userId)).secret !== null;
    if (isReplacement && typedCode(code) === '') {
      throw refused('SECOND_FACTOR_REQUIRED', TEXTS.secondFactorRequired);
    }
    if (!isReplacement) await this.password.require(userId, password, 'password');
    const email = await findEmail(this.database, userId);
    if (email === undefined) throw accountUnknown();
    const secret = this.keys.secretFor(userId, requestKeyOf(context));
    const use = { userId, code, request, now };
    const { idempotency: _, ...unkeyed } = context;
    const begin = () =>
      this.inTransaction({ ...request, context: unkeyed }, async (unit) => {
        const { session } = unit;
        const { secret: inUse } = await lockSecondFactor(session, userId);
        // A concurrent request may have set up a factor since the check.
        if (inUse !== null) await this.codes.use(unit, use);
        const factor = await lockSecondFactor(session, userId);
        await saveSecondFactor(session, userId, { ...factor, pendingSecret: this.keys.seal(secret, userId) });
        await this.codes.audit(session, act.account, act);
      });
    await (isReplacement ? this.codes.counted(use, begin) : begin());
    return { secret, uri: uriOfSecret(secret, email) };
  }

  /**
   * Every later log-in asks for a code. This session counts as having proved the factor; all other sessions end.
   * @throws DomainError `SECOND_FACTOR_INVALID`, `CONFLICT` if no set-up has begun
   */
  @RpcHandler(rpc.confirmSecondFactor)
  async confirmSecondFactor({ userId, code }: Sent<typeof rpc.confirmSecondFactor>, context: PersonContext) {
    const request = { rpc: rpc.confirmSecondFactor, context };
    const act = await this.actOf(userId, request);
    const { sessionId, now } = act;
    const recoveryCodes = this.keys.recoveryCodesFor(userId, requestKeyOf(context));
    await this.codes.counted({ userId, code, request, now }, () =>
      this.inTransaction(request, async (unit) => {
        const { session } = unit;
        const { pendingSecret } = await lockSecondFactor(session, userId);
        if (pendingSecret === null) throw refused('CONFLICT', TEXTS.secondFactorNotBegun);
        const step = stepOfCode(this.keys.unseal(pendingSecret, userId), typedCode(code), now);
        if (step === undefined) throw refused('SECOND_FACTOR_INVALID', TEXTS.secondFactorInvalid);
        const recoveryHashes = this.hashesOf(userId, recoveryCodes);
        const used = { lastStep: step, lastUse: null, lastUsedAt: null };
        await saveSecondFactor(session, userId, {
          secret: pendingSecret,
          pendingSecret: null,
          recoveryHashes,
          ...used,
        });
        // A reset or a removal of the role may have ended the session since the check.
        if (!(await markSecondFactorProved(session, sessionId, now)))
          throw refused('UNAUTHENTICATED', TEXTS.notLoggedIn);
        await endSessionsOf(session, userId, 'second-factor-changed', now, sessionId);
        await this.record(unit, act, { type: 'ConfirmSecondFactor', at: now.toISOString() });
      }),
    );
    return { recoveryCodes, token: await this.sessions.tokenOf({ userId, sessionId }, act.account.roles, now) };
  }

  /** @throws DomainError `SECOND_FACTOR_INVALID`, `CONFLICT` if no factor is set up */
  @RpcHandler(rpc.replaceRecoveryCodes)
  async replaceRecoveryCodes(sent: Sent<typeof rpc.replaceRecoveryCodes>, context: PersonContext) {
    const { userId, secondFactor: code } = sent;
    const request = { rpc: rpc.replaceRecoveryCodes, context };
    const act = await this.actOf(userId, request);
    const { now } = act;
    if (act.account.secondFactorConfirmedAt === null) throw refused('CONFLICT', TEXTS.secondFactorMissing);
    const recoveryCodes = this.keys.recoveryCodesFor(userId, requestKeyOf(context));
    const use = { userId, code, request, now };
    await this.codes.counted(use, () =>
      this.inTransaction(request, async (unit) => {
        const { session } = unit;
        await this.codes.use(unit, use);
        const factor = await lockSecondFactor(session, userId);
        const recoveryHashes = this.hashesOf(userId, recoveryCodes);
        await saveSecondFactor(session, userId, { ...factor, recoveryHashes });
        await this.record(unit, act, { type: 'ReplaceRecoveryCodes', at: now.toISOString() });
      }),
    );
    return { recoveryCodes };
  }

  /** @throws DomainError `FORBIDDEN` for staff, `SECOND_FACTOR_INVALID`, `CONFLICT` if no factor is set up */
  @RpcHandler(rpc.removeSecondFactor)
  async removeSecondFactor(sent: Sent<typeof rpc.removeSecondFactor>, context: PersonContext) {
    const { userId, secondFactor: code } = sent;
    const request = { rpc: rpc.removeSecondFactor, context };
    const act = await this.actOf(userId, request);
    const { now } = act;
    if (isStaff(act.account.roles)) throw refused('FORBIDDEN', TEXTS.secondFactorOfStaff);
    const use = { userId, code, request, now };
    await this.codes.counted(use, () =>
      this.inTransaction(request, async (unit) => {
        const { session } = unit;
        const { secret } = await lockSecondFactor(session, userId);
        if (secret === null) throw refused('CONFLICT', TEXTS.secondFactorMissing);
        await this.codes.use(unit, use);
        await removeSecondFactor(session, userId);
        await this.record(unit, act, { type: 'ResetSecondFactor', at: now.toISOString() });
      }),
    );
    return {};
  }

  /** @throws DomainError `UNAUTHENTICATED` if the session is not open any more */
  private async actOf(userId: UserId, request: Request): Promise<Act> {
    const now = this.clock();
    const sessionId = await this.sessions.requireOpen(userId, request.context, now);
    const account = await this.accounts.load(userId);
    return { userId, sessionId, account, request, now };
  }

  private inTransaction({ rpc, context }: Request, work: (unit: TransactionalUnit) => Promise<void>) {
    return this.commands.executeInTransaction(commandContext(rpc, context), {}, work);
  }

  private async record(unit: TransactionalUnit, act: Act, command: AccountCommand): Promise<void> {
    (await lockAccount(unit, act.userId)).decide(command);
    await this.codes.audit(unit.session, act.account, act);
  }

  private hashesOf(userId: UserId, recoveryCodes: readonly string[]): string[] {
    return recoveryCodes.map((code) => this.codes.hashOf(userId, code));
  }
}
