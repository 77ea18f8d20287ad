import { type AccountActivity, identitySupportRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { isoTime } from '../kernel/paging.js';
import { listOpenSessionsOf } from '../sessions/sessions.rows.js';

/** Mails with codes and links contain only the id of their request. Mails about reports would reveal reporters. */
const mailsSql = `select payload->>'kind' as kind, ${isoTime('coalesce(completed_at, failed_at, created_at)')} as at,
    case when completed_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
  from work_items
  where queue = 'mail' and payload->>'kind' <> 'reportOutcome' and id in (
    select id from work_items where queue = 'mail' and payload->>'userId' = $1
    union all
    select 'mail:password-reset:' || request_id from password_resets join credentials using (email) where user_id = $1::uuid
    union all
    select 'mail:signup-code:' || request_id from signup_codes join credentials using (email) where user_id = $1::uuid)
  order by at desc limit 20`;

@Controller()
export class AccountActivityQuery {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getAccountActivity)
  async getAccountActivity({ userId }: Sent<typeof rpc.getAccountActivity>) {
    const [sessions, mails] = await Promise.all([
      listOpenSessionsOf(this.database, { userId, current: undefined, now: this.clock() }),
      this.database.query<z.infer<typeof AccountActivity>['mails'][number]>(mailsSql, [userId]),
    ]);
    return { sessions, mails };
  }
}
