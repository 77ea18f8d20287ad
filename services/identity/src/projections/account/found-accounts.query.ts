import { Role, type UserId } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cursorUnknown } from '../../records/page-cursor.js';

interface Row {
  user_id: UserId;
  email: string;
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

/** For support: by the whole or the beginning of an e-mail address or an id. */
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
      accounts: page.map((row) => ({
        userId: row.user_id,
        email: row.email,
        roles: z.array(Role).parse(row.roles ?? ['user']),
        createdAt: row.created_at.toISOString(),
        deletionRequestedAt: row.deletion_requested_at?.toISOString() ?? null,
        eraseAt: row.erase_at?.toISOString() ?? null,
      })),
      nextCursor: rows.length > limit ? page.at(-1)!.user_id : null,
    };
  }
}
