import { randomUUID } from 'node:crypto';
import { identityRpc, MODERATION, moderationEvents, PRODUCT, type Session, secondFactorRpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { dayOf } from '../kernel/refusals.js';
import { DeleteClosedAccounts } from '../personal-data/erasure.js';

const DAY_MS = 24 * 3_600_000;

type Decided = 'suspendAccount' | 'closeAccount';

describe('a suspended account', () => {
  let identity: IdentityFixture;
  let closedAccounts: DeleteClosedAccounts;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    closedAccounts = new DeleteClosedAccounts(new Commands(identity.store), identity.clock);
  });
  afterAll(() => identity.stop());

  const logIn = (email: string, password = PASSWORD) =>
    identity.rpc.call(identityRpc.logIn, { email, password }, identity.caller());
  const refresh = ({ refreshToken }: Session) =>
    identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller());
  const endedSessions = async () => {
    const asked = { withinMs: 60_000 };
    return (await identity.rpc.call(identityRpc.listEndedSessions, asked, identity.caller())).sessions;
  };
  const soon = (days: number): string => new Date(identity.clock().getTime() + days * DAY_MS).toISOString();
  const about = ({ user }: Session, decision: Decided, statementId: string = randomUUID()) => ({
    ...{ caseId: randomUUID(), statementId, kind: 'photo' as const, decision, userId: user.userId, photoId: null },
  });
  const decide = async (of: ReturnType<typeof about>, until: string | null) => {
    const decided = { ...of, rule: 'adults' as const, until, decidedAt: soon(0), answered: [] };
    const event = await identity.publish(moderationEvents.CaseDecided, decided);
    await identity.deliver(moderationEvents.CaseDecided, event);
    await identity.settled('suspend-on-case-decided', event);
  };
  const undo = async (of: ReturnType<typeof about>) => {
    const event = await identity.publish(moderationEvents.DecisionUndone, { ...of, undoneAt: soon(0) });
    await identity.settled('lift-on-decision-undone', event);
  };

  it('loses its sessions at once, and is told why and until when by who has the password only', async () => {
    const person = await identity.signUp();
    const until = soon(7);
    await decide(about(person, 'suspendAccount'), until);
    const message = `Your account is suspended until ${dayOf(new Date(until))} (UTC). Our email explains why, and how to appeal.`;
    await expect(logIn(person.email)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED', message });
    await expect(refresh(person)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED', message });
    await expect(logIn(person.email, 'Wrong horse!')).rejects.toMatchObject({
      ...{ code: 'UNAUTHENTICATED', message: 'failed to log in' },
    });
    expect(await endedSessions()).toContainEqual(
      expect.objectContaining({ userId: person.user.userId, ofDeletedAccount: false }),
    );
    const factor = identity.rpc.call(
      secondFactorRpc.getSecondFactor,
      { userId: person.user.userId },
      identity.contextOf(person),
    );
    expect(await codeOf(factor)).toBe('UNAUTHENTICATED');
  });

  it('is back when its time is over, without any event; the old session is not', async () => {
    const person = await identity.signUp();
    await decide(about(person, 'suspendAccount'), soon(7));
    identity.passTime(7 * DAY_MS);
    expect(await codeOf(refresh(person))).toBe('UNAUTHENTICATED');
    const { user } = await logIn(person.email);
    expect(user.userId).toBe(person.user.userId);
  });

  it('is back when the decision is undone, also if that is heard of first', async () => {
    const [first, second] = [await identity.signUp(), await identity.signUp()];
    const decision = about(first, 'suspendAccount');
    await decide(decision, soon(7));
    await decide(about(first, 'suspendAccount'), soon(2));
    await undo(decision);
    await expect(logIn(first.email)).rejects.toMatchObject({
      message: expect.stringContaining(dayOf(new Date(soon(2)))),
    });
    const early = about(second, 'closeAccount');
    await undo(early);
    await decide(early, null);
    await logIn(second.email);
    await refresh(second);
  });

  it('starts no session beside the decision', async () => {
    const person = await identity.signUp();
    const tries = Array.from({ length: 8 }, () => logIn(person.email).catch(() => undefined));
    await Promise.all([decide(about(person, 'suspendAccount'), soon(7)), ...tries]);
    const open = await identity.session.query('select 1 from sessions where user_id = $1 and ended_at is null', [
      person.user.userId,
    ]);
    expect(open).toEqual([]);
  });

  describe('that is closed', () => {
    const isDeleted = async ({ user }: Session) => {
      const [row] = await identity.session.query<{ deleted: boolean }>(
        'select deletion_requested_at is not null as deleted from credentials where user_id = $1',
        [user.userId],
      );
      return row!.deleted;
    };

    it('keeps its address, and is deleted 30 days after the time for an appeal', async () => {
      const person = await identity.signUp();
      await decide(about(person, 'closeAccount'), null);
      await expect(logIn(person.email)).rejects.toMatchObject({
        ...{ code: 'ACCOUNT_SUSPENDED', message: 'Your account is closed. Our email explains why, and how to appeal.' },
      });
      expect(await codeOf(identity.signUp(person.email))).toBe('EMAIL_TAKEN');
      identity.passTime(MODERATION.appealMs + MODERATION.retentionMs - 60_000);
      await closedAccounts.run();
      expect(await isDeleted(person)).toBe(false);
      identity.passTime(120_000);
      await closedAccounts.run();
      expect(await isDeleted(person)).toBe(true);
      const [deleted] = await identity.session.query<{ data: { deletedAt: string; eraseAt: string } }>(
        `select data from events where stream_id = $1 and type = 'AccountDeleted'`,
        [`account-${person.user.userId}`],
      );
      const { deletedAt, eraseAt } = deleted!.data;
      expect(Date.parse(eraseAt) - Date.parse(deletedAt)).toBe(PRODUCT.erasureMs);
      expect(await codeOf(logIn(person.email))).toBe('UNAUTHENTICATED');
    });

    it('stays while an appeal waits, and lives on if it is granted', async () => {
      const person = await identity.signUp();
      const closure = about(person, 'closeAccount');
      const filed = await identity.publish(moderationEvents.AppealFiled, { ...closure, filedAt: soon(0) });
      await identity.settled('keep-on-appeal-filed', filed);
      await decide(closure, null);
      identity.passTime(MODERATION.appealMs + MODERATION.retentionMs);
      await closedAccounts.run();
      expect(await isDeleted(person)).toBe(false);
      const answer = { isGranted: true, answerId: randomUUID(), decidedAt: soon(0), answered: [] };
      const granted = await identity.publish(moderationEvents.AppealDecided, { ...closure, ...answer });
      await identity.settled('keep-no-longer-on-appeal-decided', granted);
      await undo(closure);
      identity.passTime(MODERATION.retentionMs);
      await closedAccounts.run();
      await logIn(person.email);
    });
  });
});
