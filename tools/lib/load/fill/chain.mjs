import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import { headOfChain, linkOf } from './ledger-code.mjs';

const pageSize = 5_000;
const pageSql = `select transaction_id::text, global_position::text, event_id, stream_id, stream_version, type, schema_version,
    data, metadata, recorded_at from events
  where (transaction_id, global_position) > ($1::text::xid8, $2::text::bigint)
  order by events.transaction_id, events.global_position limit ${pageSize}`;
const lastLinkSql = `select transaction_id::text, global_position::text from ledger_chain join events using (event_id)
  order by number desc limit 1`;

const eventOf = (row) => ({
  transactionId: row.transaction_id,
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

/** COPY escapes these. */
const escaped = (text) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

async function* linesAfterHead(client) {
  const session = { query: async (sql, values) => (await client.query(sql, values)).rows };
  let { number, hash } = await headOfChain(session);
  let [place] = (await client.query(lastLinkSql)).rows;
  for (;;) {
    const { rows } = await client.query(pageSql, [place.transaction_id, place.global_position]);
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

/** Adds a link for every event that has none, as the service's follower would. */
export async function extendChain({ reader, writer }) {
  const target = 'ledger_chain (number, event_id, correlation_id, hash)';
  await pipeline(Readable.from(linesAfterHead(reader)), writer.query(from(`copy ${target} from stdin`)));
}
