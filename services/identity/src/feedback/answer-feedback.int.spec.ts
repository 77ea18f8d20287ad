import { randomUUID } from 'node:crypto';
import { accountRpc, identityRpc, identitySupportRpc as rpc, type Session, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture } from '../identity.fixture.spec.js';

describe('the inbox of support', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const [kim, lee] = [randomUUID(), randomUUID()] as [UserId, UserId];
  const staff = (userId = kim) => identity.caller({ userId, roles: ['support'] });
  const list = (state?: 'open' | 'answered') => identity.rpc.call(rpc.listFeedback, { limit: 100, state }, staff());

  async function send(sent: { email?: string; subject?: 'passkey' }, session?: Session): Promise<string> {
    const feedback = `Hello ${randomUUID()}`;
    const context = session ? identity.contextOf(session) : identity.caller();
    await identity.rpc.call(identityRpc.sendFeedback, { feedback, ...sent }, context);
    return (await list('open')).entries.find((entry) => entry.feedback === feedback)!.feedbackId;
  }
  const answer = (feedbackId: string, more: { text?: string; passkey?: boolean; tokens?: number } = {}, by = kim) =>
    identity.rpc.call(rpc.answerFeedback, { feedbackId, text: 'Hello back', ...more }, staff(by));
  const mailsOf = (feedbackId: string) =>
    identity.session.query(`select payload->>'userId' as "userId" from work_items where id = $1`, [
      `mail:answer:${feedbackId}`,
    ]);
  async function ownOf(session: Session, feedbackId: string) {
    const { userId } = session.user;
    const asked = { userId, limit: 100 };
    const { feedback } = await identity.rpc.call(accountRpc.exportFeedback, asked, identity.contextOf(session));
    return feedback.find((entry) => entry.feedbackId === feedbackId);
  }

  it('lists open messages in the order in which they wait, and answered ones apart', async () => {
    const [first, second, third] = [await send({}), await send({}), await send({})] as [string, string, string];
    await answer(second, { text: '' });
    const open = await list('open');
    const ids = open.entries.map(({ feedbackId }) => feedbackId);
    expect(ids.filter((id) => [first, second, third].includes(id))).toEqual([first, third]);
    expect(open.open).toBe(ids.length);
    const { entries } = await list('answered');
    expect(entries).toMatchObject([{ feedbackId: second, answer: { by: kim, text: '' } }]);
    expect(await mailsOf(second)).toEqual([]);
  });

  it('mails an answer once and shows it to the sender, with the account of a given address beside it', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const signedIn = await send({}, session);
    const byAddress = await send({ email: session.email });
    for (const feedbackId of [signedIn, byAddress]) {
      const { entry } = await answer(feedbackId, { tokens: 20 });
      expect(entry).toMatchObject({ userId, isLoggedIn: feedbackId === signedIn, answer: { by: kim, tokens: 20 } });
      expect(entry.email).toMatch(/•••@/);
      expect(await answer(feedbackId, { tokens: 20 })).toEqual({ entry });
      expect(await mailsOf(feedbackId)).toEqual([{ userId }]);
      expect(await ownOf(session, feedbackId)).toMatchObject({ answer: { text: 'Hello back', tokens: 20 } });
    }
  });

  it('lets only one of several colleagues answer', async () => {
    const session = await identity.signUp();
    const feedbackId = await send({}, session);
    const answers = [answer(feedbackId, { text: 'One' }), answer(feedbackId, { text: 'Two' }, lee)];
    const outcomes = await Promise.allSettled(answers);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(answer(feedbackId, { text: 'Three' }, lee))).toBe('CONFLICT');
    expect(await mailsOf(feedbackId)).toHaveLength(1);
  });

  it('binds an answer to the tokens that are reserved for it, whoever completes it', async () => {
    const session = await identity.signUp();
    const feedbackId = await send({}, session);
    const reserve = (tokens: number | null, by = kim) =>
      identity.rpc.call(rpc.reserveFeedbackAnswer, { feedbackId, tokens }, staff(by));
    await reserve(20);
    await reserve(null);
    await reserve(30);
    expect((await reserve(30, lee)).entry).toMatchObject({ answer: null });
    expect(await codeOf(reserve(20, lee))).toBe('CONFLICT');
    expect(await codeOf(answer(feedbackId))).toBe('CONFLICT');
    await reserve(null, lee);
    expect(await codeOf(answer(feedbackId, { text: '' }, lee))).toBe('CONFLICT');
    const { entry } = await answer(feedbackId, { tokens: 30 }, lee);
    expect(entry).toMatchObject({ answer: { by: lee, tokens: 30 } });
    expect(await reserve(5)).toEqual({ entry });
  });

  it('attaches a passkey that only its sender sees, until it is used', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const feedbackId = await send({ subject: 'passkey' }, session);
    const { entry } = await answer(feedbackId, { passkey: true });
    expect(entry).toMatchObject({ subject: 'passkey', answer: { passkey: `answer-${feedbackId}.001` } });
    const passkey = (await ownOf(session, feedbackId))!.answer!.passkey!;
    const stored = await identity.session.query<{ text: string }>(
      'select f::text as text from feedback f union all select p::text from personal_passkeys p union all select w::text from work_items w',
    );
    expect(stored.filter(({ text }) => text.includes(passkey))).toEqual([]);
    const approved = await identity.rpc.call(
      identityRpc.approveAssessor,
      { userId, passkey },
      identity.contextOf(session),
    );
    expect(approved.user.approvedAssessor).toBe(true);
    expect(await ownOf(session, feedbackId)).toMatchObject({ answer: { passkey: null } });
  });

  it('gives nothing to a sender without an account, and mails nobody without an address', async () => {
    const stranger = await send({ email: 'stranger@look.example' });
    expect(await codeOf(answer(stranger, { passkey: true }))).toBe('CONFLICT');
    expect(await codeOf(answer(stranger, { tokens: 5 }))).toBe('CONFLICT');
    expect(await codeOf(answer(stranger, { text: ' ', passkey: true }))).toBe('VALIDATION_FAILED');
    const nameless = await send({});
    expect(await codeOf(answer(nameless))).toBe('CONFLICT');
    expect(await codeOf(answer(randomUUID()))).toBe('NOT_FOUND');
    await answer(stranger);
    expect(await mailsOf(stranger)).toEqual([{ userId: null }]);
  });
});
