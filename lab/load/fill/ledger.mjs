import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { from } from 'pg-copy-streams';
import { fromRoot } from '../../../tools/lib/paths.mjs';

const ofTokens = (...file) => import(pathToFileURL(fromRoot('services', 'tokens', 'dist', ...file)).href);

/** The tokens service's own code, which derives this data from its events. */
export const { transferIdOf } = await ofTokens('ledger', 'transfer.js');
const { headOfChain, linkOf } = await ofTokens('chain', 'chain.js');
const { lineOf, postingsPerSnapshot } = await ofTokens('snapshots', 'snapshots.sql.js');

const pageSize = 5_000;
const pageSql = `select global_position::text, event_id, stream_id, stream_version, type, schema_version,
    data, metadata, recorded_at from events
  where global_position > $1::text::bigint order by events.global_position limit ${pageSize}`;
const lastLinkSql = `select global_position::text from ledger_chain join events using (event_id)
  order by number desc limit 1`;

const eventOf = (row) => ({
  globalPosition: row.global_position,
  eventId: row.event_id,
  streamId: row.stream_id,
  streamVersion: row.stream_version,
  type: row.type,
  schemaVersion: row.schema_version,
  data: row.data,
  metadata: row.metadata,
  recordedAt: row.recorded_at,
});

/** Escapes backslashes, tabs and line breaks for COPY. */
const escaped = (text) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

async function* linesAfterHead(client) {
  const session = { query: async (sql, values) => (await client.query(sql, values)).rows };
  let { number, hash } = await headOfChain(session);
  let [place] = (await client.query(lastLinkSql)).rows;
  for (;;) {
    const { rows } = await client.query(pageSql, [place.global_position]);
    if (rows.length === 0) return;
    let lines = '';
    for (const row of rows) {
      number += 1;
      hash = linkOf(hash, eventOf(row));
      lines += `${number}\t${row.event_id}\t${escaped(row.metadata.correlationId)}\t\\\\x${hash}\n`;
    }
    yield lines;
    place = rows.at(-1);
  }
}

/** Adds a link for every event without one, as the service's follower does. */
export async function extendChain({ reader, writer }) {
  const target = 'ledger_chain (number, event_id, correlation_id, hash)';
  await pipeline(Readable.from(linesAfterHead(reader)), writer.query(from(`copy ${target} from stdin`)));
}

const bookedSql = `select ${lineOf('account')} as line, recorded_at, global_position,
    -least(amount, 0) as debits, greatest(amount, 0) as credits from postings`;

/** Computes the sums that the service's follower keeps: after each `postingsPerSnapshot` postings, and after all. */
export const trialSnapshotsSql = [
  'delete from trial_snapshots',
  `create temporary table moment as
   select max(recorded_at) + interval '1 microsecond' as before from (
     select recorded_at, (row_number() over (order by recorded_at) - 1) / ${postingsPerSnapshot} as number from postings) p
   group by number having count(*) = ${postingsPerSnapshot}`,
  `insert into trial_snapshots (before, line, debits, credits, postings, latest, last_position)
   with place as (select coalesce(array_agg(distinct before order by before), '{}') as moments from moment
   ), booked as (
     select line, width_bucket(recorded_at, place.moments) as number, sum(debits) as debits, sum(credits) as credits,
         count(*) as postings, max(recorded_at) as latest, max(global_position) as last_position
       from (${bookedSql}) b, place group by 1, 2
   ), bound as (
     select coalesce(place.moments[number + 1], 'infinity') as before, number
       from place, generate_series(0, cardinality(place.moments)) number
   ), line as (select distinct line from booked)
   select before, line.line, sum(coalesce(debits, 0)) over upto, sum(coalesce(credits, 0)) over upto,
       sum(coalesce(postings, 0)) over upto, coalesce(max(latest) over upto, '-infinity'),
       coalesce(max(last_position) over upto, 0)
     from bound cross join line left join booked on booked.number = bound.number and booked.line = line.line
   window upto as (partition by line.line order by bound.number)`,
];

/** Marks the filled ledger as verified, as after a full run without findings: the next run reads only newer entries. */
export const verifiedSql = [
  'delete from verified_balances',
  'insert into verified_balances (account, posted, held) select account, posted, held from accounts',
  'delete from verified_ledger',
  'insert into verified_ledger (before_position) select events_horizon()',
  `insert into verified_chain (is_full, number, hash, global_position)
   select true, number, hash, global_position from ledger_chain join events using (event_id)
    order by number desc limit 1`,
];

/**
 * Records as verified: the ledger's events up to position $2 book all events of the assessments
 * service up to the cursor $1. Leaves all days open for the next scheduled reconciliations to close.
 */
export const verifiedTrailSql = `with escrow as (
    insert into verified_escrows (assessment_id, tokens)
    select substr(account, length('escrow:') + 1), posted from accounts where account like 'escrow:%' and posted <> 0)
  insert into verified_trail (assessments_cursor, before_position, counts)
  select $1, $2::text::bigint, jsonb_object_agg(kind, (select count(*) from transfers where code = kind and status = 'posted'))
    from unnest(array['consume', 'reward', 'refund', 'restart']) kind`;
