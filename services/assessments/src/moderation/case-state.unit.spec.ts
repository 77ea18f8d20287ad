import { describe, expect, it } from '@jest/globals';
import type { CaseDecided, CaseEvent, CaseReported } from './case.js';
import { evolve, initialState, type KnownCase } from './case-state.js';

const caseId = 'case';
const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString();
const about = { kind: 'photo', subjectId: 'olga', photoId: 'photo' } as const;

const opened: CaseEvent = {
  type: 'CaseOpened',
  data: { caseId, ...about, origin: 'report', openedAt: at(0), severity: 3, dueAt: at(72) } as never,
};

const reported = (reportId: string, answeredBy: string | null = null): CaseEvent => ({
  type: 'CaseReported',
  data: { caseId, reportId, reason: 'sexual', severity: 2, dueAt: at(24), answeredBy, isUpheld: false } as CaseReported,
});

const screened: CaseEvent = {
  type: 'CaseScreened',
  data: { caseId, findings: [{ kind: 'nudity', score: 0.9 } as never], severity: 1, dueAt: at(4), screenedAt: at(1) },
};

const held: CaseEvent = { type: 'CasePhotoHeld', data: { caseId, statementId: 'hold' } as never };
const released: CaseEvent = { type: 'CaseHoldReleased', data: { caseId, statementId: 'hold' } as never };
const claimed: CaseEvent = { type: 'CaseClaimed', data: { caseId, moderatorId: 'mara', until: at(3) } };
const givenBack: CaseEvent = { type: 'CaseGivenBack', data: { caseId, moderatorId: 'mara' } };
const closure = { caseId, statementId: 'closure', rule: 'no-nudity', proposedBy: 'mara', proposedAt: at(2) };
const proposed: CaseEvent = { type: 'ClosureProposed', data: closure };

const decision = (statementId: string, answered: CaseDecided['answered'] = []) => ({
  ...{ caseId, statementId, ...about, decision: 'removePhoto', rule: 'no-nudity', until: null, about: ['sexual'] },
  ...{ usedScreening: true, wasHeld: true, isTold: true, decidedBy: 'mara', confirmedBy: null, decidedAt: at(2) },
  ...{ openedAt: at(0), dueAt: at(24), severity: 2, answered },
});

const decided = (statementId: string, answered: CaseDecided['answered'] = []): CaseEvent => ({
  type: 'CaseDecided',
  data: decision(statementId, answered) as CaseDecided,
});

const undone = (statementId: string, isReopened: boolean): CaseEvent => ({
  type: 'DecisionUndone',
  data: { caseId, statementId, undoneBy: 'mara', undoneAt: at(3), isReopened } as never,
});

const filed: CaseEvent = {
  type: 'AppealFiled',
  data: { caseId, statementId: 'one', filedAt: at(4), dueAt: at(28) } as never,
};

const appealDecided: CaseEvent = {
  type: 'AppealDecided',
  data: {
    ...{ caseId, statementId: 'one', isGranted: true, answerId: 'answer', decidedBy: 'mona', decidedAt: at(5) },
    answered: [{ reportId: 'a', isUpheld: false }],
  } as never,
};

const after = (...events: CaseEvent[]): KnownCase => {
  const state = [opened, ...events].reduce(evolve, initialState());
  if (state.status === 'unknown') throw new Error('the case is unknown');
  return state;
};

describe('a case', () => {
  it('begins open, with nothing in it', () => {
    expect(after()).toEqual({
      ...{ status: 'known', caseId, ...about, isOpen: true, openedAt: at(0), severity: 3, dueAt: at(72) },
      ...{ reports: [], findings: [], hold: null, claim: null, proposal: null, dropped: [], decisions: [] },
    });
  });

  it('is as urgent as its newest report, finding or reopening says', () => {
    expect(after(reported('a'))).toMatchObject({ severity: 2, dueAt: at(24) });
    expect(after(reported('a'), screened)).toMatchObject({ severity: 1, dueAt: at(4) });
    const data = { caseId, origin: 'report', openedAt: at(9), severity: 1, dueAt: at(13) } as never;
    const reopened = after(decided('one'), { type: 'CaseReopened', data });
    expect(reopened).toMatchObject({ isOpen: true, openedAt: at(9), severity: 1, dueAt: at(13) });
  });

  it('holds its photo until the hold is released', () => {
    expect(after(held).hold).toEqual({ statementId: 'hold' });
    expect(after(held, released).hold).toBeNull();
  });

  it('is claimed until it is given back, a closure is proposed, or it is decided', () => {
    expect(after(claimed).claim).toEqual({ moderatorId: 'mara', until: at(3) });
    for (const end of [givenBack, proposed, decided('one')]) expect(after(claimed, end).claim).toBeNull();
    expect(after(claimed, givenBack)).toEqual(after());
    expect(after(decided('one'), filed, claimed, appealDecided).claim).toBeNull();
  });

  it('keeps the closures that a second moderator did not confirm', () => {
    expect(after(proposed)).toMatchObject({ proposal: closure, dropped: [] });
    const dropped = (hour: number): CaseEvent => ({
      type: 'ClosureDropped',
      data: { caseId, statementId: 'closure', droppedBy: 'mona', droppedAt: at(hour) },
    });
    expect(after(proposed, dropped(3))).toMatchObject({ proposal: null, dropped: [{ ...closure, droppedAt: at(3) }] });
    expect(after(proposed, dropped(3), proposed, dropped(5)).dropped.map(({ droppedAt }) => droppedAt)).toEqual([
      ...[at(3), at(5)],
    ]);
    expect(after(dropped(3)).dropped).toEqual([]);
  });
});

describe('a decision', () => {
  const reports = [reported('a'), reported('b')];
  const one = decided('one', [{ reportId: 'a', isUpheld: true }] as never);

  it('answers reports, and has seen the findings that no earlier one had', () => {
    const state = after(...reports, screened, one, screened, decided('two'));
    expect(state.reports).toMatchObject([
      { reportId: 'a', reason: 'sexual', answeredBy: 'one', isUpheld: true },
      { reportId: 'b', reason: 'sexual', answeredBy: null, isUpheld: false },
    ]);
    expect(state.findings).toMatchObject([
      { finding: { kind: 'nudity' }, reviewedBy: 'one' },
      { finding: { kind: 'nudity' }, reviewedBy: 'two' },
    ]);
    const { answered: _, ...record } = decision('one');
    expect(state.decisions[0]).toEqual({ ...record, undoneAt: null, undoneBy: null, appeal: null });
    expect(state.isOpen).toBe(false);
  });

  it('that is undone leaves its reports and findings, and no others, waiting as before', () => {
    const state = after(...reports, screened, decided('zero'), screened, one, undone('one', true));
    expect(state).toMatchObject({ isOpen: true, openedAt: at(0), dueAt: at(24), severity: 2, caseId, ...about });
    expect(state.reports).toMatchObject([
      { reportId: 'a', reason: 'sexual', answeredBy: null, isUpheld: false },
      { reportId: 'b', answeredBy: null },
    ]);
    expect(state.findings.map(({ reviewedBy }) => reviewedBy)).toEqual(['zero', null]);
    expect(state.findings[1]).toMatchObject({ finding: { kind: 'nudity' } });
    expect(state.decisions.map(({ undoneAt, undoneBy }) => [undoneAt, undoneBy])).toEqual([
      [null, null],
      [at(3), 'mara'],
    ]);
  });

  it('keeps the answers of another decision when it is undone', () => {
    const two = decided('two', [{ reportId: 'b', isUpheld: true }] as never);
    expect(after(...reports, one, two, undone('one', true)).reports).toMatchObject([
      { reportId: 'a', answeredBy: null, isUpheld: false },
      { reportId: 'b', answeredBy: 'two', isUpheld: true },
    ]);
  });

  it('that an appeal undoes leaves the case closed', () => {
    const state = after(...reports, one, undone('one', false));
    expect(state).toMatchObject({ isOpen: false, decisions: [{ undoneAt: at(3), undoneBy: 'mara' }] });
    expect(state.reports[0]).toMatchObject({ answeredBy: 'one' });
  });

  it('that is undone after newer reports keeps the time since which they wait', () => {
    const data = { caseId, origin: 'report', openedAt: at(9), severity: 3, dueAt: at(81) } as never;
    expect(after(one, { type: 'CaseReopened', data }, undone('one', true))).toMatchObject({
      ...{ isOpen: true, openedAt: at(9), dueAt: at(24), severity: 2 },
    });
  });
});

describe('an appeal', () => {
  it('waits for its answer, and keeps when it was filed', () => {
    const appeal = { filedAt: at(4), dueAt: at(28), outcome: null, answerId: null, decidedBy: null, decidedAt: null };
    expect(after(decided('one'), filed).decisions[0]!.appeal).toEqual(appeal);
    expect(after(decided('one'), filed, appealDecided).decisions[0]!.appeal).toEqual({
      ...appeal,
      ...{ outcome: 'granted', answerId: 'answer', decidedBy: 'mona', decidedAt: at(5) },
    });
  });

  it('gives the reporters another answer', () => {
    const one = decided('one', [{ reportId: 'a', isUpheld: true }] as never);
    expect(after(reported('a'), one, filed, appealDecided).reports).toMatchObject([
      { reportId: 'a', answeredBy: 'one', isUpheld: false },
    ]);
  });
});
