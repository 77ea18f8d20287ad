import { Role, type UserId } from '@candid/contracts';
import { DomainError, EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cursorUnknown } from '../../records/page-cursor.js';
import { veiledEmail } from '../../records/veiled-email.js';

interface Row {
  user_id: UserId;
  email: string | null;
  roles: string[] | null;
  created_at: Date;
  deletion_requested_at: Date | null;
  erase_at: Date | null;
}

const Id = z.uuid();

/** An account that is just signed up has its credentials first; its roles follow within milliseconds. */
const findSql = `select c.user_id, c.email, a.roles, c.created_at, c.deletion_requested_at, c.erase_at
  from credentials c left join accounts a using (user_id)
  where (c.email like $1 or c.user_id::text like $1) and ($2::uuid is null or c.user_id > $2::uuid)
  order by c.user_id limit $3::int`;

/** One that is erased has no credentials any more; its id still stands in the ledger. */
const getSql = `select w.user_id, c.email, a.roles, coalesce(c.created_at, a.registered_at) as created_at,
    coalesce(c.deletion_requested_at, a.deletion_requested_at) as deletion_requested_at,
    coalesce(c.erase_at, a.erase_at) as erase_at
  from (select $1::uuid as user_id) w left join credentials c using (user_id) left join accounts a using (user_id)
  where c.user_id is not null or a.user_id is not null`;

/** Also of an account that is going: its mail can still be answered. */
const emailSql = 'select email from credentials where user_id = $1';

/** For support: by the whole or the beginning of an e-mail address or an id. Addresses are veiled. */
@Injectable()
export class FoundAccountsQuery {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** @throws DomainError `VALIDATION_FAILED` for a cursor that is none */
  async page(query: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    if (cursor !== undefined && !Id.safeParse(cursor).success) throw cursorUnknown();
    const typed = query.trim().normalize('NFKC').toLowerCase();
    const prefix = `${typed.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
    const { rows } = await this.store.pool.query<Row>(findSql, [prefix, cursor ?? null, limit + 1]);
    const page = rows.slice(0, limit);
    return {
      accounts: page.map(accountOf),
      nextCursor: rows.length > limit ? page.at(-1)!.user_id : null,
    };
  }

  /** @throws DomainError `NOT_FOUND` */
  async get(userId: string) {
    const { rows } = await this.store.pool.query<Row>(getSql, [userId]);
    if (!rows[0]) throw accountUnknown();
    return accountOf(rows[0]);
  }

  /** Unveiled. @throws DomainError `NOT_FOUND` */
  async emailOf(userId: string): Promise<string> {
    const { rows } = await this.store.pool.query<{ email: string }>(emailSql, [userId]);
    if (!rows[0]) throw accountUnknown();
    return rows[0].email;
  }
}

const accountOf = (row: Row) => ({
  userId: row.user_id,
  email: row.email === null ? '' : veiledEmail(row.email),
  roles: z.array(Role).parse(row.roles ?? ['user']),
  createdAt: row.created_at.toISOString(),
  deletionRequestedAt: row.deletion_requested_at?.toISOString() ?? null,
  eraseAt: row.erase_at?.toISOString() ?? null,
});

const accountUnknown = () => new DomainError('NOT_FOUND', 'There is no such account.');
