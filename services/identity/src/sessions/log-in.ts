import { normalisedEmail, type RequestContext, identityRpc as rpc, type Session } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { type Credentials, findCredentials } from '../account/credentials.rows.js';
import { invalid, refused, TEXTS } from '../refusals.js';
import { type CodeUse, SecondFactorCodes } from '../second-factor/second-factor-codes.js';
import { typedCode } from '../second-factor/second-factor-keys.js';
import { findSecondFactor } from '../second-factor/second-factors.rows.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { turnOfAccount, turnOfNetwork } from '../security/work-in-turn.js';
import { Sessions } from './sessions.js';

/**
 * Keeps no idempotency record: the fingerprint would be a fast hash of the password, and asking again only starts
 * another session.
 */
@Controller()
export class LogIn {
  constructor(
    private readonly orm: MikroORM,
    private readonly passwords: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly codes: SecondFactorCodes,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Every attempt takes one look-up and one hash, so that neither the text nor the time reveals which part was wrong.
   * Only the right password reveals that there is a second factor. Only both reveal that the account is suspended.
   * @throws DomainError `UNAUTHENTICATED`, `SECOND_FACTOR_REQUIRED`, `SECOND_FACTOR_INVALID`, `ACCOUNT_SUSPENDED`, `RATE_LIMITED`
   */
  @RpcHandler(rpc.logIn)
  async logIn(
    { email: typed, password, secondFactor, deviceId, device }: Sent<typeof rpc.logIn>,
    context: RequestContext,
  ): Promise<Session> {
    if (typed === '') throw invalid([{ field: 'email', message: TEXTS.noEmail }]);
    if (password === '') throw invalid([{ field: 'password', message: TEXTS.noPassword }]);
    const email = normalisedEmail(typed) ?? '';
    const credentials = await findCredentials(readSessionOf(this.orm), email);
    const turn = deviceId === undefined ? turnOfNetwork(context.ip) : turnOfAccount(email);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash, turn);
    if (!credentials || !isRight) throw refused('UNAUTHENTICATED', TEXTS.logIn);
    const now = this.clock();
    const use = { code: secondFactor, request: { rpc: rpc.logIn, context }, device: deviceId, now };
    const provedSecret = await this.proveSecondFactor(credentials, use);
    const session = await this.sessions.startWith(credentials, { email, device, ip: context.ip, provedSecret }, now);
    if (!session) throw refused('UNAUTHENTICATED', TEXTS.logIn);
    return session;
  }

  /** @returns the secret that the code was proved with, null if the account has none */
  private async proveSecondFactor({ userId }: Credentials, proof: Omit<CodeUse, 'userId'>) {
    const { secret } = await findSecondFactor(readSessionOf(this.orm), userId);
    if (secret === null) return null;
    if (typedCode(proof.code) === '') throw refused('SECOND_FACTOR_REQUIRED', TEXTS.secondFactorRequired);
    const { metadata } = commandContext(rpc.logIn, { ...proof.request.context, userId });
    const use = { ...proof, userId };
    await this.codes.counted(use, () =>
      this.commands.executeInTransaction({ metadata }, {}, (unit) => this.codes.use(unit, use)),
    );
    return secret;
  }
}
