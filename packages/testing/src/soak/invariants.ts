import { randomUUID } from 'node:crypto';
import { type RequestContext, supportRoutes, tokensRpc } from '@candid/contracts';
import { connectNats, consumerLevels, RpcClient } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import { eventually } from '../eventually.js';
import type { Person } from '../people/person.js';
import { inServiceDatabase } from '../service-database.js';
import { environmentsOf, type RunningSystem } from '../start-system.js';
import type { Load } from './load.js';
import type { Owner } from './owner.js';

export interface Finding {
  invariant: string;
  ok: boolean;
  detail: string;
}

type Check = () => Promise<string>;

const SERVICES = ['identity', 'photos', 'assessments', 'tokens'] as const;
/** What a killed process held comes back within seconds, work that failed for that within a minute. */
const WITHIN_MS = 120_000;

/** What has to hold once everybody has stopped and everything has been taken in. */
export async function checkInvariants(system: RunningSystem, load: Load, support: Person): Promise<Finding[]> {
  const checks: Record<string, Check> = {
    'nobody met an answer that was wrong': async () =>
      none(load.failures, `${load.owners.length} owners, ${load.streams} live streams`),
    'consumers drained': () => consumersDrained(system),
    'no stuck work, no dead letters': () => workDone(system),
    'every accepted rating counted once': () => ratingsCounted(load),
    'every token where it belongs, each refund once': () => tokensRight(load),
    'each photo has its bytes': () => photosHaveBytes(system, load),
    'books balanced': () => booksBalanced(support),
    'ledger verified from the first event': () => ledgerVerified(system),
    'reconciled from the first event': () => reconciled(system),
  };
  const findings: Finding[] = [];
  for (const [invariant, check] of Object.entries(checks)) {
    try {
      findings.push({ invariant, ok: true, detail: await eventually(check, { withinMs: WITHIN_MS }) });
    } catch (error) {
      findings.push({ invariant, ok: false, detail: error instanceof Error ? error.message : String(error) });
    }
  }
  return findings;
}

function none(wrong: readonly string[], otherwise: string): string {
  if (wrong.length > 0) throw new Error(`${wrong.length}: ${wrong.slice(0, 5).join('; ')}`);
  return otherwise;
}

async function consumersDrained(system: RunningSystem): Promise<string> {
  const levels = await withNats(system, consumerLevels);
  const behind = levels.filter(({ pending, atHand }) => pending + atHand > 0);
  return none(
    behind.map(({ name, pending, atHand }) => `${name} has ${pending} and ${atHand} at hand`),
    `${levels.length} consumers`,
  );
}

async function withNats<Result>(system: RunningSystem, work: (nats: NatsConnection) => Promise<Result>) {
  const nats = await connectNats((await environmentsOf(system))['tokens']!['NATS_URL']!, 'invariants');
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}

async function workDone(system: RunningSystem): Promise<string> {
  const wrong: string[] = [];
  for (const service of SERVICES) {
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
  return none(wrong, `${SERVICES.length} services`);
}

async function photosOf({ person }: Owner) {
  const sections = await Promise.all(
    (['testing', 'profile', 'bank'] as const).map((section) => person.photos(section)),
  );
  return sections.flat();
}

async function ratingsCounted(load: Load): Promise<string> {
  const wrong: string[] = [];
  let counted = 0;
  for (const owner of load.owners.filter(({ hasStartedOver }) => !hasStartedOver)) {
    const photos = new Map((await photosOf(owner)).map((photo) => [photo._id as string, photo]));
    const unexpected = [...photos.keys()].filter((id) => !owner.ratings.has(id));
    if (unexpected.length > 0) wrong.push(`${unexpected.join(', ')} should be deleted`);
    for (const [photoId, ratings] of owner.ratings) {
      const { timesRated, totalScore } = photos.get(photoId) ?? {};
      const sum = ratings.reduce((total, { score }) => total + score, 0);
      counted += ratings.length;
      if (timesRated !== ratings.length || totalScore !== sum) {
        wrong.push(`${photoId} has ${timesRated} ratings and ${totalScore} points, not ${ratings.length} and ${sum}`);
      }
    }
  }
  return none(wrong, `${counted} ratings`);
}

async function tokensRight(load: Load): Promise<string> {
  const people = [
    ...load.owners.map(({ person, tokens }) => ({ person, tokens })),
    ...load.assessors.all.map(({ person, tokens }) => ({ person, tokens })),
  ];
  const wrong: string[] = [];
  for (const { person, tokens } of people) {
    const { tokenCount } = await person.user();
    if (tokenCount !== tokens) wrong.push(`${person.userId} has ${tokenCount} tokens, not ${tokens}`);
  }
  const refunds = load.owners.reduce((sum, owner) => sum + owner.refunds, 0);
  return none(wrong, `${people.length} people, ${refunds} refunds`);
}

async function photosHaveBytes({ baseUrl }: RunningSystem, load: Load): Promise<string> {
  const wrong: string[] = [];
  let pictures = 0;
  for (const owner of load.owners) {
    for (const { _id, path, renditions } of await photosOf(owner)) {
      for (const link of [path, ...renditions.map((rendition) => rendition.path)]) {
        const response = await fetch(new URL(link, baseUrl));
        const { byteLength } = await response.arrayBuffer();
        pictures += 1;
        if (response.status !== 200 || byteLength === 0) wrong.push(`${_id}: ${response.status}, ${byteLength} bytes`);
      }
    }
  }
  return none(wrong, `${pictures} pictures`);
}

async function booksBalanced(support: Person): Promise<string> {
  const { sum, accounts } = await support.expect(supportRoutes.trialBalance);
  const overdrawn = accounts.filter(({ account, balance }) => !account.startsWith('platform:') && balance < 0);
  const held = accounts.filter(({ account, balance }) => account.startsWith('escrow:') && balance !== 0);
  const wrong = [...overdrawn, ...held].map(({ account, balance }) => `${account} has ${balance}`);
  return none(sum === 0 ? wrong : [`the sum is ${sum}`, ...wrong], `${accounts.length} accounts`);
}

const LEDGER_TIMEOUT_MS = 300_000;

/** As `npm run ledger` asks. */
function askTokens<Result>(
  system: RunningSystem,
  ask: (rpc: RpcClient, context: RequestContext) => Promise<Result>,
): Promise<Result> {
  const context: RequestContext = { requestId: randomUUID(), roles: ['support'] };
  return withNats(system, (nats) => ask(new RpcClient(nats, LEDGER_TIMEOUT_MS), context));
}

async function ledgerVerified(system: RunningSystem): Promise<string> {
  const { ok, checked } = await askTokens(system, (rpc, context) =>
    rpc.call(tokensRpc.verifyLedger, { full: true }, context),
  );
  return none(ok ? [] : ['the chain is broken'], `${checked} events`);
}

async function reconciled(system: RunningSystem): Promise<string> {
  const { checks } = await askTokens(system, (rpc, context) => rpc.call(tokensRpc.reconcile, { full: true }, context));
  const wrong = checks.filter(({ ok, healed }) => !ok || healed > 0);
  return none(
    wrong.map(({ name, detail, healed }) => `${name}: ${detail}, ${healed} healed`),
    `${checks.length} checks, nothing to heal`,
  );
}
