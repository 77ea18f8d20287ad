import {
  type FoundAccount,
  normalisedEmail,
  type PersonContext,
  Role,
  identitySupportRpc as rpc,
  STAFF_ROLES,
  type UserId,
} from '@candid/contracts';
import { CLOCK, type Clock, type Counter, Metrics, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { accountUnknown } from '../account/account.js';
import { veiledEmail } from '../kernel/email-address.js';
import { cursorUnknown, isoTime } from '../kernel/paging.js';
import { rateLimited, TEXTS } from '../kernel/refusals.js';
import { hasRow } from '../kernel/rows.js';

type Row = Omit<z.infer<typeof FoundAccount>, 'email' | 'roles'> & { email: string | null; roles: string[] | null };

const Id = z.uuid();
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The credentials of a new account exist milliseconds before its roles. */
const findSql = `select c.user_id as "userId", c.email, a.roles, ${isoTime('c.created_at')} as "createdAt",
    ${isoTime('c.deletion_requested_at')} as "deletionRequestedAt", ${isoTime('c.erase_at')} as "eraseAt",
    ${isoTime('a.email_bounced_at')} as "emailBouncedAt"
  from credentials c left join accounts a using (user_id)
  where (c.email = $1 or c.user_id between $2::uuid and $3::uuid) and ($4::uuid is null or c.user_id > $4::uuid)
  order by c.user_id limit $5::int`;

/** An erased account has no credentials any more, but the ledger still contains its id. */
const getSql = `select w.user_id as "userId", c.email, a.roles,
    ${isoTime('coalesce(c.created_at, a.registered_at)')} as "createdAt",
    ${isoTime('coalesce(c.deletion_requested_at, a.deletion_requested_at)')} as "deletionRequestedAt",
    ${isoTime('coalesce(c.erase_at, a.erase_at)')} as "eraseAt",
    ${isoTime('a.email_bounced_at')} as "emailBouncedAt"
  from (select $1::uuid as user_id) w left join credentials c using (user_id) left join accounts a using (user_id)
  where c.user_id is not null or a.user_id is not null`;

type LookupKind = 'search' | 'reveal';
type LookupsPerDay = Record<LookupKind, number>;
export const LOOKUPS_PER_DAY = Symbol('LookupsPerDay');

/** Limits how often one member of staff looks up people on a day (UTC). The metric has an alert. */
@Injectable()
export class StaffLookups {
  private readonly lookups: Counter<'kind' | 'outcome'>;

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOOKUPS_PER_DAY) private readonly max: LookupsPerDay,
    metrics: Metrics,
  ) {
    const help = 'Searches and reveals of staff, by outcome';
    this.lookups = metrics.counter('support_lookups_total', help, ['kind', 'outcome']);
    // Starts each count at 0, so that the alert sees the first refusal as an increase.
    for (const kind of Object.keys(max) as LookupKind[]) {
      for (const outcome of ['shown', 'refused']) this.lookups.inc({ kind, outcome }, 0);
    }
  }

  /** Call this before showing anything. @throws DomainError `RATE_LIMITED` */
  async count(staffId: string, kind: LookupKind): Promise<void> {
    const now = this.clock();
    const isWithin = await hasRow(
      this.database,
      `insert into staff_lookups as known (user_id, kind, on_day) values ($1::uuid, $2, $3::date)
       on conflict (user_id, kind, on_day) do update set times = known.times + 1 where known.times < $4::int
       returning times`,
      [staffId, kind, now.toISOString().slice(0, 10), this.max[kind]],
    );
    this.lookups.inc({ kind, outcome: isWithin ? 'shown' : 'refused' });
    if (isWithin) return;
    const tomorrow = new Date(now);
    tomorrow.setUTCHours(24, 0, 0, 0);
    throw rateLimited(TEXTS.tooManyLookups, tomorrow, now);
  }
}

@Controller()
export class FindAccounts {
  constructor(
    private readonly database: Database,
    private readonly lookups: StaffLookups,
  ) {}

  /**
   * Searches for the whole e-mail address, or for the first 8 or more characters of an id. The beginning of an address
   * finds nothing: trying letter after letter would reveal veiled addresses.
   * @throws DomainError `VALIDATION_FAILED` for an invalid cursor
   */
  @RpcHandler(rpc.findAccounts)
  async findAccounts({ query, cursor, limit }: Sent<typeof rpc.findAccounts>, context: PersonContext) {
    await this.lookups.count(context.userId, 'search');
    if (cursor !== undefined && !Id.safeParse(cursor).success) throw cursorUnknown();
    const sought = [normalisedEmail(query) ?? null, ...idsBeginningWith(query.trim().toLowerCase())];
    const rows = await this.database.query<Row>(findSql, [...sought, cursor ?? null, limit + 1]);
    const page = rows.slice(0, limit);
    return { accounts: page.map(shown), nextCursor: rows.length > limit ? page.at(-1)!.userId : null };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.getFoundAccount)
  async getFoundAccount({ userId }: Sent<typeof rpc.getFoundAccount>) {
    const [row] = await this.database.query<Row>(getSql, [userId]);
    if (!row) throw accountUnknown();
    return shown(row);
  }

  @RpcHandler(rpc.listStaffNames)
  async listStaffNames({ userIds }: Sent<typeof rpc.listStaffNames>) {
    const sql = `select user_id as "userId", regexp_replace(email, '@[^@]*$', '') as name
      from credentials join accounts using (user_id) where user_id = any ($1::uuid[]) and roles && $2::text[]`;
    return { names: await this.database.query<{ userId: UserId; name: string }>(sql, [userIds, STAFF_ROLES]) };
  }

  /** Returns the whole address. @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.revealEmail)
  async revealEmail({ userId }: Sent<typeof rpc.revealEmail>, context: PersonContext) {
    await this.lookups.count(context.userId, 'reveal');
    // Finds a deleted account too, because its mails can still be answered.
    const sql = 'select email from credentials where user_id = $1';
    const [row] = await this.database.query<{ email: string }>(sql, [userId]);
    if (!row) throw accountUnknown();
    return row;
  }
}

/** Fewer characters of an id would list every account in a few searches. */
const ID_PREFIX_MIN = 8;

/** Returns the lowest and the highest id that begin with `typed`; PostgreSQL compares ids digit by digit. */
function idsBeginningWith(typed: string): [first: string, last: string] | [null, null] {
  const ends = ['0', 'f'].map((digit) => typed + NO_ID.slice(typed.length).replaceAll('0', digit));
  return typed.length >= ID_PREFIX_MIN && ends.every((id) => ID.test(id)) ? [ends[0]!, ends[1]!] : [null, null];
}

const shown = (row: Row) => ({
  ...row,
  email: row.email === null ? '' : veiledEmail(row.email),
  roles: z.array(Role).parse(row.roles ?? ['user']),
});
