/**
 * Tables without a row for each person, tables that expire within a day or month, and tables that the fill computes
 * itself. Marks of similar pictures are left out because copies of a picture are similar to each other.
 */
const notCopied = [
  ...['checkpoints', 'work_items', 'idempotency_records', 'dead_letters', 'support_acts', 'support_refusals'],
  ...['signup_codes', 'refresh_tokens', 'password_resets', 'welcomed_mailboxes', 'second_factors', 'secret_tries'],
  ...['assessor_passkeys', 'passkey_batches', 'personal_passkeys', 'feedback'],
  ...['analytics_days', 'analytics_totals'],
  ...['support_calls', 'support_call_outcomes', 'refused_calls', 'staff_lookups'],
  ...['photo_likeness', 'score_model', 'linked_group', 'linked_account', 'linked_accounts_search', 'gold_pair'],
  ...['gold_showing', 'ledger_chain', 'verified_chain', 'verified_balances', 'verified_ledger', 'reconciliations'],
  ...[
    'trial_snapshots',
    'verified_trail',
    'verified_escrows',
    'open_bookings',
    'closed_days',
    'reward_days',
    'inbox_reach',
  ],
];

/** Referenced tables come before those that refer to them. */
export const tablesSql = `select c.oid::int as oid, n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', current_schema()) and c.relname not like 'mikro_orm%'
   and c.relname not in (${notCopied.map((name) => `'${name}'`).join(', ')})
 order by exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), c.relname`;

/** Generated columns follow from others; a copied event comes after all others in the order of events. */
export const columnsSql = `select attname as name from pg_attribute
  where attrelid = $1 and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'transaction_id'
  order by attnum`;

export const lastPositionSql = `select transaction_id::text, global_position::text from events
  order by events.transaction_id desc, events.global_position desc limit 1`;

export const moveSequenceSql = `select setval(pg_get_serial_sequence('events', 'global_position'), (select max(global_position) from events))`;

/** Copied events are neither published nor read by followers again. */
export const moveFollowersSql = `update checkpoints set transaction_id = $1::text::xid8, global_position = $2::text::bigint
  where name not like 'check %'`;

/** Nor are they compared with what this service has handled: its inbox is a copy, too. $3: the service that published them. */
export const moveCheckSql = `update checkpoints set transaction_id = $1::text::xid8, global_position = $2::text::bigint
  where name = 'check ' || $3 or name like 'check ' || $3 || ' %'`;

/** Removes inbox rows as the service would have done by now, and records that it did. */
export const removedFromInboxSql = [
  `insert into inbox_reach (subscriber, recorded_before) select distinct subscriber, now() - interval '14 days' from inbox
     on conflict (subscriber) do update set recorded_before = excluded.recorded_before`,
  `delete from inbox where recorded_at < now() - interval '14 days'`,
];
