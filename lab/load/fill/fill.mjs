import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { readJson } from '../../../tools/lib/json-file.mjs';
import { seconds } from '../../../tools/lib/say.mjs';
import { freePorts } from '../../../tools/lib/servers/ports.mjs';
import { startPostgres } from '../../../tools/lib/servers/postgres.mjs';
import { databaseNames, ensureSecrets } from '../../../tools/lib/start/secrets.mjs';
import { extendChain, transferIdOf, trialSnapshotsSql, verifiedSql, verifiedTrailSql } from './ledger.mjs';
import {
  lastPositionSql,
  moveCheckSql,
  moveFollowersSql,
  moveSequenceSql,
  readTemplates,
  removedFromInboxSql,
  rowsOf,
} from './template.mjs';
import { copyOf } from './world-copy.mjs';

async function connected(environment, port) {
  const url = new URL(environment.DATABASE_MIGRATION_URL);
  url.host = `127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`set timezone = 'UTC'`);
  return client;
}

/** Copies every row of the service's tables for each copy of the world. Resolves to the position of the last event. */
async function fillService(client, copies) {
  const templates = await readTemplates(client);
  const [{ positions }] = (await client.query('select max(global_position)::int as positions from events')).rows;
  for (const template of templates) {
    const rows = function* () {
      for (const copy of copies) yield rowsOf(template, copy, positions);
    };
    await pipeline(Readable.from(rows()), client.query(from(`copy ${template.target} from stdin`)));
  }
  for (const sql of [...removedFromInboxSql, moveSequenceSql]) await client.query(sql);
  const [last] = (await client.query(lastPositionSql)).rows;
  const position = last.global_position;
  await client.query(moveFollowersSql, [position]);
  return position;
}

async function fillLedgerProof({ reader, writer }) {
  await extendChain({ reader, writer });
  for (const sql of [...trialSnapshotsSql, ...verifiedSql]) await writer.query(sql);
}

/** Resolves to a Map from transfer id to idempotency key. Omits holds, whose ids are not derived from their keys. */
async function transferKeysOf(tokens) {
  const { rows } = await tokens.query('select transfer_id as id, idempotency_key as key from transfers');
  return new Map(rows.filter(({ id, key }) => transferIdOf(key) === id).map(({ id, key }) => [id, key]));
}

/** Links the folders of copied photos to the original picture files. */
function linkPictures(data, photoIds, copies) {
  const folder = path.join(data, 'objects', 'photos');
  mkdirSync(folder, { recursive: true });
  for (const copy of copies)
    for (const photoId of photoIds) symlinkSync(photoId, path.join(folder, copy.id(photoId)), 'dir');
}

/** Copies the databases' only world. `worlds`: the resulting number. Nothing else may use the databases of `data`. */
export async function fillWorlds({ data, worlds, spanMs, photoIds, say }) {
  const environments = readJson(path.join(data, 'environment.json'));
  const [port] = await freePorts(1);
  const server = await startPostgres({
    ...{ directory: path.join(data, 'postgres'), port, password: ensureSecrets(data).postgresPassword },
    ...{ logFile: path.join(data, 'logs', 'postgres.log'), durable: false, sharedBuffers: '1GB' },
  });
  const clients = [];
  const client = async (service) => {
    const made = await connected(environments[service], port);
    clients.push(made);
    return made;
  };
  try {
    const tokens = await client('tokens');
    const derived = { keys: await transferKeysOf(tokens), idOf: transferIdOf };
    const copies = Array.from({ length: worlds - 1 }, (_, index) => copyOf(index + 1, { worlds, spanMs, derived }));
    linkPictures(data, photoIds, copies);
    const filled = await Promise.all(
      databaseNames.map(async (service) => {
        const startedAt = performance.now();
        const own = await client(service);
        const position = await fillService(own, copies);
        if (service === 'tokens') await fillLedgerProof({ reader: tokens, writer: own });
        await own.query('vacuum (analyze)');
        say(`filled ${service} in ${seconds(startedAt)}`);
        return { service, own, position };
      }),
    );
    for (const { own } of filled)
      for (const { service, position } of filled) await own.query(moveCheckSql, [position, service]);
    const positionOf = (name) => filled.find(({ service }) => service === name).position;
    await tokens.query('truncate verified_trail, verified_escrows, open_bookings');
    await tokens.query(verifiedTrailSql, [positionOf('assessments'), positionOf('tokens')]);
  } finally {
    await Promise.all(clients.map((one) => one.end()));
    await server.stop();
  }
}
