import { type LinkedAccounts, linkedAccountsRpc as rpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller } from '@nestjs/common';
import { cutPage, exactTime, isoTime, placeAfter } from '../kernel/paging.js';

type Row = LinkedAccounts & { exact_at: string };

const columns = `group_id as "groupId", kind, ${isoTime('since')} as since, ${exactTime('since')} as exact_at, reasons,
  (select array_agg(user_id::text order by user_id) from linked_account a where a.group_id = g.group_id) as "userIds"`;

const listSql = `select ${columns} from linked_group g
  where $1::timestamptz is null or (g.since, group_id) < ($1::timestamptz, $2::uuid)
  order by g.since desc, group_id desc limit $3::int`;

/** A person is in one mutual group, and in as many others as networks that they assess from. */
const ofUserSql = `select ${columns} from linked_group g
  where group_id in (select group_id from linked_account where user_id = $1)
  order by g.since desc, group_id desc limit 50`;

@Controller()
export class LinkedAccountsQuery {
  constructor(private readonly database: Database) {}

  /** Newest first. @throws DomainError VALIDATION_FAILED for a cursor that is none */
  @RpcHandler(rpc.listLinkedAccounts)
  async page({ cursor, limit }: Sent<typeof rpc.listLinkedAccounts>) {
    const rows = await this.database.query<Row>(listSql, [...placeAfter(cursor), limit + 1]);
    const { shown: groups, nextCursor } = cutPage(rows, limit, ({ groupId }) => [groupId]);
    return { groups, nextCursor };
  }

  @RpcHandler(rpc.getLinkedAccounts)
  async ofUser({ userId }: Sent<typeof rpc.getLinkedAccounts>) {
    return { groups: await this.database.query<Row>(ofUserSql, [userId]) };
  }
}
