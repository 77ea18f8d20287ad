import { accountRpc, identitySupportRpc, PRODUCT } from '@candid/contracts';
import type { RunningProcess } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';

describe('the worker’s clock', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  async function withWorker(work: (worker: RunningProcess) => Promise<unknown>): Promise<void> {
    const worker = await identity.startWorker();
    try {
      await work(worker);
    } finally {
      await identity.stopWorker();
    }
  }
  const runs = async ({ platform }: RunningProcess): Promise<number> => {
    const counter = platform.metrics.counter('repeated_job_runs_total', 'Runs of repeated jobs by job and outcome', [
      'task',
      'outcome',
    ]);
    const { values } = await counter.get();
    return (
      values.find(({ labels }) => labels['task'] === 'identity-erasure' && labels['outcome'] === 'done')?.value ?? 0
    );
  };
  const kept = (userId: string) => identity.session.query('select 1 from credentials where user_id = $1', [userId]);

  it('mails the deletion, in text and HTML, and erases on the day it named, also past a lost schedule', async () => {
    const person = await identity.signUp();
    const { userId } = person.user;
    const request = { userId, password: PASSWORD };
    const { eraseAt } = await identity.rpc.call(accountRpc.deleteAccount, request, identity.contextOf(person));
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(eraseAt));
    await withWorker(async (worker) => {
      await eventually(async () => expect(await runs(worker)).toBe(1));
      expect(await kept(userId)).toHaveLength(1);
      await eventually(async () => {
        const response = await fetch(`${process.env['TEST_MAIL_URL']}/api/messages?to=${person.email}`);
        const [mail] = (await response.json()) as { subject: string; text: string; html: string }[];
        expect(mail).toMatchObject({ subject: 'Your Candid account is deleted' });
        for (const form of [mail!.text, mail!.html]) {
          expect(form).toContain(day);
          expect(form).toContain('logged out everywhere');
          expect(form).not.toContain(person.email);
        }
      });
    });
    identity.passTime(PRODUCT.erasureMs);
    await identity.redis.kill();
    await identity.redis.restart({ wiped: true });
    await withWorker(() => eventually(async () => expect(await kept(userId)).toEqual([])));
    // The ledger's entries keep the account's id, so support must still find that the account is erased.
    const support = identity.caller({ userId, roles: ['user', 'support'] });
    const erased = await identity.rpc.call(identitySupportRpc.getFoundAccount, { userId }, support);
    expect(erased).toMatchObject({ userId, email: '', eraseAt });
    const reveal = identity.rpc.call(identitySupportRpc.revealEmail, { userId }, support);
    await expect(reveal).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
