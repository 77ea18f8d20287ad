import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { listPasskeys, storePasskey } from '../records/assessor-passkeys.js';
import { PasswordHasher } from '../security/password-hasher.js';

export interface ConfiguredPasskey {
  name: string;
  secret: string;
}
export const CONFIGURED_PASSKEYS = Symbol('ConfiguredPasskeys');

/**
 * Brings the table to what the configuration names: a new name is added, a changed secret replaces the old one.
 * A name that is left out stays, and one that was revoked stays revoked: revoking is a deed of its own.
 */
@Injectable()
export class SeedPasskeys implements OnApplicationBootstrap {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(CONFIGURED_PASSKEYS) private readonly configured: readonly ConfiguredPasskey[],
  ) {}

  /** Before the process is ready. */
  async onApplicationBootstrap(): Promise<void> {
    const session = readSessionOf(this.orm);
    const known = new Map((await listPasskeys(session)).map((passkey) => [passkey.name, passkey]));
    for (const { name, secret } of this.configured) {
      const stored = known.get(name);
      if (stored?.isRevoked || (stored && (await this.passwords.verify(secret, stored.secretHash)))) continue;
      await storePasskey(session, { name, secretHash: await this.passwords.hash(secret) });
    }
  }
}
