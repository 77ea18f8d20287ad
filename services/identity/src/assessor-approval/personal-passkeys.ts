import { randomUUID } from 'node:crypto';
import { type RequestContext, identitySupportRpc as rpc } from '@candid/contracts';
import { enterSupportAct } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { inTransaction, readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { refused, TEXTS } from '../refusals.js';
import { KeyedHash } from '../security/keyed-hash.js';
import { PASSKEY_SEED } from './passkeys.js';
import {
  addPasskeyBatch,
  findPasskeyBatch,
  findPersonalPasskey,
  hashesOfBatch,
  listPasskeyBatches,
  revokePasskeyBatch,
  revokePersonalPasskey,
} from './personal-passkeys.rows.js';
import { asTyped, personalSecret } from './personal-secret.js';

const DAY_MS = 24 * 3_600_000;
const NUMBER_DIGITS = 3;

/** Passkeys that support makes in batches. Each approves one account. */
@Controller()
export class PersonalPasskeys {
  constructor(
    private readonly orm: MikroORM,
    private readonly hashes: KeyedHash,
    @Inject(PASSKEY_SEED) private readonly seed: Buffer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.listPasskeyBatches)
  async listPasskeyBatches(page: Sent<typeof rpc.listPasskeyBatches>) {
    return listPasskeyBatches(readSessionOf(this.orm), page);
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.getPasskeyBatch)
  async getPasskeyBatch({ name }: Sent<typeof rpc.getPasskeyBatch>) {
    return this.batchOf(name);
  }

  /**
   * Keeps no idempotency record, which would hold the secrets. They are computed from the request's key, so that the same
   * request again answers the same. @throws DomainError `CONFLICT` for a name that is taken
   */
  @RpcHandler(rpc.addPasskeyBatch)
  async addPasskeyBatch({ name, count, validDays }: Sent<typeof rpc.addPasskeyBatch>, context: RequestContext) {
    const key = requestKeyOf(context);
    const secrets = Array.from({ length: count }, (_, index) => {
      const passkey = `${name}.${String(index + 1).padStart(NUMBER_DIGITS, '0')}`;
      return { name: passkey, secret: personalSecret(this.seed, `personal\n${passkey}\n${key}`) };
    });
    const passkeys = secrets.map((made) => ({ name: made.name, secretHash: hashOfPasskey(this.hashes, made.secret) }));
    const now = this.clock();
    const added = {
      batchId: randomUUID(),
      name,
      passkeys,
      now,
      expiresAt: new Date(now.getTime() + validDays * DAY_MS),
    };
    await inTransaction(this.orm, async ({ session }) => {
      if (await addPasskeyBatch(session, added)) return enterSupportAct(session);
      const known = await hashesOfBatch(session, name);
      if (known.join() !== passkeys.map(({ secretHash }) => secretHash).join()) {
        throw refused('CONFLICT', TEXTS.batchTaken);
      }
    });
    return { batch: (await this.batchOf(name)).batch, secrets };
  }

  /** @throws DomainError `NOT_FOUND`, and `CONFLICT` for one that is used */
  @RpcHandler(rpc.revokePersonalPasskey)
  async revokePersonalPasskey({ name }: Sent<typeof rpc.revokePersonalPasskey>) {
    await inTransaction(this.orm, async ({ session }) => {
      if (await revokePersonalPasskey(session, name, this.clock())) await enterSupportAct(session);
    });
    const passkey = await findPersonalPasskey(readSessionOf(this.orm), name);
    if (!passkey) throw refused('NOT_FOUND', TEXTS.passkeyUnknown);
    if (passkey.usedAt !== null) throw refused('CONFLICT', TEXTS.passkeyUsed);
    return { passkey };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.revokePasskeyBatch)
  async revokePasskeyBatch({ name }: Sent<typeof rpc.revokePasskeyBatch>) {
    await inTransaction(this.orm, async ({ session }) => {
      if (await revokePasskeyBatch(session, name, this.clock())) await enterSupportAct(session);
    });
    return this.batchOf(name);
  }

  private async batchOf(name: string) {
    const found = await findPasskeyBatch(readSessionOf(this.orm), name);
    if (!found) throw refused('NOT_FOUND', TEXTS.batchUnknown);
    return found;
  }
}

export const hashOfPasskey = (hashes: KeyedHash, secret: string): string => hashes.of('passkey', asTyped(secret));
