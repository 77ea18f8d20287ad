import { createHmac } from 'node:crypto';
import { DomainError } from '@candid/event-store';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AssessorPasskey,
  addPasskey,
  findPasskey,
  listPasskeys,
  revokePasskey,
} from '../records/assessor-passkeys.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { CLOCK, type Clock } from './clock.js';
import { refused, TEXTS } from './refusals.js';
import type { Request } from './request-identity.js';

export interface ShownPasskey {
  name: string;
  createdAt: string;
  revokedAt: string | null;
}

/** Secrets that are made here are made of this and the request's key, so that a repeated request gets its secret again. */
export const PASSKEY_SEED = Symbol('PasskeySeed');

/** Those of the configuration are seeds: support adds others beside them and revokes any of them. */
@Injectable()
export class Passkeys {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(PASSKEY_SEED) private readonly seed: Buffer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(): Promise<ShownPasskey[]> {
    return (await listPasskeys(readSessionOf(this.orm))).map(shown);
  }

  /**
   * Keeps no idempotency record, for the fingerprint would be a fast hash of a secret: the same name and secret again is
   * the same passkey. @throws DomainError `CONFLICT` for a name that is taken
   */
  async add(name: string, given: string | undefined, { context }: Request) {
    const session = readSessionOf(this.orm);
    const secret = given ?? this.secretFor(name, context.idempotency?.key ?? context.requestId);
    const secretHash = await this.passwords.hash(secret);
    const isNew = await addPasskey(session, { name, secretHash, now: this.clock() });
    const passkey = await findPasskey(session, name);
    if (!passkey) throw new Error(`passkey ${name} is gone`);
    const isRepeat = !isNew && !passkey.isRevoked && (await this.passwords.verify(secret, passkey.secretHash));
    if (!isNew && !isRepeat) throw refused('CONFLICT', TEXTS.passkeyTaken);
    return { passkey: shown(passkey), secret };
  }

  /** @throws DomainError `NOT_FOUND` */
  async revoke(name: string): Promise<ShownPasskey> {
    const session = readSessionOf(this.orm);
    await revokePasskey(session, name, this.clock());
    const passkey = await findPasskey(session, name);
    if (!passkey) throw new DomainError('NOT_FOUND', 'There is no such passkey.');
    return shown(passkey);
  }

  private secretFor(name: string, key: string): string {
    return createHmac('sha256', this.seed).update(`${name}\n${key}`).digest('base64url').slice(0, 24);
  }
}

const shown = ({ name, createdAt, revokedAt }: AssessorPasskey): ShownPasskey => ({
  name,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
});
