import type { LinkedAccounts } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { decodeExportCursor, encodeExportCursor, exactTime } from '../kernel/paging.js';

interface Row {
  group_id: string;
  kind: LinkedAccounts['kind'];
  since: Date;
  exact_since: string;
  reasons: LinkedAccounts['reasons'];
  members: LinkedAccounts['userIds'];
}

const columns = `group_id, kind, since, ${exactTime('since')} as exact_since, reasons,
  (select array_agg(user_id::text order by user_id) from linked_account a where a.group_id = g.group_id) as members`;

const listSql = `select ${columns} from linked_group g
  where $1::timestamptz is null or (since, group_id) < ($1::timestamptz, $2::uuid)
  order by since desc, group_id desc limit $3::int`;

/** A person is in one mutual group, and in as many others as networks that they assess from. */
const GROUPS_OF_ONE_MAX = 50;
const ofUserSql = `select ${columns} from linked_group g
  where group_id in (select group_id from linked_account where user_id = $1)
  order by since desc, group_id desc limit ${GROUPS_OF_ONE_MAX}`;

@Injectable()
export class LinkedAccountsQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /** Newest first. @throws DomainError VALIDATION_FAILED for a cursor that is none */
  async page({ cursor, limit }: { cursor?: string | undefined; limit: number }) {
    const before = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const values = [before?.at ?? null, before?.ids[0] ?? null, limit + 1];
    const { rows } = await this.store.pool.query<Row>(listSql, values);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      groups: shown.map(groupOf),
      nextCursor: hasMore ? encodeExportCursor({ at: last.exact_since, ids: [last.group_id] }) : null,
    };
  }

  async ofUser(userId: string): Promise<LinkedAccounts[]> {
    return (await this.store.pool.query<Row>(ofUserSql, [userId])).rows.map(groupOf);
  }
}

const groupOf = ({ group_id, kind, since, reasons, members }: Row): LinkedAccounts => ({
  groupId: group_id,
  kind,
  since: since.toISOString(),
  reasons,
  userIds: members,
});
