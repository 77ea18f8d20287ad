import { consumers, type RequestContext, identityRpc as rpc, type UserId } from '@candid/contracts';
import { Commands, type EventMetadata } from '@candid/event-store';
import { awaitConsumer, CLOCK, type Clock, commandContext, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { AccountCommands, type ChangedAccount, changeAccount, lockAccount } from '../account/use-cases.js';
import { PasswordHasher } from '../kernel/passwords.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { KeyedHash, typedCode } from '../kernel/secrets.js';
import { SecretTries } from '../kernel/tries.js';
import { turnOfAccount } from '../kernel/work-in-turn.js';
import { Sessions } from '../sessions/sessions.js';
import { listPasskeys } from './passkeys.js';
import { claimPersonalPasskey, hashOfPasskey, usePersonalPasskey } from './personal-passkeys.js';

/** Keeps no idempotency record: its fast hash would let somebody guess the passkey. Approving twice changes nothing. */
@Controller()
export class ApproveAssessor {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly hashes: KeyedHash,
    private readonly accounts: AccountCommands,
    private readonly passwords: PasswordHasher,
    private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tries: SecretTries,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * The assessor token is an access token of the same session, already with the new role.
   * @throws DomainError `UNAUTHENTICATED` if that session is not open, `PASSKEY_INCORRECT`,
   * and `RATE_LIMITED` after too many wrong passkeys (`SecretTries`)
   */
  @RpcHandler(rpc.approveAssessor)
  async approveAssessor({ userId, passkey }: Sent<typeof rpc.approveAssessor>, context: RequestContext) {
    const now = this.clock();
    const sessionId = await this.sessions.requireOpen(userId, context, now);
    const { metadata } = commandContext(rpc.approveAssessor, context);
    const takeBack = await this.tries.count('passkey', { userId, ip: context.ip }, now);
    const changed = await this.approve(userId, passkey, metadata, now).catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
    if (!changed) throw refused('PASSKEY_INCORRECT', TEXTS.passkey);
    await takeBack();
    const assessorToken = await this.sessions.tokenOf({ userId, sessionId }, changed.view.roles, now);
    const shown = await this.accounts.shown(changed);
    await awaitApproval(this.rpc, changed, context);
    return { ...shown, assessorToken };
  }

  /** Returns undefined if the passkey is not valid, or not valid for this user. */
  private async approve(
    userId: UserId,
    passkey: string,
    metadata: EventMetadata,
    now: Date,
  ): Promise<ChangedAccount | undefined> {
    const personal = await this.approveByPersonal(userId, passkey, metadata, now);
    if (personal) return personal;
    const passkeyName = await this.nameOfMatching(passkey, userId);
    if (passkeyName === undefined) return undefined;
    return this.accounts.run(
      userId,
      { type: 'ApproveAssessor', by: { passkeyName }, at: now.toISOString() },
      { metadata },
    );
  }

  /** Approves the user and uses up the passkey in one transaction. An approved user does not use it up. */
  private async approveByPersonal(
    userId: UserId,
    passkey: string,
    metadata: EventMetadata,
    now: Date,
  ): Promise<ChangedAccount | undefined> {
    const secretHash = hashOfPasskey(this.hashes, passkey);
    const { answer, events } = await this.commands.executeInTransaction({ metadata }, {}, async (unit) => {
      const passkey = await claimPersonalPasskey(unit.session, secretHash, userId, now);
      if (!passkey) return undefined;
      const command = { type: 'ApproveAssessor', by: { passkeyName: passkey.name }, at: now.toISOString() } as const;
      const changed = changeAccount(await lockAccount(unit, userId), command);
      if (changed.eventIds.length > 0) await usePersonalPasskey(unit.session, passkey.name, userId, now);
      return changed;
    });
    await this.accounts.waitForReadModel(events);
    return answer;
  }

  private async nameOfMatching(passkey: string, userId: UserId): Promise<string | undefined> {
    const code = typedCode(passkey);
    if (code === '') return undefined;
    const valid = (await listPasskeys(this.database)).filter(({ revokedAt }) => revokedAt === null);
    // Checks every passkey, so that the duration does not reveal which one matched.
    const matches = await this.passwords.verifyEach(
      code,
      valid.map(({ secretHash }) => secretHash),
      // The check does not go first, because its hashes, one for each passkey, would delay log-ins.
      { ...turnOfAccount(userId), goesFirst: false },
    );
    return valid.find((_, index) => matches[index])?.name;
  }
}

/** Waits until the assessments service knows the assessor. Its consumer receives only the first of the events. */
export const awaitApproval = (rpc: RpcClient, { eventIds }: ChangedAccount, context: RequestContext): Promise<void> =>
  awaitConsumer(rpc, consumers.assessments['allow-assessor-on-assessor-approved'], eventIds.slice(0, 1), context);
