import { text } from 'node:stream/consumers';
import { to } from 'pg-copy-streams';
import { parsed } from './world-copy.mjs';

/**
 * Tables that are not copied: those that do not grow with people, those whose rows expire within a day or month, and
 * those that the fill computes. A copy of `photo_likeness` would make all copies of a picture similar to each other.
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

/** Orders tables so that a referenced table comes before the tables that refer to it. */
const tablesSql = `select c.oid::int as oid, n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', current_schema()) and c.relname not like 'mikro_orm%'
   and c.relname not in (${notCopied.map((name) => `'${name}'`).join(', ')})
 order by exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), c.relname`;

/** Leaves out generated columns. */
const columnsSql = `select attname as name from pg_attribute
  where attrelid = $1 and attnum > 0 and not attisdropped and attgenerated = ''
  order by attnum`;

export const lastPositionSql = 'select max(global_position)::text as global_position from events';

export const moveSequenceSql = `select setval(pg_get_serial_sequence('events', 'global_position'), (select max(global_position) from events))`;

/** Moves the followers' checkpoints past the copied events, so that no follower publishes or reads these. */
export const moveFollowersSql = `update checkpoints set global_position = $1::text::bigint
  where name not like 'check %'`;

/** Moves the checkpoint of the inbox check as well, because the inbox is copied, too. $2: the publishing service. */
export const moveCheckSql = `update checkpoints set global_position = $1::text::bigint
  where name = 'check ' || $2 or name like 'check ' || $2 || ' %'`;

/** Removes the inbox rows that the service would have removed by now, and records the removal. */
export const removedFromInboxSql = [
  `insert into inbox_reach (subscriber, recorded_before) select distinct subscriber, now() - interval '14 days' from inbox
     on conflict (subscriber) do update set recorded_before = excluded.recorded_before`,
  `delete from inbox where recorded_at < now() - interval '14 days'`,
];

/** Tables whose times are not shifted, because they state how long a row stays valid. */
const timeless = new Set(['sessions']);
const isTime = (variable) => variable[8] !== '-';

/** Splits lines into literals and variables. Equal variables have the same number, so a copy maps each one only once. */
function templateOf(content, { positionColumn, keepsTimes }) {
  const numbers = new Map();
  const numberOf = (variable) => {
    if (!numbers.has(variable)) numbers.set(variable, numbers.size);
    return numbers.get(variable);
  };
  const lines = content
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const cells = line.split('\t');
      const position = positionColumn < 0 ? undefined : Number(cells[positionColumn]);
      const before = positionColumn < 0 ? [] : cells.slice(0, positionColumn);
      const after = cells.slice(positionColumn + 1);
      const parts = [before, after].map((some) => {
        const { literals, variables } = parsed(some.join('\t'));
        return { literals, variables: variables.map(numberOf) };
      });
      return { before: parts[0], position, after: parts[1], hasBefore: before.length > 0 };
    });
  const variables = [...numbers.keys()];
  return { lines, variables, isKept: variables.map((variable) => keepsTimes && isTime(variable)) };
}

/** Reads the rows of the service's tables as templates, in an order in which they can be inserted. */
export async function readTemplates(client) {
  const templates = [];
  for (const { oid, schema, name } of (await client.query(tablesSql)).rows) {
    const columns = (await client.query(columnsSql, [oid])).rows.map((row) => row.name);
    const quoted = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
    const content = await text(client.query(to(`copy (select ${quoted} from ${table}) to stdout`)));
    if (content === '') continue;
    const positionColumn = columns.indexOf('global_position');
    const template = templateOf(content, { positionColumn, keepsTimes: timeless.has(name) });
    templates.push({ name, target: `${table} (${quoted})`, ...template });
  }
  return templates;
}

function joined({ literals, variables }, values) {
  let line = literals[0];
  for (let index = 0; index < variables.length; index += 1) line += values[variables[index]] + literals[index + 1];
  return line;
}

/** Returns the template's rows for one copy of the world, in the format of COPY. */
export function rowsOf({ lines, variables, isKept }, copy, positionsPerWorld) {
  const values = variables.map((variable, index) => (isKept[index] ? variable : copy.variable(variable)));
  let rows = '';
  for (const { before, position, after, hasBefore } of lines) {
    if (position !== undefined) {
      if (hasBefore) rows += `${joined(before, values)}\t`;
      rows += `${position + copy.number * positionsPerWorld}\t`;
    }
    rows += `${joined(after, values)}\n`;
  }
  return rows;
}
