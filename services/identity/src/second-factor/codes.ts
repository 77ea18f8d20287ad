import { createHmac, hkdfSync } from 'node:crypto';
import { isStaff, type RequestContext, type Role, type Rpc, type UserId } from '@candid/contracts';
import { DomainError, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { requestKeyOf } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { AccountCommands, lockAccount, registered } from '../account/use-cases.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { KeyedHash, seal, typedCode, unseal } from '../kernel/secrets.js';
import { SecretTries } from '../kernel/tries.js';
import { addPastCall } from '../support/audit.js';
import { lockSecondFactor, type SecondFactor, saveSecondFactor } from './second-factors.rows.js';

/** A request that is repeated within this time, because its answer was lost, may use its code again. */
const REPEAT_MS = 120_000;

/** A user's request: its RPC and its context. */
export interface Request {
  rpc: Pick<Rpc, 'subject'>;
  context: RequestContext;
}

export interface CodeUse {
  userId: UserId;
  code: string;
  request: Request;
  /** Device on which the account has logged in before. */
  device?: string | undefined;
  now: Date;
}

/**
 * Derives secrets and recovery codes from the service's key and the request's key. A repeated request gets the same
 * ones, and none is stored in clear text.
 */
export class SecondFactorKeys {
  private readonly key: Buffer;

  constructor(serviceKey: string) {
    this.key = createHmac('sha256', serviceKey).update('second factors').digest();
  }

  /** Returns a secret in Base32. */
  secretFor(userId: string, requestKey: string): string {
    return new Secret({ buffer: this.derived(`secret\n${userId}\n${requestKey}`, SECRET_BYTES) }).base32;
  }

  /** Returns codes that are easy to type: `abcde-fghjk`. */
  recoveryCodesFor(userId: string, requestKey: string): string[] {
    const bytes = new Uint8Array(
      this.derived(`recovery codes\n${userId}\n${requestKey}`, RECOVERY_CODES * RECOVERY_CODE_LENGTH),
    );
    return Array.from({ length: RECOVERY_CODES }, (_, index) => {
      const own = bytes.subarray(index * RECOVERY_CODE_LENGTH, (index + 1) * RECOVERY_CODE_LENGTH);
      const code = Array.from(own, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
      return `${code.slice(0, 5)}-${code.slice(5)}`;
    });
  }

  seal(secret: string, userId: string): string {
    return seal(secret, this.key, userId);
  }

  /** @throws Error if the text was sealed with another key */
  unseal(sealed: string, userId: string): string {
    return unseal(sealed, this.key, userId)!;
  }

  private derived(purpose: string, bytes: number): ArrayBuffer {
    return hkdfSync('sha256', this.key, '', purpose, bytes);
  }
}

/** Checks codes of second factors: codes of the app and recovery codes. Each code is valid once. */
@Injectable()
export class SecondFactorCodes {
  constructor(
    private readonly database: Database,
    private readonly hashes: KeyedHash,
    private readonly keys: SecondFactorKeys,
    private readonly tries: SecretTries,
    private readonly accounts: AccountCommands,
  ) {}

  /**
   * Counts a try before `work`, which throws `SECOND_FACTOR_INVALID` for a wrong code. The audit list records each
   * wrong code for an account of staff.
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
      if (!isWrong) await takeBack();
      else await this.audit(this.database, await this.accounts.load(userId), use, { status: 401, code: error.code });
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
    const account = await lockAccount(unit, userId);
    account.decide({ type: 'UseRecoveryCode', at: now.toISOString(), codesLeft });
    await this.audit(session, registered(account.state), use, { status: 200, call: 'useRecoveryCode' });
  }

  hashOf(userId: UserId, recoveryCode: string): string {
    return this.hashes.of('recovery-code', `${userId}\n${typedCode(recoveryCode)}`);
  }

  /** Adds a call about a second factor of staff, or a refused try, to the audit list. */
  async audit(
    session: SqlSession,
    { roles }: { readonly roles: readonly Role[] },
    { userId, request }: Pick<CodeUse, 'userId' | 'request'>,
    entry: { status?: number; code?: string | null; call?: string } = {},
  ): Promise<void> {
    if (!isStaff(roles)) return;
    const { requestId } = request.context;
    const act = { userId, call: nameOf(request), targets: [userId], reason: null, requestId };
    await addPastCall(session, { ...act, status: 200, code: null, ...entry });
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

/** The account's own session counts as a known device, because the session has proved the second factor. */
const deviceOf = ({ userId, device, request: { context } }: CodeUse): string | undefined =>
  device ?? (context.userId === userId ? context.sessionId : undefined);

/** Returns the route's id: `logIn` for `rpc.identity.logIn`. */
const nameOf = ({ rpc }: Request): string => rpc.subject.split('.').at(-1)!;

const ISSUER = 'Candid';
const SECRET_BYTES = 20;

/** Codes are also valid this number of 30-second steps early or late: clocks differ, and typing takes time. */
const DRIFT_STEPS = 1;
const RECOVERY_CODES = 10;

/** 32 characters, 5 bits each, without letters and digits that look alike. */
const ALPHABET = '023456789abcdefghjkmnpqrstuvwxyz';
const RECOVERY_CODE_LENGTH = 10;

const totpOf = (secret: string, label = ''): TOTP => new TOTP({ issuer: ISSUER, label, secret });

/** Returns the number of the code's 30-second step since 1970; undefined if the code is not valid now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: DRIFT_STEPS }) : null;
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

export const uriOfSecret = (secret: string, email: string): string => totpOf(secret, email).toString();
