import { setTimeout as delay } from 'node:timers/promises';
import { type Passkey, type RequestContext, identitySupportRpc as rpc } from '@candid/contracts';
import { enterSupportAct, type SqlSession } from '@candid/event-store';
import {
  CLOCK,
  type Clock,
  isTransient,
  LOGGER,
  type Logger,
  RpcHandler,
  requestKeyOf,
  type Sent,
} from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { z } from 'zod';
import type { IdentityConfig } from '../kernel/config.js';
import { isoTime } from '../kernel/paging.js';
import { PasswordHasher } from '../kernel/passwords.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { legibleSecret, typedCode } from '../kernel/secrets.js';
import { OWN_TURN } from '../kernel/work-in-turn.js';

/** Generated secrets derive from this seed and the request's key, so a repeated request gets the same secret. */
export const PASSKEY_SEED = Symbol('PasskeySeed');

export const CONFIGURED_PASSKEYS = Symbol('ConfiguredPasskeys');

const STORE_RETRY_MS = 500;

/** The configuration defines the first passkeys. Support adds others and can revoke all of them. */
@Controller()
export class Passkeys implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordHasher,
    @Inject(CONFIGURED_PASSKEYS) private readonly configured: IdentityConfig['ASSESSOR_PASSKEYS'],
    @Inject(PASSKEY_SEED) private readonly seed: Buffer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs before the process is ready: adds each new passkey of the configuration and replaces each changed secret. A
   * passkey that is not in the configuration any more stays valid, and a revoked one stays revoked. A slow or
   * unreachable database only delays the start.
   */
  async onApplicationBootstrap(): Promise<void> {
    for (;;) {
      try {
        return await this.storeConfigured();
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.logger.warn({ err: error }, 'passkeys of the configuration not stored, trying again');
      }
      await delay(STORE_RETRY_MS);
    }
  }

  private async storeConfigured(): Promise<void> {
    const known = new Map((await listPasskeys(this.database)).map((passkey) => [passkey.name, passkey]));
    for (const { name, secret } of this.configured) {
      const stored = known.get(name);
      if (
        stored &&
        (stored.revokedAt !== null || (await this.passwords.verify(typedCode(secret), stored.secretHash, OWN_TURN)))
      )
        continue;
      await this.database.query(
        `insert into assessor_passkeys (name, secret_hash) values ($1, $2)
         on conflict (name) do update set secret_hash = excluded.secret_hash`,
        [name, await this.passwords.hash(typedCode(secret), OWN_TURN)],
      );
    }
  }

  @RpcHandler(rpc.listPasskeys)
  async listPasskeys() {
    return { passkeys: (await listPasskeys(this.database)).map(shown) };
  }

  /**
   * Keeps no idempotency record: its fast hash would let somebody guess the secret. Adding the same name and secret
   * again changes nothing. @throws DomainError `CONFLICT` for a name that is taken
   */
  @RpcHandler(rpc.addPasskey)
  async addPasskey({ name, secret: given }: Sent<typeof rpc.addPasskey>, context: RequestContext) {
    const secret = given ?? legibleSecret(this.seed, `${name}\n${requestKeyOf(context)}`);
    const secretHash = await this.passwords.hash(typedCode(secret), OWN_TURN);
    const isNew = await this.database.transaction(async ({ session }) => {
      // The name of a revoked passkey also counts as taken.
      const isAdded = await hasRow(
        session,
        `insert into assessor_passkeys (name, secret_hash, created_at) values ($1, $2, $3::timestamptz)
         on conflict (name) do nothing returning name`,
        [name, secretHash, this.clock().toISOString()],
      );
      if (isAdded) await enterSupportAct(session);
      return isAdded;
    });
    const passkey = await this.find(name);
    if (!passkey) throw new Error(`passkey ${name} is gone`);
    const isRepeat =
      !isNew &&
      passkey.revokedAt === null &&
      (await this.passwords.verify(typedCode(secret), passkey.secretHash, OWN_TURN));
    if (!isNew && !isRepeat) throw refused('CONFLICT', TEXTS.passkeyTaken);
    return { passkey: shown(passkey), secret };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.revokePasskey)
  async revokePasskey({ name }: Sent<typeof rpc.revokePasskey>) {
    await this.database.transaction(async ({ session }) => {
      if (await revokePasskey(session, name, this.clock())) await enterSupportAct(session);
    });
    const passkey = await this.find(name);
    if (!passkey) throw refused('NOT_FOUND', TEXTS.passkeyUnknown);
    return { passkey: shown(passkey) };
  }

  private find(name: string): Promise<AssessorPasskey | undefined> {
    return firstRow(this.database, `select ${columns} from assessor_passkeys where name = $1`, [name]);
  }
}

const shown = ({ name, createdAt, revokedAt }: AssessorPasskey) => ({ name, createdAt, revokedAt });

type AssessorPasskey = z.infer<typeof Passkey> & { secretHash: string };

const columns = `name, secret_hash as "secretHash", ${isoTime('created_at')} as "createdAt",
  ${isoTime('revoked_at')} as "revokedAt"`;

export const listPasskeys = (session: SqlSession): Promise<AssessorPasskey[]> =>
  session.query(`select ${columns} from assessor_passkeys order by name`);

/** Revokes the passkey; people that it has approved stay approved. Returns false if no valid passkey has the name. */
export const revokePasskey = (session: SqlSession, name: string, now: Date): Promise<boolean> =>
  hasRow(
    session,
    'update assessor_passkeys set revoked_at = $2::timestamptz where name = $1 and revoked_at is null returning name',
    [name, now.toISOString()],
  );
