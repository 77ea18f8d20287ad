import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { type RequestContext, supportLedgerRpc, supportRoutes } from '@candid/contracts';
import { connectNats, consumerLevels, RpcClient } from '@candid/platform';
import { createObjectStorage, type ObjectStorageConfig } from '@candid/platform/object-storage';
import {
  environmentsOf,
  inServiceDatabase,
  repositoryRoot,
  SERVICE_NAMES,
  type ServiceName,
  settledRows,
} from '@candid/testing';
import type { NatsConnection } from '@nats-io/transport-node';
import { POISON } from './faults/message-faults.js';
import type { Found, Subject } from './invariant-subject.js';

type System = Subject['system'];

const run = promisify(execFile);

async function withNats<Result>(system: System, work: (nats: NatsConnection) => Promise<Result>) {
  const nats = await connectNats((await environmentsOf(system))['operator']!['NATS_URL']!, 'invariants');
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}

export async function consumersDrained({ system }: Subject): Promise<Found> {
  const levels = await withNats(system, consumerLevels);
  const behind = levels.filter(({ pending, atHand }) => pending + atHand > 0);
  return {
    wrong: behind.map(({ name, pending, atHand }) => `${name} has ${pending} and ${atHand} at hand`),
    otherwise: `${levels.length} consumers`,
  };
}

export async function workDone({ system }: Subject): Promise<Found> {
  const wrong: string[] = [];
  for (const service of SERVICE_NAMES) {
    // Marks the dead letters of poison messages as handled, because the reconciliation requires that.
    await inServiceDatabase(
      system,
      service,
      'update dead_letters set replayed_at = now() where replayed_at is null and payload like $1',
      [`%${POISON}%`],
    );
    const work = await inServiceDatabase(
      system,
      service,
      `select id, last_error from work_items
        where completed_at is null and (failed_at is not null or available_at < now()) limit 5`,
    );
    const letters = await inServiceDatabase(
      system,
      service,
      'select subscriber, reason from dead_letters where replayed_at is null limit 5',
    );
    wrong.push(...work.map(({ id, last_error }) => `${service}: ${id} is open (${last_error})`));
    wrong.push(...letters.map(({ subscriber, reason }) => `${service}: ${subscriber}: ${reason}`));
  }
  return { wrong, otherwise: `${SERVICE_NAMES.length} services` };
}

export async function booksBalanced({ support }: Subject): Promise<Found> {
  const { sum, accounts } = await support.expect(supportRoutes.trialBalance);
  const overdrawn = accounts.filter(({ account, balance }) => !account.startsWith('platform:') && balance < 0);
  const held = accounts.filter(({ account, balance }) => account.startsWith('escrow:') && balance !== 0);
  const wrong = [...overdrawn, ...held].map(({ account, balance }) => `${account} has ${balance}`);
  return { wrong: sum === 0 ? wrong : [`the sum is ${sum}`, ...wrong], otherwise: `${accounts.length} accounts` };
}

const LEDGER_TIMEOUT_MS = 300_000;

function askTokens<Result>(
  system: System,
  ask: (rpc: RpcClient, context: RequestContext) => Promise<Result>,
): Promise<Result> {
  const context: RequestContext = { requestId: randomUUID(), roles: [] };
  return withNats(system, (nats) => ask(new RpcClient(nats, LEDGER_TIMEOUT_MS), context));
}

export async function ledgerVerified({ system }: Subject): Promise<Found> {
  const { ok, checked } = await askTokens(system, (rpc, context) =>
    rpc.call(supportLedgerRpc.verifyLedger, { full: true }, context),
  );
  return { wrong: ok ? [] : ['the chain is broken'], otherwise: `${checked} events` };
}

export async function reconciled({ system }: Subject): Promise<Found> {
  const { checks } = await askTokens(system, (rpc, context) =>
    rpc.call(supportLedgerRpc.reconcile, { full: true }, context),
  );
  const wrong = checks.filter(({ ok, healed }) => !ok || healed > 0);
  return {
    wrong: wrong.map(({ name, detail, healed }) => `${name}: ${detail}, ${healed} healed`),
    otherwise: `${checks.length} checks, nothing to heal`,
  };
}

/** Rebuilds every projection from the first event; no row may change. */
export async function readModelsReplayed({ system }: Subject): Promise<Found> {
  const found = await Promise.all(SERVICE_NAMES.map((service) => replayedIn(system, service)));
  const rows = found.reduce((sum, one) => sum + one.rows, 0);
  return { wrong: found.flatMap(({ wrong }) => wrong), otherwise: `${rows} rows` };
}

async function replayedIn(system: System, service: ServiceName): Promise<{ wrong: string[]; rows: number }> {
  const session = {
    query: <Row>(sql: string, parameters: readonly unknown[] = []) =>
      inServiceDatabase(system, service, sql, [...parameters]) as Promise<Row[]>,
  };
  const before = await settledRows({ session });
  const entry = `${repositoryRoot}services/${service}/bundle/rebuild.js`;
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const env = { ...inherited, ...(await environmentsOf(system))[service] };
  const tables = await rebuild(entry, env, '--tables');
  for (const name of await rebuild(entry, env)) await rebuild(entry, env, name);
  const after = await settledRows({ session });
  const wrong = tables.flatMap((table) => {
    const [live, replayed] = [before[table]!, after[table]!].map((rows) => rows.map((row) => JSON.stringify(row)));
    const lost = live!.filter((row) => !replayed!.includes(row));
    const gained = replayed!.filter((row) => !live!.includes(row));
    return lost.length + gained.length === 0
      ? []
      : [`${service}.${table}: live ${lost.slice(0, 2)}, replayed ${gained.slice(0, 2)}`];
  });
  return { wrong, rows: tables.reduce((sum, table) => sum + before[table]!.length, 0) };
}

async function rebuild(entry: string, env: NodeJS.ProcessEnv, ...what: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, [entry, ...what], { env }).catch(({ stderr, message }) => {
    throw new Error(stderr || message);
  });
  return stdout.split('\n').filter(Boolean);
}

const PHOTO_KEY = /^(?:photos|originals\/[^/]+)\/([^/]+)\//;

/** Finds files of failed uploads and pictures of photos that do not exist. */
export async function noOrphans({ system }: Subject): Promise<Found> {
  const environment = (await environmentsOf(system))['photos']!;
  const storage = await createObjectStorage({ S3_REGION: 'us-east-1', ...environment } as ObjectStorageConfig);
  const rows = await inServiceDatabase(system, 'photos', 'select photo_id from photo');
  const photos = new Set(rows.map(({ photo_id }) => photo_id as string));
  const wrong: string[] = [];
  let pictures = 0;
  for (const prefix of ['incoming/', 'photos/', 'originals/']) {
    for await (const { key } of storage.list(prefix)) {
      pictures += 1;
      if (!photos.has(PHOTO_KEY.exec(key)?.[1] ?? '')) wrong.push(key);
    }
  }
  return { wrong, otherwise: `${pictures} objects` };
}
