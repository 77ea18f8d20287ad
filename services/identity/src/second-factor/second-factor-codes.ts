import { randomUUID } from 'node:crypto';
import type { RequestContext, Rpc, UserId } from '@candid/contracts';
import { DomainError, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { requestKeyOf } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../account/account-commands.js';
import { refused, TEXTS } from '../refusals.js';
import { KeyedHash } from '../security/keyed-hash.js';
import { SecretTries } from '../security/secret-tries.js';
import { addSupportCall, addSupportCallOutcome } from '../support/support-audit.rows.js';
import { SecondFactorKeys, stepOfCode, typedCode } from './second-factor-keys.js';
import { lockSecondFactor, type SecondFactor, saveSecondFactor } from './second-factors.rows.js';

/** A request whose answer was lost is repeated within this time, and its code is taken again. */
const REPEAT_MS = 120_000;

/** A request of a user: which message it came as, and in what context. */
export interface Request {
  rpc: Pick<Rpc, 'subject'>;
  context: RequestContext;
}

export interface CodeUse {
  userId: UserId;
  code: string;
  request: Request;
  /** On which the account has logged in before. */
  device?: string | undefined;
  now: Date;
}

/** Checks codes of second factors. Each is valid once: a code of the app, or a recovery code. */
@Injectable()
export class SecondFactorCodes {
  constructor(
    private readonly orm: MikroORM,
    private readonly hashes: KeyedHash,
    private readonly keys: SecondFactorKeys,
    private readonly tries: SecretTries,
  ) {}

  /**
   * Counts a try before `work`, which throws `SECOND_FACTOR_INVALID` for a wrong code. A wrong code of somebody who has the
   * password is recorded in the audit list.
   * @throws DomainError `RATE_LIMITED`
   */
  async counted<Result>(use: CodeUse, work: () => Promise<Result>): Promise<Result> {
    const { userId, request, now } = use;
    const takeBack = await this.tries.count(
      'second-factor',
      { userId, ip: request.context.ip, device: deviceOf(use) },
      now,
    );
    try {
      const result = await work();
      await takeBack();
      return result;
    } catch (error) {
      const isWrong = error instanceof DomainError && error.code === 'SECOND_FACTOR_INVALID';
      if (isWrong) await this.audit(readSessionOf(this.orm), use, { status: 401, code: error.code });
      else await takeBack();
      throw error;
    }
  }

  /** Uses up the code. @throws DomainError `SECOND_FACTOR_INVALID` */
  async use(unit: TransactionalUnit, use: CodeUse): Promise<void> {
    const { session } = unit;
    const { userId, request, now } = use;
    const code = typedCode(use.code);
    const factor = await lockSecondFactor(session, userId);
    const lastUse = this.hashes.of('second-factor-use', `${requestKeyOf(request.context)}\n${code}`);
    const isRepeat = factor.lastUse === lastUse && now.getTime() - factor.lastUsedAt!.getTime() < REPEAT_MS;
    if (isRepeat) return;
    const used = this.usedUp(factor, use, code);
    if (!used) throw refused('SECOND_FACTOR_INVALID', TEXTS.secondFactorInvalid);
    await saveSecondFactor(session, userId, { ...used, lastUse, lastUsedAt: now });
    if (used.recoveryHashes === factor.recoveryHashes) return;
    const codesLeft = used.recoveryHashes.length;
    (await lockAccount(unit, userId)).decide({ type: 'UseRecoveryCode', at: now.toISOString(), codesLeft });
    await this.audit(session, use, { status: 200, call: 'useRecoveryCode' });
  }

  hashOf(userId: UserId, recoveryCode: string): string {
    return this.hashes.of('recovery-code', `${userId}\n${typedCode(recoveryCode)}`);
  }

  /** Puts an act on the second factor, or a refused try, into the audit list. */
  async audit(
    session: SqlSession,
    { userId, request }: Pick<CodeUse, 'userId' | 'request'>,
    {
      status = 200,
      code = null,
      call = nameOf(request),
    }: { status?: number; code?: string | null; call?: string } = {},
  ): Promise<void> {
    const entryId = randomUUID();
    const { requestId } = request.context;
    const targets = [userId];
    await addSupportCall(session, { entryId, userId, call, targets, reason: null, ticket: null, requestId });
    await addSupportCallOutcome(session, { entryId, status, code, targets });
  }

  private usedUp(factor: SecondFactor, { userId, now }: CodeUse, code: string): SecondFactor | undefined {
    if (factor.secret === null) return undefined;
    const step = stepOfCode(this.keys.unseal(factor.secret, userId), code, now);
    if (step !== undefined) return step > factor.lastStep ? { ...factor, lastStep: step } : undefined;
    const hash = this.hashOf(userId, code);
    if (!factor.recoveryHashes.includes(hash)) return undefined;
    return { ...factor, recoveryHashes: factor.recoveryHashes.filter((known) => known !== hash) };
  }
}

/** A session of an account with a second factor has proved it, and so is known as well. */
const deviceOf = ({ userId, device, request: { context } }: CodeUse): string | undefined =>
  device ?? (context.userId === userId ? context.sessionId : undefined);

/** `logIn` of `rpc.identity.logIn`, which is the route's id. */
const nameOf = ({ rpc }: Request): string => rpc.subject.split('.').at(-1)!;
