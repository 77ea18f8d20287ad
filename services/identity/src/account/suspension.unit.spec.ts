import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import type { AccountCommand, AccountEvent } from './account.js';
import { accountDecider } from './decide.js';
import { type SuspensionEvent, standingOf } from './suspension.js';

const given = specify(accountDecider);
const userId = '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0001';
const at = '2026-03-01T10:00:00.000Z';
const registered: AccountEvent = {
  type: 'UserRegistered',
  data: { userId, country: null, hasWelcomeGrant: true, registeredAt: at },
};
const DAY_MS = 24 * 3_600_000;
const day = (days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();
const record = (fact: SuspensionEvent): AccountCommand => ({ type: 'RecordSuspension', fact });
const suspended = (statementId: string, until: string | null): SuspensionEvent => ({
  ...{ type: 'AccountSuspended', data: { statementId, until, decidedAt: at } },
});
const suspend = (statementId: string, until: string | null) => record(suspended(statementId, until));
const lifted = (statementId: string): SuspensionEvent => ({
  ...{ type: 'SuspensionLifted', data: { statementId, liftedAt: day(1) } },
});
const lift = (statementId: string) => record(lifted(statementId));
const filed: SuspensionEvent = { type: 'SuspensionAppealed', data: { statementId: 's1', filedAt: day(182) } };
const answered: SuspensionEvent = { type: 'SuspensionAppealDecided', data: { statementId: 's1', decidedAt: day(200) } };
const deleted: AccountEvent = { type: 'AccountDeleted', data: { deletedAt: at, eraseAt: day(30) } };

const times = { appealMs: 183 * DAY_MS, retentionMs: 30 * DAY_MS };
const standingAfter = (...events: AccountEvent[]) => {
  const state = [registered, ...events].reduce(accountDecider.evolve, accountDecider.initialState());
  if (state.status !== 'registered') throw new Error('not registered');
  return standingOf(state.suspensions, times);
};

describe('a suspension', () => {
  it('is recorded once for each decision', () => {
    given([registered])
      .when(suspend('s1', day(7)))
      .then([suspended('s1', day(7))]);
    given([registered, suspended('s1', day(7))])
      .when(suspend('s1', day(7)))
      .then([]);
    given([registered, suspended('s1', day(7)), lifted('s1')])
      .when(suspend('s1', day(7)))
      .then([]);
  });

  it('is lifted once, also before it is heard of', () => {
    given([registered])
      .when(lift('s1'))
      .then([lifted('s1')]);
    given([registered, lifted('s1')])
      .when(lift('s1'))
      .then([]);
    expect(standingAfter(lifted('s1'), suspended('s1', day(7)))).toEqual(standingAfter());
  });

  it('is appealed once, and the appeal is answered once', () => {
    const appeal = record(filed);
    const answer = record(answered);
    given([registered, suspended('s1', null)])
      .when(appeal)
      .then([filed]);
    given([registered, suspended('s1', null), filed])
      .when(appeal)
      .then([]);
    given([registered, suspended('s1', null), filed])
      .when(answer)
      .then([answered]);
    given([registered, suspended('s1', null), filed, answered])
      .when(answer)
      .then([]);
  });

  it('concerns no deleted account', () => {
    given([registered, deleted]).when(suspend('s1', null)).then([]);
  });

  it('lasts until the latest end of the decisions that stand, in whatever order they come', () => {
    const both = [suspended('s1', day(30)), suspended('s2', day(7))];
    for (const events of [both, both.toReversed()]) expect(standingAfter(...events).suspendedUntil).toBe(day(30));
    expect(standingAfter(...both, lifted('s1')).suspendedUntil).toBe(day(7));
  });
});

describe('a closed account', () => {
  it('is deleted 30 days after the time for an appeal', () => {
    const standing = { suspendedUntil: undefined, isClosed: true, deleteAt: day(213) };
    expect(standingAfter(suspended('s1', null))).toEqual(standing);
  });

  it('is not deleted while its appeal waits, and 30 days after a late answer', () => {
    expect(standingAfter(suspended('s1', null), filed)).toMatchObject({ isClosed: true, deleteAt: undefined });
    expect(standingAfter(answered, filed, suspended('s1', null)).deleteAt).toBe(day(230));
  });

  it('is not deleted while one of its decisions is appealed', () => {
    const both = [suspended('s1', null), suspended('s2', null)];
    expect(standingAfter(...both).deleteAt).toBe(day(213));
    expect(standingAfter(...both, filed).deleteAt).toBeUndefined();
  });

  it('is one that a decision closes: a suspension does not, and neither does none', () => {
    const open = { suspendedUntil: undefined, isClosed: false, deleteAt: undefined };
    expect(standingAfter()).toEqual(open);
    expect(standingAfter(suspended('s1', day(7)))).toEqual({ ...open, suspendedUntil: day(7) });
  });

  it('is open again once the decision is undone', () => {
    expect(standingAfter(suspended('s1', null), filed, lifted('s1'))).toEqual(standingAfter());
  });
});
