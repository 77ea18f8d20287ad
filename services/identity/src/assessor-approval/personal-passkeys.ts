import { randomUUID } from 'node:crypto';
import {
  ANSWER_PASSKEY_DAYS,
  type PasskeyBatch,
  type PersonalPasskey,
  type RequestContext,
  identitySupportRpc as rpc,
} from '@candid/contracts';
import { enterSupportAct, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { exactTime, isoTime, type PagePlace, pageOf, placeAfter } from '../kernel/paging.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { KeyedHash, legibleSecret, typedCode } from '../kernel/secrets.js';
import { PASSKEY_SEED } from './passkeys.js';

const DAY_MS = 24 * 3_600_000;
const NUMBER_DIGITS = 3;

const selectBatches = `select batch_id as id, ${exactTime('created_at')} as at, b.name, ${isoTime('created_at')} as "createdAt",
    ${isoTime('expires_at')} as "expiresAt", c.count, c.used, c.revoked
  from passkey_batches b cross join lateral (
    select count(*)::int as count, count(used_at)::int as used, count(revoked_at)::int as revoked
      from personal_passkeys where batch = b.name) c`;

/** Passkeys that support makes in batches. Each approves one account. */
@Controller()
export class PersonalPasskeys {
  constructor(
    private readonly database: Database,
    private readonly hashes: KeyedHash,
    @Inject(PASSKEY_SEED) private readonly seed: Buffer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Lists the newest batch first. @throws DomainError `VALIDATION_FAILED` for an invalid cursor */
  @RpcHandler(rpc.listPasskeyBatches)
  async listPasskeyBatches({ cursor, limit }: Sent<typeof rpc.listPasskeyBatches>) {
    const found = await this.database.query<BatchRow>(
      `${selectBatches} where $1::timestamptz is null or (created_at, batch_id) < ($1::timestamptz, $2::uuid)
        order by created_at desc, batch_id desc limit $3::int`,
      [...placeAfter(cursor), limit + 1],
    );
    const { rows: batches, nextCursor } = pageOf(found, limit);
    return { batches, nextCursor };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.getPasskeyBatch)
  async getPasskeyBatch({ name }: Sent<typeof rpc.getPasskeyBatch>) {
    return this.batchOf(name);
  }

  /**
   * Keeps no idempotency record, because it would contain the secrets. They derive from the request's key, so that a
   * repeated request gets the same answer. @throws DomainError `CONFLICT` for a name that is taken
   */
  @RpcHandler(rpc.addPasskeyBatch)
  async addPasskeyBatch({ name, count, validDays }: Sent<typeof rpc.addPasskeyBatch>, context: RequestContext) {
    const key = requestKeyOf(context);
    const secrets = Array.from({ length: count }, (_, index) => {
      const passkey = `${name}.${String(index + 1).padStart(NUMBER_DIGITS, '0')}`;
      return { name: passkey, secret: legibleSecret(this.seed, `personal\n${passkey}\n${key}`) };
    });
    const hashes = secrets.map(({ secret }) => hashOfPasskey(this.hashes, secret));
    const now = this.clock();
    await this.database.transaction(async ({ session }) => {
      // A concurrent transaction that adds the same name waits for this one.
      const names = secrets.map((made) => made.name);
      if (await addBatch(session, { name, names, hashes, now, validDays })) return enterSupportAct(session);
      const known = await session.query<{ hash: string }>(
        'select secret_hash as hash from personal_passkeys where batch = $1 order by name',
        [name],
      );
      if (known.map(({ hash }) => hash).join() !== hashes.join()) throw refused('CONFLICT', TEXTS.batchTaken);
    });
    return { batch: (await this.batchOf(name)).batch, secrets };
  }

  /** @throws DomainError `NOT_FOUND`, and `CONFLICT` for a used passkey */
  @RpcHandler(rpc.revokePersonalPasskey)
  async revokePersonalPasskey({ name }: Sent<typeof rpc.revokePersonalPasskey>) {
    await this.revoke('name', name);
    const sql = `select ${passkeyColumns} from personal_passkeys where name = $1`;
    const [passkey] = await this.database.query<z.infer<typeof PersonalPasskey>>(sql, [name]);
    if (!passkey) throw refused('NOT_FOUND', TEXTS.passkeyUnknown);
    if (passkey.usedAt !== null) throw refused('CONFLICT', TEXTS.passkeyUsed);
    return { passkey };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.revokePasskeyBatch)
  async revokePasskeyBatch({ name }: Sent<typeof rpc.revokePasskeyBatch>) {
    await this.revoke('batch', name);
    return this.batchOf(name);
  }

  /** Leaves used passkeys unchanged. */
  private async revoke(column: 'name' | 'batch', name: string): Promise<void> {
    await this.database.transaction(async ({ session }) => {
      const rows = await session.query(
        `update personal_passkeys set revoked_at = $2::timestamptz
          where ${column} = $1 and revoked_at is null and used_at is null returning name`,
        [name, this.clock().toISOString()],
      );
      if (rows.length > 0) await enterSupportAct(session);
    });
  }

  private async batchOf(name: string) {
    const [batch] = await this.database.query<BatchRow>(`${selectBatches} where b.name = $1`, [name]);
    if (!batch) throw refused('NOT_FOUND', TEXTS.batchUnknown);
    const passkeys = await this.database.query<z.infer<typeof PersonalPasskey>>(
      `select ${passkeyColumns} from personal_passkeys where batch = $1 order by name`,
      [name],
    );
    return { batch, passkeys };
  }
}

interface AddedBatch {
  name: string;
  /** Names and hashes of the passkeys, in the same order. */
  names: string[];
  hashes: string[];
  now: Date;
  validDays: number;
}

/** @returns false if the name is taken */
async function addBatch(session: SqlSession, { name, names, hashes, now, validDays }: AddedBatch): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + validDays * DAY_MS);
  const isNew = await hasRow(
    session,
    `insert into passkey_batches (batch_id, name, created_at, expires_at)
     values ($1::uuid, $2, $3::timestamptz, $4::timestamptz) on conflict (name) do nothing returning name`,
    [randomUUID(), name, now.toISOString(), expiresAt.toISOString()],
  );
  if (!isNew) return false;
  await session.query(
    `insert into personal_passkeys (name, batch, secret_hash)
     select made.name, $1, made.secret_hash from unnest($2::text[], $3::text[]) as made(name, secret_hash)`,
    [name, names, hashes],
  );
  return true;
}

/**
 * Passkeys that answer a message. The secret derives from the message's id and the key of the hashes, which never
 * changes, so that the app can show it to the sender although neither the mail nor the database contains it.
 */
@Injectable()
export class AnswerPasskeys {
  constructor(
    private readonly hashes: KeyedHash,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the passkey's name */
  async add(session: SqlSession, feedbackId: string): Promise<string> {
    const name = `answer-${feedbackId}`;
    const passkey = `${name}.001`;
    const hashes = [hashOfPasskey(this.hashes, this.derived(feedbackId))];
    await addBatch(session, { name, names: [passkey], hashes, now: this.clock(), validDays: ANSWER_PASSKEY_DAYS });
    return passkey;
  }

  /** @param validHash the stored hash; null if the passkey approves nobody any more, which gives no secret */
  secretOf(feedbackId: string, validHash: string | null): string | null {
    const secret = this.derived(feedbackId);
    return validHash === hashOfPasskey(this.hashes, secret) ? secret : null;
  }

  private derived(feedbackId: string): string {
    return legibleSecret(Buffer.from(this.hashes.of('answer-passkey', feedbackId)), 'passkey');
  }
}

export const hashOfPasskey = (hashes: KeyedHash, secret: string): string => hashes.of('passkey', typedCode(secret));

type BatchRow = z.infer<typeof PasskeyBatch> & PagePlace;

const passkeyColumns = `name, ${isoTime('used_at')} as "usedAt", used_by as "usedBy", ${isoTime('revoked_at')} as "revokedAt"`;

/**
 * Finds the passkey and locks its row until the transaction ends. Returns undefined if the passkey is unknown, revoked,
 * expired, or used by somebody else. The user who has used it may present it again.
 */
export const claimPersonalPasskey = (session: SqlSession, secretHash: string, userId: string, now: Date) =>
  firstRow<{ name: string }>(
    session,
    `select p.name from personal_passkeys p join passkey_batches b on b.name = p.batch
      where p.secret_hash = $1 and p.revoked_at is null
        and ((p.used_at is null and b.expires_at > $3::timestamptz) or p.used_by = $2::uuid)
      for update of p`,
    [secretHash, userId, now.toISOString()],
  );

export async function usePersonalPasskey(session: SqlSession, name: string, userId: string, now: Date): Promise<void> {
  await session.query(
    'update personal_passkeys set used_at = $3::timestamptz, used_by = $2::uuid where name = $1 and used_at is null',
    [name, userId, now.toISOString()],
  );
}
