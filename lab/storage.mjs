/**
 * `npm run storage [-- --rows 4000] [--data DIR]`: measures how large a row of each PostgreSQL table is, with indexes.
 * The system has to run from the data directory. Copies existing rows with other keys into temporary tables with the
 * same indexes, so that partly filled pages hardly count. Changes no data.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readJson } from '../tools/lib/json-file.mjs';
import { columns, say } from '../tools/lib/say.mjs';
import { dataDirectory } from '../tools/lib/start/options.mjs';
import { liveRun } from '../tools/lib/start/run-file.mjs';
import { databaseNames } from '../tools/lib/start/secrets.mjs';

const tablesSql = `select c.oid::int as oid, n.nspname as schema, c.relname as name, c.reloptions as options
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind = 'r' and n.nspname in ('public', current_schema()) and c.relname not like 'mikro_orm%' order by c.relname`;

const columnsSql = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey::int2[])) as is_key
  from pg_attribute a where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`;

/** Varies keys without changing their length. Equal keys stay equal, so that rows of a stream stay together. */
function copied({ name, type, is_key: isKey }, quoted) {
  const column = `t.${quoted(name)}`;
  if (type === 'uuid') return `md5(${column}::text || k)::uuid`;
  if (!isKey) return column;
  if (type === 'bytea') return `substring(sha256(${column} || k::text::bytea) for length(${column}))`;
  if (type === 'bigint' || type === 'integer') return `${column} + k * 100000`;
  if (type !== 'text') return column;
  const hash = `md5(${column} || k)`;
  return `case when ${column} ~ '[0-9a-f]{8}-' then regexp_replace(${column}, '[0-9a-f]{8}-', left(${hash}, 8) || '-')
    else overlay(${column} placing left(${hash}, least(8, length(${column}))) from 1) end`;
}

async function weigh(client, { oid, schema, name, options }, wanted) {
  const quoted = client.escapeIdentifier.bind(client);
  const source = `${quoted(schema)}.${quoted(name)}`;
  const there = Number((await client.query(`select count(*) as rows from ${source}`)).rows[0].rows);
  if (there === 0) return;
  const { rows: list } = await client.query(columnsSql, [oid]);
  const names = list.map((column) => quoted(column.name)).join(', ');
  const settings = options ? `with (${options.join(', ')})` : '';
  await client.query(`create temporary table weighed (like ${source} including all) ${settings} on commit drop`);
  await client.query(
    `insert into weighed (${names}) overriding system value
     select ${list.map((column) => copied(column, quoted)).join(', ')}
       from generate_series(1, $1::int) k, (select * from ${source} limit $2::int) t order by k on conflict do nothing`,
    [Math.ceil(wanted / Math.min(there, wanted)), wanted],
  );
  const { rows } = await client.query(
    `select count(*)::int as rows, pg_table_size('weighed')::int as heap, pg_indexes_size('weighed')::int as indexes from weighed`,
  );
  return { name, there, ...rows[0] };
}

async function report(service, url, wanted) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lines = [];
  try {
    for (const table of (await client.query(tablesSql)).rows) {
      await client.query('begin');
      const weighed = await weigh(client, table, wanted);
      await client.query('rollback');
      if (!weighed) continue;
      const { name, there, rows, heap, indexes } = weighed;
      // A table whose keys cannot be varied has few copies, so empty space in its pages would distort the size.
      const each = (bytes) => (rows < wanted / 2 ? '-' : Math.round(bytes / rows));
      lines.push([name, there, each(heap), each(indexes), each(heap + indexes)]);
    }
    const types = await client.query(
      'select type, count(*)::int as count from events group by type order by count desc',
    );
    say(`${service}\n`);
    for (const line of columns([['table', 'rows', 'heap', 'indexes', 'bytes a row'], ...lines], '')) say(line);
    say(`events: ${types.rows.map(({ type, count }) => `${count} ${type}`).join(', ')}\n`);
  } finally {
    await client.end();
  }
}

const { values } = parseArgs({ options: { data: { type: 'string' }, rows: { type: 'string', default: '4000' } } });
const data = dataDirectory(values.data);
if (!liveRun(data)) {
  say('Nothing runs from this data directory. Start it with: npm start');
  process.exit(1);
}
const environment = readJson(path.join(data, 'environment.json'));
for (const service of databaseNames) {
  await report(service, environment[service].DATABASE_MIGRATION_URL, Number(values.rows));
}
