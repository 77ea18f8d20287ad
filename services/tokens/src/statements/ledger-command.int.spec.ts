import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

describe('the ledger from the shell', () => {
  let tokens: TokensFixture;
  let userId: UserId;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    tokens.answerAsAssessments();
    await tokens.startWorker();
    userId = await tokens.newUser();
  });
  afterAll(() => tokens.stop());

  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { ...process.env, NODE_OPTIONS: '', NATS_URL: tokens.nats.url };
      const child = execFile(
        process.execPath,
        ['tools/operator.mjs', 'ledger', ...args],
        { cwd: root, env },
        (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
      );
    });

  it('says how it is used', async () => {
    expect(await run('audit')).toMatchObject({ code: 2, output: expect.stringContaining('explain TRANSFER') });
    expect(await run('explain')).toMatchObject({ code: 2 });
    expect(await run('verify', '--fast')).toMatchObject({ code: 2 });
  });

  it('shows balances, a statement and what a transfer came from', async () => {
    expect(await run('balance', userId)).toMatchObject({ code: 0, output: 'posted 40, held 0, available 40\n' });
    expect(await run('balance')).toMatchObject({ code: 0, output: expect.stringContaining('sum 0') });
    const statement = await run('statement', userId, '--code', 'grant');
    expect(statement).toMatchObject({ code: 0, output: expect.stringMatching(/grant +40 +40/) });
    const { rows } = await tokens.pool.query('select transfer_id, correlation_id, cause_event_id from transfers');
    await eventually(async () => {
      expect((await tokens.pool.query('select from ledger_chain')).rowCount).toBe(1);
    });
    const explained = await run('explain', rows[0].transfer_id);
    // The other services do not run, and the cause belongs to one of them.
    expect(explained.code).toBe(1);
    expect(explained.output).toMatch(new RegExp(`user:${userId} +40`));
    const [step, ...further] = ['request', 'command', 'event', 'transfer'].map((kind) =>
      explained.output.search(new RegExp(`Z +${kind} +tokens +`)),
    );
    expect(step).toBeGreaterThan(0);
    expect(further).toEqual([step, ...further].sort((one, other) => one! - other!).slice(1));
    expect(explained.output).toContain(rows[0].correlation_id);
    expect(explained.output).toMatch(/command +tokens +grant-on-user-registered/);
    expect(explained.output).toContain(`chain: event ${rows[0].transfer_id} is link 1`);
    expect(explained.output).toContain(`event ${rows[0].cause_event_id}`);
    expect(explained.output).toContain('The identity service does not answer');
  });

  it('verifies and reconciles, and ends with 1 where something is wrong', async () => {
    expect(await run('verify')).toMatchObject({ code: 0, output: expect.stringMatching(/head [0-9a-f]{64}/) });
    expect(await run('reconcile')).toMatchObject({ code: 0, output: expect.stringContaining('ok    chain-whole') });
    await tokens.pool.query('update accounts set posted = posted + 1 where account = $1', [`user:${userId}`]);
    const faulty = await run('reconcile');
    expect(faulty).toMatchObject({
      code: 1,
      output: expect.stringContaining(`account user:${userId}: user:${userId} is off by 1 tokens`),
    });
    expect(faulty.output).toContain('docs/runbooks/ledger-not-reconciled.md#balances-equal-events');
  });

  it('says so where nobody answers', async () => {
    const { code, output } = await run('explain', '00000000-0000-4000-8000-000000000000');
    expect({ code, output }).toEqual({ code: 1, output: 'There is no such transfer.\n' });
  });
});
