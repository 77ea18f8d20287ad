import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  assessmentsRpc,
  identityEvents,
  PRODUCT,
  photosEvents,
  supportLedgerRpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { createDatabase, eventually, sessionUrlOf, sizeOfRun, testKeys } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment, settings } from './assessments.fixture.spec.js';
import { SimulatedAssessor, seededRandom, untilAnswered } from './simulated-assessor.fixture.spec.js';

const compiledTokens = fileURLToPath(new URL('../../tokens/dist/', import.meta.url));

const ASSESSORS = sizeOfRun({ short: 16, whole: 200 });
const OWNERS = sizeOfRun({ short: 4, whole: 60 });
const AT_ONCE = 12;
const STEPS_MAX = 12_000;
/** The simulation takes a minute of processor time, which can be many minutes on a busy machine. */
jest.setTimeout(1_200_000);

const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_121);

interface Submission {
  submissionId: string;
  assessorId: string;
  ownerId: string;
  rewardTokens: number;
  ratings: { assessmentId: string; consumedTokens: number }[];
}

describe(`${ASSESSORS} assessors who crash, repeat and go away (SIMULATION_SEED=${seed})`, () => {
  let assessments: AssessmentsFixture;
  let tokens: Awaited<ReturnType<typeof startTokensService>>;
  let photoAssessments: OwnAssessment[];
  let assessors: SimulatedAssessor[];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    assessments.balances.leave('getBalance', 'getBalanceAfterReward', 'getBalanceAfterRefund');
    tokens = await startTokensService({ natsUrl: assessments.nats.url, redisUrl: assessments.redis.url });
    photoAssessments = [];
    while (photoAssessments.length < OWNERS) {
      const length = Math.min(AT_ONCE, OWNERS - photoAssessments.length);
      photoAssessments.push(...(await Promise.all(Array.from({ length }, start))));
    }
    const userIds = await assessments.assessors(ASSESSORS);
    assessors = userIds.map((userId, index) => new SimulatedAssessor(assessments, userId, seededRandom(seed + index)));
    await simulate();
  });
  afterAll(async () => {
    await tokens?.stop();
    await assessments?.stop();
  });

  const balanceOf = async (userId: UserId) =>
    assessments.rpc.call(tokensRpc.getBalance, { userId }, assessments.context(userId));

  /** Starts a first assessment as the gateway does, paid with the welcome tokens. */
  async function start(): Promise<OwnAssessment> {
    const ownerId = newUserId();
    await assessments.publish(identityEvents.UserRegistered, { userId: ownerId, country: null });
    await eventually(async () => expect((await balanceOf(ownerId)).available).toBe(PRODUCT.welcomeGrantTokens));
    const context = assessments.context(ownerId, { idempotency: { key: randomUUID(), fingerprint: '' } });
    const request = { userId: ownerId, photoCount: 2, settings };
    const { photoAssessmentId, photoIds, remainingTokens } = await untilAnswered(() =>
      assessments.rpc.call(assessmentsRpc.openStart, request, context),
    );
    expect(remainingTokens).toBe(0);
    for (const photoId of photoIds) {
      await assessments.publish(
        photosEvents.PhotoUploaded,
        { photoId, userId: ownerId, photoAssessmentId },
        `photo-${photoId}`,
        1,
      );
    }
    const confirmed = assessments.context(ownerId);
    await untilAnswered(() =>
      assessments.rpc.call(assessmentsRpc.confirmStart, { userId: ownerId, photoAssessmentId }, confirmed),
    );
    return { ownerId, photoAssessmentId, photoIds };
  }

  /** Several assessors act at the same time until nothing is open. Those who leave lose the slot after 15 minutes. */
  async function simulate(): Promise<void> {
    const random = seededRandom(seed);
    let steps = 0;
    let isOver = false;
    const actor = async () => {
      while (!isOver) {
        steps += 1;
        if (steps > STEPS_MAX) throw new Error(`not complete after ${STEPS_MAX} steps`);
        if (random() < 0.01) assessments.passTime(PRODUCT.slotMs + 1_000);
        await assessors[Math.floor(random() * ASSESSORS)]!.step();
        if (steps % 50 === 0) isOver = (await openAssessments()) === 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, actor));
  }

  async function openAssessments(): Promise<number> {
    const [row] = await assessments.session.query<{ open: number }>(
      'select count(*)::int as open from open_assessment where is_open',
    );
    return row!.open;
  }

  async function submissions(): Promise<Submission[]> {
    const rows = await assessments.session.query<{ data: Submission }>(
      `select data from events where type = 'RatingsAccepted'`,
    );
    return rows.map(({ data }) => data);
  }

  it('complete every photo assessment exactly: each photo by as many as were asked for, all of them different people', async () => {
    for (const { photoAssessmentId, ownerId } of photoAssessments) {
      const events = await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`);
      expect(events.filter(({ type }) => type === 'PhotoAssessmentCompleted')).toHaveLength(1);
      const accepted = events.filter(({ type }) => type === 'RatingsAccepted').map(({ data }) => data as Submission);
      const byAssessment = Map.groupBy(
        accepted.flatMap(({ assessorId, ratings }) =>
          ratings.map(({ assessmentId }) => ({ assessmentId, assessorId })),
        ),
        ({ assessmentId }) => assessmentId,
      );
      expect(byAssessment.size).toBe(2);
      for (const ratings of byAssessment.values()) {
        const assessors = new Set(ratings.map(({ assessorId }) => assessorId));
        expect([ratings.length, assessors.size]).toEqual([settings.testLimit, settings.testLimit]);
        expect(assessors).not.toContain(ownerId);
      }
    }
  });

  it('are told of nothing that was not accepted, and of the same each time', async () => {
    const accepted = new Map((await submissions()).map((submission) => [submission.submissionId, submission]));
    const answers = assessors.flatMap(({ userId, answers }) => answers.map((answer) => ({ userId, ...answer })));
    expect(answers.length).toBeGreaterThan(accepted.size);
    for (const { userId, submissionId, tokensEarned } of answers) {
      expect(accepted.get(submissionId)).toMatchObject({ assessorId: userId, rewardTokens: tokensEarned });
    }
  });

  it('are paid for everything that was accepted, and for nothing else', async () => {
    const due = new Map(assessors.map(({ userId }) => [userId as string, 0]));
    for (const { assessorId, rewardTokens } of await submissions())
      due.set(assessorId, due.get(assessorId)! + rewardTokens);
    expect([...due.values()].filter((amount) => amount > 0).length).toBeGreaterThan(ASSESSORS / 4);
    const isPaid = ({ userId }: SimulatedAssessor) =>
      eventually(async () => expect((await balanceOf(userId)).available).toBe(due.get(userId)));
    await Promise.all(assessors.map(isPaid));
  });

  it('leave books that balance: what the owners paid is the platform’s, nothing stands in an escrow', async () => {
    const support = assessments.context(newUserId(), { roles: ['user', 'support'], requestId: randomUUID() });
    await eventually(async () => {
      const { sum, accounts } = await assessments.rpc.call(supportLedgerRpc.trialBalance, {}, support);
      const balances = new Map(accounts.map(({ account, balance }) => [account, balance]));
      expect(sum).toBe(0);
      expect(balances.get('platform:revenue')).toBe(OWNERS * PRODUCT.welcomeGrantTokens);
      expect(accounts.filter(({ account, balance }) => account.startsWith('escrow:') && balance !== 0)).toEqual([]);
    });
    for (const { ownerId } of photoAssessments)
      expect(await balanceOf(ownerId)).toEqual({ posted: 0, held: 0, available: 0 });
  });
});

/** Starts the built tokens service and its worker as separate processes on the given servers. */
async function startTokensService({ natsUrl, redisUrl }: { natsUrl: string; redisUrl: string }) {
  const database = await createDatabase();
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...{
      DATABASE_POOLER: new URL(database.applicationUrl).host,
      DATABASE_URL: sessionUrlOf(database.applicationUrl),
      DATABASE_MIGRATION_URL: database.url,
    },
    ...{ NATS_URL: natsUrl, REDIS_URL: redisUrl, OPS_PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'test' },
    JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
  };
  const launch = (entry: string) => {
    const child = spawn(process.execPath, [`${compiledTokens}${entry}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    return { child, output, ended: once(child, 'close') };
  };
  const migration = launch('migrate.js');
  const [code] = await migration.ended;
  if (code !== 0) throw new Error(`migrating tokens failed: ${migration.output.join('')}`);
  const processes = [launch('main.js'), launch('worker.js')];
  await Promise.all(processes.map(ready));
  return {
    stop: async () => {
      for (const { child } of processes) child.kill('SIGTERM');
      await Promise.all(processes.map(({ ended }) => ended));
      await database.drop();
    },
  };
}

function ready({ child, output }: { child: ReturnType<typeof spawn>; output: string[] }): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output.join('').includes('"msg":"ready"')) resolve();
    });
    child.once('exit', () => reject(new Error(`the tokens service ended: ${output.join('')}`)));
  });
}
