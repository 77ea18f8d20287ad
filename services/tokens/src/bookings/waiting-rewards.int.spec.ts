import type { UserId } from '@candid/contracts';
import { sessionOfClient } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../kernel/config.js';
import { type StartedTest, TokensFixture } from '../tokens.fixture.spec.js';
import { rewardCapOf } from './reward-allowance.js';

const paidSql = `select sum(postings.amount) as tokens from postings join transfers using (transfer_id)
  where code = 'reward' and postings.account like 'user:%'`;

describe('rewards above the cap of the day', () => {
  let tokens: TokensFixture;
  let test: StartedTest;

  beforeAll(async () => {
    tokens = await TokensFixture.start({ REWARD_DAILY_CAP_TOKENS: undefined, ASSESSOR_DAILY_CAP_TOKENS: 50 });
  });
  beforeEach(async () => {
    test = await tokens.startedTest(await tokens.newUser());
  });
  afterEach(async () => {
    await tokens.stopWorker();
    await tokens.pool.query("update work_items set completed_at = now() where queue = 'rewards'");
    await setCap(LIMITS.rewardCapLeastTokens);
  });
  afterAll(async () => {
    expect(await tokens.faults()).toEqual([]);
    await tokens.stop();
  });

  async function earn(assessorId: UserId): Promise<void> {
    await tokens.settled('book-on-ratings-accepted', await tokens.publishRatings(test, assessorId, 20));
  }
  const setCap = async (capTokens: number) => {
    await tokens.pool.query('update reward_days set cap_tokens = $1', [capTokens]);
    tokens.passTime(LIMITS.allowanceFreshBelowHalfMs);
  };
  const itemsOf = async (assessors: UserId[]) =>
    (
      await tokens.pool.query(
        `select payload->'reward'->>'assessorId' as assessor, attempts, last_error, completed_at is not null as paid,
            available_at > now() + interval '500 years' as waits, (available_at at time zone 'UTC')::date
              - (now() at time zone 'UTC')::date as days
           from work_items where payload->'reward'->>'assessorId' = any($1) order by created_at`,
        [assessors],
      )
    ).rows;

  it('wait untouched until the cap has room, and are paid in the order in which they were earned', async () => {
    const assessors = await Promise.all(Array.from({ length: 5 }, () => tokens.newUser()));
    await earn(assessors[0]!);
    await setCap(20);
    for (const assessorId of assessors.slice(1)) await earn(assessorId);
    const untouched = { attempts: 0, last_error: null, paid: false, waits: true };
    expect(await itemsOf(assessors)).toEqual(assessors.slice(1).map(() => expect.objectContaining(untouched)));
    await setCap(60);
    await tokens.startWorker();
    const paid = { attempts: 0, last_error: null, paid: true, waits: false };
    await eventually(async () =>
      expect(await itemsOf(assessors)).toEqual([
        ...assessors.slice(1, 3).map((assessor) => expect.objectContaining({ ...paid, assessor })),
        ...assessors.slice(3).map((assessor) => expect.objectContaining({ ...untouched, assessor })),
      ]),
    );
  });

  it('keep their place when they are tried again before the cap has room', async () => {
    const assessors = await Promise.all(Array.from({ length: 3 }, () => tokens.newUser()));
    await earn(await tokens.newUser());
    await setCap(0);
    for (const assessorId of assessors) await earn(assessorId);
    const first = "payload->'reward'->>'assessorId' = $1";
    await tokens.pool.query(`update work_items set available_at = now() where ${first}`, [assessors[0]]);
    await tokens.startWorker();
    await eventually(async () => expect((await itemsOf(assessors))[0]).toMatchObject({ waits: true, paid: false }));
    const paidTokens = Number((await tokens.pool.query(paidSql)).rows[0].tokens);
    await setCap(paidTokens + 20);
    await eventually(async () =>
      expect((await itemsOf(assessors)).map(({ paid }) => paid)).toEqual([true, false, false]),
    );
  });

  it('of one assessor wait for the day that has room for them', async () => {
    const assessorId = await tokens.newUser();
    for (let reward = 1; reward <= 6; reward += 1) await earn(assessorId);
    expect((await itemsOf([assessorId])).map(({ days }) => days)).toEqual([1, 1, 1, 2]);
  });

  it('begin at a cap that scales with the most active day of a week', async () => {
    const session = sessionOfClient(tokens.pool);
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    expect(await rewardCapOf(session, tomorrow)).toBe(LIMITS.rewardCapLeastTokens);
    const active = await tokens.pool.query('select active_people from reward_days where day = $1', [tomorrow]);
    const people = await tokens.pool.query("select count(*)::int as people from accounts where account like 'user:%'");
    expect(active.rows[0].active_people).toBe(people.rows[0].people);
    await tokens.pool.query("insert into reward_days values ('2030-01-01', 5000, 0), ('2030-01-05', 9000, 0)");
    expect(await rewardCapOf(session, '2030-01-07')).toBe(450_000);
    expect(await rewardCapOf(session, '2030-01-20')).toBe(LIMITS.rewardCapLeastTokens);
    expect(await rewardCapOf(session, '2030-01-07', 7)).toBe(7);
  });
});
