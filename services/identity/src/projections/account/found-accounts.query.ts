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

interface Sought {
  email: string | undefined;
  id: string;
}

const Id = z.uuid();
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** An account that is just signed up has its credentials first; its roles follow within milliseconds. */
const findSql = `select c.user_id, c.email, a.roles, c.created_at, c.deletion_requested_at, c.erase_at
  from credentials c left join accounts a using (user_id)
  where (c.email = $1 or c.user_id between $2::uuid and $3::uuid) and ($4::uuid is null or c.user_id > $4::uuid)
  order by c.user_id limit $5::int`;

/** One that is erased has no credentials any more; its id still stands in the ledger. */
const getSql = `select w.user_id, c.email, a.roles, coalesce(c.created_at, a.registered_at) as created_at,
    coalesce(c.deletion_requested_at, a.deletion_requested_at) as deletion_requested_at,
    coalesce(c.erase_at, a.erase_at) as erase_at
  from (select $1::uuid as user_id) w left join credentials c using (user_id) left join accounts a using (user_id)
  where c.user_id is not null or a.user_id is not null`;

/** Also of an account that is going: its mail can still be answered. */
const emailSql = 'select email from credentials where user_id = $1';

/**
 * For support: by the whole e-mail address, or by the whole or the beginning of an id. The beginning of an address finds
 * nothing: who tries letter after letter would read what is veiled.
 */
@Injectable()
export class FoundAccountsQuery {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** By the address in its one form, or the beginning of an id. @throws DomainError `VALIDATION_FAILED` for a cursor that is none */
  async page({ email, id }: Sought, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    if (cursor !== undefined && !Id.safeParse(cursor).success) throw cursorUnknown();
    const [first, last] = idsBeginningWith(id);
    const { rows } = await this.store.pool.query<Row>(findSql, [email ?? null, first, last, cursor ?? null, limit + 1]);
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

/** The first and the last of them: ids are in the order of their digits. */
function idsBeginningWith(typed: string): [first: string, last: string] | [null, null] {
  const ends = ['0', 'f'].map((digit) => typed + NO_ID.slice(typed.length).replaceAll('0', digit));
  return typed !== '' && ends.every((id) => ID.test(id)) ? [ends[0]!, ends[1]!] : [null, null];
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
