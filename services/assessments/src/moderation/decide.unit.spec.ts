import { CASE_URGENCY, type CaseReason, type ScreeningFinding as Finding, MODERATION } from '@candid/contracts';
import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import type { CaseCommand, CaseEvent, CaseSubject, Decide, TakeNotice, TakeReport } from './case.js';
import { awaitsAppeal, awaitsSecond, byGravity, invalid, isTold, notWaiting } from './case.js';
import { type CaseState, dueOf, evolve, initialState, type KnownCase } from './case-state.js';
import { caseStreams as decider } from './decide.js';
import { canUndo } from './decide-case.js';
import { isEnoughToHold } from './hold-policy.js';
import { statusOf } from './read-model.js';
import type { ReporterFacts } from './reporter.js';

const given = specify(decider);
const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString();
const caseId = 'case';
const subject: CaseSubject = { kind: 'photo', subjectId: 'olga', photoId: 'photo' };
const known: ReporterFacts = { weight: 1, standing: 'good', isNew: false, linkedReporterIds: [] };
const mod = (moderatorId = 'mara') => ({ moderatorId, isEvidenceStaff: false });

const report = (reporterId: string, reason: CaseReason, facts: Partial<ReporterFacts> = {}, hour = 1): TakeReport => ({
  type: 'TakeReport',
  ...{ caseId, subject, reportId: `by ${reporterId}`, reporterId, reason, ratingId: null, photoId: 'photo' },
  ...{ reporter: { ...known, ...facts }, isPhotoDeleted: false, holdId: `hold of ${reporterId}`, at: at(hour) },
});

const notice = (
  reason: 'childAbuse' | 'minor' | 'illegal' | 'sexual',
  noticeId = 'n',
  hour = 1,
  more: Partial<TakeNotice> = {},
): CaseCommand => ({
  ...{ type: 'TakeNotice', caseId, subject, reportId: noticeId, noticeId, reason, holdId: 'hold', at: at(hour) },
  ...{ sender: null, fromElsewhere: [], isConfirmed: false },
  ...{ circumstances: { isOwnerNew: false, isBreakerOpen: false }, ...more },
});

const confirmed = (reason: 'childAbuse' | 'minor' | 'illegal', more: Partial<TakeNotice> = {}) =>
  notice(reason, 'n', 1, { isConfirmed: true, ...more });

const screening = (...findings: Finding[]): CaseCommand => ({
  ...{ type: 'TakeScreening', caseId, subject, findings, holdId: 'hold', at: at(0) },
});

const claim = (moderatorId = 'mara', hour = 2): CaseCommand => ({ type: 'Claim', ...mod(moderatorId), at: at(hour) });

const decideOf = (decision: Decide['decision'], more: Partial<Decide> = {}): Decide => ({
  type: 'Decide',
  ...{ ...mod(), decision, rule: decision === 'noViolation' ? null : 'no-nudity', days: null },
  ...{ statementId: `on ${decision}`, at: at(2), ...more },
});

const undo = (moderatorId = 'mara', hour = 3): CaseCommand => ({
  ...{ type: 'Undo', ...mod(moderatorId), holdId: 'held again', at: at(hour) },
});

const appeal = (statementId: string, hour = 4): CaseCommand => ({ type: 'FileAppeal', statementId, at: at(hour) });
const withEvidenceRole = (command: CaseCommand) => ({ ...command, isEvidenceStaff: true }) as CaseCommand;

const answer = (moderatorId: string, isGranted: boolean, hour = 5): CaseCommand => ({
  ...{ type: 'DecideAppeal', ...mod(moderatorId), isGranted, answerId: 'answer', at: at(hour) },
});

/** Returns `history` with the events that these commands emit; every command must be accepted. */
function then(history: CaseEvent[], ...commands: CaseCommand[]): CaseEvent[] {
  const events = [...history];
  for (const command of commands) events.push(...decider.decide(command, stateOf(events)));
  return events;
}

const after = (...commands: CaseCommand[]): CaseEvent[] => then([], ...commands);
const stateOf = (history: CaseEvent[]): CaseState => history.reduce(evolve, initialState());

const typesOf = (command: CaseCommand, history: CaseEvent[]): string[] =>
  decider.decide(command, stateOf(history)).map(({ type }) => type);

const knownCase = (history: CaseEvent[]): KnownCase => stateOf(history) as KnownCase;

const isAccepted = (run: () => boolean): boolean => {
  try {
    return run();
  } catch {
    return false;
  }
};

const isHeld = (...commands: CaseCommand[]): boolean => {
  const state = stateOf(after(...commands));
  return state.status === 'known' && state.hold !== null;
};

const waits = (history: CaseEvent[]): boolean => {
  const state = stateOf(history);
  return state.status === 'known' && state.isOpen;
};

const held = [report('ann', 'sexual'), report('bob', 'contact')] as const;

const decided = (decision: Decide['decision'], more: Partial<Decide> = {}) =>
  after(...held, claim(), decideOf(decision, more));

describe('a photo is held', () => {
  it('by one report of a possible minor, also by somebody new', () => {
    expect(isHeld(report('ann', 'minor', { isNew: true }))).toBe(true);
    expect(isHeld(report('ann', 'minor', { standing: 'paused' }))).toBe(false);
    expect(isHeld(report('ann', 'minor', { weight: 0.49 }))).toBe(false);
  });

  it('by one report of a possible minor whose reporter has just the weight of good standing', () => {
    expect(isHeld(report('ann', 'minor', { weight: 0.5 }))).toBe(true);
  });

  it.each(['sexual', 'notOwn', 'hateful', 'contact', 'other'] as const)('by two in good standing for %s', (reason) => {
    expect(isHeld(report('ann', reason))).toBe(false);
    expect(isHeld(report('ann', reason), report('bob', 'other'))).toBe(true);
  });

  it.each([
    { isNew: true },
    { standing: 'warned' },
    { standing: 'paused' },
    { weight: 0.49 },
    { linkedReporterIds: ['ann'] },
  ] as const)('not if the second one is %j', (facts) => {
    expect(isHeld(report('ann', 'sexual'), report('bob', 'sexual', facts))).toBe(false);
  });

  it('by one report that agrees with the screening, whichever comes first', () => {
    const nude = screening({ kind: 'nudity', score: 0.9 });
    expect(isHeld(nude)).toBe(false);
    expect(isHeld(nude, report('ann', 'sexual'))).toBe(true);
    expect(isHeld(report('ann', 'sexual'), nude)).toBe(true);
    expect(isHeld(nude, report('ann', 'contact'))).toBe(false);
    expect(isHeld(nude, report('ann', 'sexual', { isNew: true }))).toBe(false);
    expect(isHeld(screening({ kind: 'failed' }), report('ann', 'sexual'))).toBe(false);
  });

  it('by exactly those reports alone that are shown to hold at once', () => {
    const shownFor = (...commands: CaseCommand[]) => {
      const state = knownCase(after(...commands));
      return isEnoughToHold(state.reports.at(-1)!, state);
    };
    const cleared = [report('ann', 'minor'), claim(), decideOf('noViolation')];
    const last = { minor: report('bob', 'minor', {}, 3), newcomer: report('bob', 'minor', { isNew: true }, 3) };
    const atOnce = [
      report('ann', 'minor', { isNew: true }),
      confirmed('minor'),
      confirmed('childAbuse'),
      report('ann', 'minor'),
    ];
    expect(atOnce.map((one) => shownFor(one))).toEqual([true, true, true, true]);
    expect(shownFor(report('ann', 'minor', { standing: 'paused' }))).toBe(false);
    expect(shownFor(notice('minor'))).toBe(false);
    expect(shownFor(report('ann', 'sexual'))).toBe(false);
    expect([shownFor(...cleared, last.minor), shownFor(...cleared, last.newcomer)]).toEqual([true, false]);
    // A later clearance does not change an earlier report.
    expect(shownFor(...cleared)).toBe(true);
  });

  it.each(['minor', 'childAbuse'] as const)('by a notice of %s only with support', (reason) => {
    const isNew = { circumstances: { isOwnerNew: true, isBreakerOpen: false } };
    expect(isHeld(notice(reason), notice(reason, 'again'), report('ann', 'other'))).toBe(false);
    expect(isHeld(notice(reason, 'n', 1, isNew))).toBe(true);
    expect(isHeld(notice(reason), confirmed(reason))).toBe(true);
    expect(isHeld(confirmed(reason), notice(reason))).toBe(true);
    expect(isHeld(notice(reason), notice('minor', 'm', 2, { fromElsewhere: ['n'] }))).toBe(true);
    expect(isHeld(notice('minor', 'm', 2, { fromElsewhere: ['n'] }), notice(reason))).toBe(true);
    expect(isHeld(notice(reason), notice('illegal', 'm', 2, { fromElsewhere: ['n'] }))).toBe(false);
    const nude = screening({ kind: 'nudity', score: 0.9 });
    expect([isHeld(nude, notice(reason)), isHeld(notice(reason), nude)]).toEqual([true, true]);
  });

  it('by no notice that a paused account or one without weight sent, nor by another one that names it', () => {
    const nude = screening({ kind: 'nudity', score: 0.9 });
    for (const facts of [{ standing: 'paused' }, { weight: 0.49 }] as const) {
      const sender = { standing: 'good', isNew: false, weight: 1, ...facts } as const;
      const theirs = confirmed('minor', { sender });
      expect(isHeld(nude, theirs)).toBe(false);
      expect(isHeld(theirs, notice('minor', 'm', 2, { fromElsewhere: ['n'] }))).toBe(false);
    }
  });

  it('by no notice alone while the breaker is open, nor by a report that comes then', () => {
    const circumstances = { isOwnerNew: true, isBreakerOpen: true };
    const waiting = confirmed('minor', { circumstances });
    expect(isHeld(waiting)).toBe(false);
    expect(isHeld(waiting, report('ann', 'other'))).toBe(false);
    expect(isHeld(screening({ kind: 'nudity', score: 0.9 }), waiting)).toBe(true);
  });

  it('by no notice for another reason', () => {
    expect(isHeld(confirmed('illegal'), notice('sexual', 'm'), report('ann', 'sexual'))).toBe(false);
  });

  it('with the part of the screening in every hold whose reasons name a finding', () => {
    const holdOf = (...commands: CaseCommand[]) => after(...commands).findLast(({ type }) => type === 'CasePhotoHeld');
    const nude = screening({ kind: 'nudity', score: 0.9 });
    for (const commands of [
      [nude, report('ann', 'minor')],
      [nude, report('ann', 'contact'), report('bob', 'other')],
      [nude, report('ann', 'sexual')],
    ])
      expect(holdOf(...commands)?.data).toMatchObject({
        about: expect.arrayContaining(['screening']),
        usedScreening: true,
      });
    expect(holdOf(report('ann', 'minor'))?.data).toMatchObject({ about: ['minor'], usedScreening: false });
  });

  it('for the reason of the newest of two reports', () => {
    const events = after(report('ann', 'sexual'), report('bob', 'contact'));
    expect(events.at(-1)).toMatchObject({ type: 'CasePhotoHeld', data: { reason: 'contact' } });
  });

  it('by no notice after a clearance, although its sender is known, in good standing and confirmed by mail', () => {
    const cleared = after(report('ann', 'minor'), claim(), decideOf('noViolation'));
    const byKnown = confirmed('childAbuse', { sender: { standing: 'good', isNew: false, weight: 2 } });
    expect(typesOf(byKnown, cleared)).toEqual(['CaseReopened', 'CaseReported']);
  });

  it('by a report that came at the very time of a clearance, because only earlier clearances matter to it', () => {
    const newcomer = report('ann', 'minor', { isNew: true }, 2);
    const state = knownCase(after(newcomer, claim(), decideOf('noViolation')));
    expect(isEnoughToHold(state.reports[0]!, state)).toBe(true);
  });

  it('again once the suspension of its owner ends, if nothing held it before', () => {
    const suspended = after(report('ann', 'sexual'), claim(), decideOf('suspendAccount', { days: 1 }));
    expect(typesOf(report('bob', 'minor', {}, 25), suspended)).toEqual(['CaseReported', 'LateReportAnswered']);
    expect(typesOf(report('bob', 'minor', {}, 26), suspended)).toEqual([
      ...['CaseReopened', 'CaseReported', 'CasePhotoHeld'],
    ]);
  });

  it('beyond the suspension of its owner, if a hold was in force when that was decided', () => {
    const suspended = decided('suspendAccount', { days: 1 });
    expect(typesOf(report('cid', 'minor', {}, 30), suspended)).toEqual(['CaseReported', 'LateReportAnswered']);
  });

  it('again after a clearance only by somebody in good standing', () => {
    const cleared = after(report('ann', 'minor'), claim(), decideOf('noViolation'));
    expect(stateOf(cleared)).toMatchObject({ hold: null, isOpen: false });
    expect(typesOf(report('new', 'minor', { isNew: true }), cleared)).toEqual(['CaseReported', 'LateReportAnswered']);
    expect(typesOf(report('bob', 'minor', { weight: 0.9 }), cleared)).toEqual(['CaseReported', 'LateReportAnswered']);
    expect(typesOf(notice('minor'), cleared)).toEqual(['CaseReported', 'LateReportAnswered']);
    expect(typesOf(notice('childAbuse'), cleared)).toEqual(['CaseReopened', 'CaseReported']);
    expect(typesOf(report('bob', 'minor'), cleared)).toEqual(['CaseReopened', 'CaseReported', 'CasePhotoHeld']);
  });
});

describe('a case', () => {
  it('takes no more reports than one decision can answer', () => {
    const full = Array.from({ length: MODERATION.waitingReportsMax }, (_, index) =>
      report(`reporter ${index}`, 'sexual', { isNew: true }),
    );
    const [opened, first] = after(full[0]!);
    const reported = full.map(({ reportId, reporterId }) => ({
      ...first!,
      data: { ...first!.data, reportId, reporterId },
    }));
    const history = [opened!, ...reported] as CaseEvent[];
    given(history).when(report('one more', 'sexual')).then('RATE_LIMITED');
    expect(typesOf(report('one more', 'sexual'), history.slice(0, -1))).toContain('CaseReported');
  });
});

describe('a report', () => {
  it('opens the case with the urgency of its reason', () => {
    const facts = { standing: 'good' as const, isNew: false, weight: 1, linkedReporterIds: [], isCounted: true };
    const urgency = { severity: 2, dueAt: at(5) } as const;
    given([])
      .when(report('ann', 'sexual'))
      .then([
        { type: 'CaseOpened', data: { caseId, ...subject, origin: 'report', openedAt: at(1), ...urgency } },
        {
          type: 'CaseReported',
          data: {
            ...{ caseId, reportId: 'by ann', reporterId: 'ann', noticeId: null, reason: 'sexual', ratingId: null },
            ...{
              photoId: 'photo',
              ...facts,
              fromElsewhere: [],
              isConfirmed: false,
              answeredBy: null,
              isUpheld: false,
              reportedAt: at(1),
              ...urgency,
            },
          },
        },
      ]);
  });

  it('makes the case more urgent and never less', () => {
    const urgency = (...commands: CaseCommand[]) => stateOf(after(...commands));
    expect(urgency(report('ann', 'other'))).toMatchObject({ severity: 4, dueAt: at(73) });
    expect(urgency(report('ann', 'other'), notice('illegal', 'n', 2))).toMatchObject({ severity: 1, dueAt: at(6) });
    expect(urgency(report('ann', 'sexual'), report('bob', 'other', {}, 2))).toMatchObject({ dueAt: at(5) });
  });

  it('comes once from one person', () => {
    given(after(report('ann', 'sexual')))
      .when(report('ann', 'other'))
      .then('ALREADY_REPORTED');
    given(after(notice('sexual')))
      .when(notice('sexual'))
      .then([]);
  });

  it('opens a cleared photo again for another reason, and for the same one only with weight', () => {
    const cleared = decided('noViolation');
    expect(typesOf(report('cid', 'hateful', { isNew: true }, 3), cleared)).toEqual(['CaseReopened', 'CaseReported']);
    expect(typesOf(report('cid', 'sexual', {}, 3), cleared)).toEqual(['CaseReopened', 'CaseReported']);
    expect(typesOf(report('cid', 'sexual', { weight: 0.99 }, 3), cleared)).toEqual([
      'CaseReported',
      'LateReportAnswered',
    ]);
  });

  it('of a photo that is out of sight is answered by the decision that stands', () => {
    for (const decision of ['removePhoto', 'askForCrop', 'passOn'] as const) {
      const statementId = `on ${decision}`;
      const arrives = (late: CaseCommand) => decider.decide(late, stateOf(decided(decision)));
      const byAssessor = { reportId: 'by cid', reporterId: 'cid', noticeId: null, isUpheld: true };
      const byNotice = { reportId: 'late', reporterId: null, noticeId: 'late', isUpheld: true };
      for (const [late, answered] of [
        [report('cid', 'minor', {}, 3), byAssessor],
        [notice('minor', 'late', 3), byNotice],
      ] as const) {
        const [event, told, ...others] = arrives(late);
        expect(event!.data).toMatchObject({ answeredBy: statementId, isUpheld: true });
        expect(told).toEqual({
          type: 'LateReportAnswered',
          data: { caseId, statementId, decision, decidedAt: at(2), answered, answeredAt: at(3) },
        });
        expect(others).toEqual([]);
      }
    }
  });

  it('of an assessor is a new matter with every rating', () => {
    const assessor: CaseSubject = { kind: 'assessor', subjectId: 'rita', photoId: null };
    const rating = (reporterId: string, hour: number) => ({
      ...{ ...report(reporterId, 'comments', {}, hour), subject: assessor, ratingId: `of ${reporterId}` },
    });
    const cleared = after(rating('ann', 1), claim(), decideOf('noViolation'));
    expect(typesOf({ ...rating('ann', 3), ratingId: 'another' }, cleared)).toEqual(['CaseReopened', 'CaseReported']);
    given(after(rating('ann', 1), claim()))
      .when(decideOf('removePhoto'))
      .then('VALIDATION_FAILED');
  });
});

describe('a report of a deleted photo', () => {
  const late = { ...report('ann', 'sexual'), isPhotoDeleted: true };

  it('asks for its pictures while the case waits', () => {
    expect(decider.decide(late, initialState()).map(({ type }) => type)).toEqual([
      ...['CaseOpened', 'CaseReported', 'DeletedPhotoReported'],
    ]);
    expect(typesOf({ ...late, reporterId: 'cid', at: at(3) }, decided('removePhoto'))).not.toContain(
      'DeletedPhotoReported',
    );
  });
});

describe('a screening', () => {
  const finding: Finding = { kind: 'nudity', score: 0.9 };

  it('is recorded once, and only if it finds something', () => {
    given([]).when(screening()).then([]);
    given(after(report('ann', 'other')))
      .when(screening())
      .then([]);
    given(after(screening(finding)))
      .when(screening(finding))
      .then([]);
    expect(typesOf(screening(finding), after(report('ann', 'other')))).toContain('CaseScreened');
  });

  it('is named in a decision that has seen a finding', () => {
    const usedScreening = (...commands: CaseCommand[]) => {
      const last = after(...commands, claim(), decideOf('removePhoto')).at(-1)!;
      return last.type === 'CaseDecided' && last.data.usedScreening;
    };
    expect(usedScreening(screening(finding))).toBe(true);
    expect(usedScreening(report('ann', 'other'))).toBe(false);
  });
});

describe('the reasons of a case', () => {
  it('stand each once, the gravest first, and as listed where they are as grave', () => {
    const reasons = Object.keys(CASE_URGENCY) as CaseReason[];
    const severityOf = (reason: CaseReason): number => CASE_URGENCY[reason].severity;
    const ordered = reasons.toSorted((one, other) => severityOf(one) - severityOf(other));
    expect(byGravity([...reasons.toReversed(), ...reasons])).toEqual(ordered);
  });
});

describe('the person concerned by a decision', () => {
  const decision = { decision: 'removePhoto', subjectId: 'olga', photoId: 'photo', wasHeld: false } as const;

  it('learns of it, unless nobody is concerned', () => {
    expect(isTold(decision)).toBe(true);
    expect(isTold({ ...decision, subjectId: null })).toBe(false);
  });

  it('learns of a decision in their favour only if it ended a hold', () => {
    for (const wasHeld of [true, false])
      expect(isTold({ ...decision, decision: 'noViolation', wasHeld })).toBe(wasHeld);
  });

  it('does not learn that words were passed on without a photo', () => {
    expect(isTold({ ...decision, decision: 'passOn' })).toBe(true);
    expect(isTold({ ...decision, decision: 'passOn', photoId: null })).toBe(false);
    expect(isTold({ ...decision, photoId: null })).toBe(true);
  });
});

describe('a moderator', () => {
  it('claims a case for half an hour, alone', () => {
    const claimed = after(...held, claim());
    given(claimed).when(claim('max')).then('CASE_CLAIMED');
    given(claimed)
      .when(decideOf('noViolation', mod('max')))
      .then('CASE_CLAIMED');
    given(claimed).when(claim()).then([]);
    given(claimed)
      .when(claim('max', 2.5))
      .then([{ type: 'CaseClaimed', data: { caseId, moderatorId: 'max', until: at(3) } }]);
    const giveBack = (moderatorId = 'mara', hour = 2): CaseCommand => ({
      ...{ type: 'GiveBack', ...mod(moderatorId), at: at(hour) },
    });
    expect(typesOf(giveBack(), claimed)).toEqual(['CaseGivenBack']);
    given(claimed).when(giveBack('max')).then('CASE_CLAIMED');
    given(claimed).when(giveBack('olga')).then('FORBIDDEN');
    given(claimed).when(giveBack('mara', 2.5)).then([]);
    given(after(...held))
      .when(giveBack())
      .then([]);
  });

  it('renews a claim from a minute on', () => {
    const claimed = after(...held, claim());
    const renewal = (seconds: number) => claim('mara', 2 + seconds / 3_600);
    given(claimed).when(renewal(59.999)).then([]);
    expect(typesOf(renewal(60), claimed)).toEqual(['CaseClaimed']);
  });

  it('decides only what was claimed, waits, and has a rule', () => {
    given([]).when(decideOf('noViolation')).then('NOT_FOUND');
    given(after(...held))
      .when(decideOf('noViolation'))
      .then('CONFLICT');
    const claimed = after(...held, claim());
    given(claimed)
      .when(decideOf('removePhoto', { rule: null }))
      .then('VALIDATION_FAILED');
    given(claimed).when(decideOf('suspendAccount')).then('VALIDATION_FAILED');
    expect(invalid('rule', 'Please name the rule.').details).toEqual([
      { field: 'rule', message: 'Please name the rule.' },
    ]);
    given(decided('noViolation')).when(decideOf('removePhoto')).then('CONFLICT', notWaiting().message);
    given(then(decided('removePhoto'), appeal('on removePhoto')))
      .when(decideOf('noViolation'))
      .then('CONFLICT', awaitsAppeal().message);
    given(decided('noViolation')).when(claim()).then('CONFLICT');
  });

  it('clears no photo of a grave report that came after the claim, before claiming it again', () => {
    for (const late of [report('cid', 'minor', {}, 2.1), notice('childAbuse', 'late', 2.1, { isConfirmed: true })]) {
      const claimed = after(report('ann', 'other'), claim(), late);
      const clear = decideOf('noViolation', { at: at(2.2) });
      given(claimed).when(clear).then('CONFLICT');
      expect(typesOf(decideOf('removePhoto', { at: at(2.2) }), claimed)).toEqual(['CaseDecided']);
      expect(typesOf(clear, then(claimed, claim('mara', 2.2)))).toEqual(['CaseDecided', 'CaseHoldReleased']);
    }
    expect(typesOf(decideOf('noViolation'), after(...held, claim(), report('cid', 'other', {}, 2.1)))).toContain(
      'CaseDecided',
    );
  });

  it('decides once with a second click', () => {
    given(decided('removePhoto')).when(decideOf('removePhoto')).then([]);
    given(decided('noViolation')).when(decideOf('noViolation')).then([]);
    given(decided('closeAccount')).when(decideOf('closeAccount')).then([]);
  });

  it('is not repeated by another moderator, with another rule or as another decision', () => {
    given(decided('removePhoto'))
      .when(decideOf('removePhoto', { rule: 'another' }))
      .then('CONFLICT');
    given(decided('removePhoto'))
      .when(decideOf('removePhoto', mod('max')))
      .then('CONFLICT');
    for (const other of [mod('max'), { rule: 'another' }])
      given(decided('closeAccount')).when(decideOf('closeAccount', other)).then('CONFLICT', awaitsSecond().message);
  });

  it('touches no own photo and no own report', () => {
    const acts = [claim, undo, (id: string) => answer(id, true), (id: string) => decideOf('noViolation', mod(id))];
    for (const act of acts) {
      given(after(...held))
        .when(act('olga'))
        .then('FORBIDDEN');
      given(after(...held))
        .when(act('ann'))
        .then('FORBIDDEN');
    }
  });

  it('ends the hold with every decision but one about the person', () => {
    expect(decided('noViolation').at(-1)!.type).toBe('CaseHoldReleased');
    expect(decided('removePhoto').at(-1)!.type).toBe('CaseDecided');
    const suspended = decided('suspendAccount', { days: 7 });
    expect(suspended.at(-1)).toMatchObject({ type: 'CaseDecided', data: { until: at(2 + 7 * 24), wasHeld: true } });
    expect(stateOf(suspended)).toMatchObject({ hold: { statementId: 'hold of bob' } });
  });

  it('answers every report that waited, and names what the decision was about, the gravest first', () => {
    expect(decided('removePhoto').find(({ type }) => type === 'CaseDecided')!.data).toMatchObject({
      about: ['sexual', 'contact'],
      answered: [
        { reportId: 'by ann', reporterId: 'ann', noticeId: null, isUpheld: true },
        { reportId: 'by bob', reporterId: 'bob', noticeId: null, isUpheld: true },
      ],
    });
  });
});

describe('a closure', () => {
  const confirm = (moderatorId: string, isConfirmed: boolean): CaseCommand => ({
    ...{ type: 'ConfirmClosure', ...mod(moderatorId), isConfirmed, at: at(3) },
  });
  const proposed = decided('closeAccount');

  it('takes effect by a second moderator only', () => {
    expect(proposed.at(-1)!.type).toBe('ClosureProposed');
    given(proposed).when(confirm('mara', true)).then('FORBIDDEN');
    given(proposed).when(confirm('olga', true)).then('FORBIDDEN');
    given(proposed)
      .when(decideOf('noViolation', mod('max')))
      .then('CONFLICT', awaitsSecond().message);
    const closed = [...proposed, ...decider.decide(confirm('max', true), stateOf(proposed))];
    expect(closed.at(-1)).toMatchObject({ type: 'CaseDecided', data: { decidedBy: 'mara', confirmedBy: 'max' } });
    given(closed).when(confirm('max', true)).then([]);
    given(decided('noViolation')).when(confirm('max', true)).then('CONFLICT');
  });

  it('is withdrawn by whoever proposed it while it waits, and by nobody who works on it', () => {
    const withdrawn = then(proposed, undo());
    expect(withdrawn.slice(proposed.length)).toMatchObject([{ type: 'ClosureDropped', data: { droppedBy: 'mara' } }]);
    expect(stateOf(withdrawn)).toMatchObject({ isOpen: true, proposal: null, hold: { statementId: 'hold of bob' } });
    given(proposed).when(undo('max')).then('CONFLICT');
    given(then(proposed, claim('max', 3)))
      .when(undo())
      .then('CASE_CLAIMED');
    expect(typesOf(undo(), then(proposed, confirm('max', true)))).toContain('DecisionUndone');
  });

  it('that is dropped leaves the case waiting and held', () => {
    const dropped = [...proposed, ...decider.decide(confirm('max', false), stateOf(proposed))];
    expect(dropped.at(-1)).toMatchObject({ type: 'ClosureDropped', data: { droppedBy: 'max', droppedAt: at(3) } });
    expect(waits(dropped)).toBe(true);
    expect(stateOf(dropped)).toMatchObject({ hold: { statementId: 'hold of bob' } });
  });
});

describe('a decision', () => {
  it('can be undone until it is appealed: the case waits and is held as before', () => {
    const undone = after(...held, claim(), decideOf('removePhoto'), undo());
    expect(undone.slice(-2)).toMatchObject([
      { type: 'DecisionUndone', data: { undoneBy: 'mara', isReopened: true } },
      { type: 'CasePhotoHeld', data: { reason: 'sexual', about: ['sexual', 'contact'], usedScreening: false } },
    ]);
    expect(stateOf(undone)).toMatchObject({ isOpen: true, dueAt: at(5), hold: { statementId: 'held again' } });
    given(undone).when(undo()).then([]);
    given(undone).when(undo('max')).then('CONFLICT');
    given([...decided('removePhoto'), ...decider.decide(appeal('on removePhoto'), stateOf(decided('removePhoto')))])
      .when(undo())
      .then('CONFLICT');
  });

  it('to pass on closes the case to moderators, but for half an hour to who decided', () => {
    const passedOn = decided('passOn');
    given(passedOn).when(undo('max', 2)).then('FORBIDDEN');
    expect(typesOf(undo('mara', 2.5), passedOn)).toEqual(['DecisionUndone', 'CasePhotoHeld']);
    given(passedOn).when(undo('mara', 2.51)).then('FORBIDDEN');
    expect(typesOf(withEvidenceRole(undo('max', 99)), passedOn)).toContain('DecisionUndone');
  });

  it('that is undone after newer reports makes the case no less urgent than they do', () => {
    const cleared = after(report('ann', 'other'), claim(), decideOf('noViolation'));
    const graver = then(cleared, report('bob', 'minor', {}, 3), undo('mara', 3));
    expect(stateOf(graver)).toMatchObject({ isOpen: true, openedAt: at(3), severity: 1, dueAt: at(4) });
    const lesser = then(decided('noViolation'), report('cid', 'other', {}, 3), undo('mara', 3));
    expect(stateOf(lesser)).toMatchObject({ isOpen: true, openedAt: at(3), severity: 2, dueAt: at(5) });
  });

  it('is not undone behind the back of who works on the case, or while a closure waits', () => {
    const reopened = then(decided('noViolation'), report('cid', 'hateful', {}, 3), claim('max', 3));
    given(reopened).when(undo()).then('CASE_CLAIMED');
    const closing = then(reopened, decideOf('closeAccount', { ...mod('max'), at: at(3) }));
    given(closing).when(undo()).then('CONFLICT');
  });

  it('is shown to be undoable exactly to whom the command undoes it', () => {
    const removed = decided('removePhoto');
    const histories = [
      ...[[...after(...held)], removed, then(removed, undo()), then(removed, appeal('on removePhoto', 3))],
      ...[decided('passOn'), decided('closeAccount'), then(decided('noViolation'), report('cid', 'hateful', {}, 3))],
      then(decided('noViolation'), report('cid', 'hateful', {}, 3), claim('max', 3)),
    ];
    const outcomes = histories.flatMap((history) =>
      ['olga', 'ann', 'mara', 'max'].flatMap((moderatorId) =>
        [false, true].map((isEvidenceStaff) => {
          const moderator = { moderatorId, isEvidenceStaff };
          const isShown = canUndo(knownCase(history), moderator, at(3));
          const command = { ...undo(moderatorId, 3), isEvidenceStaff } as CaseCommand;
          const undoes = () => /DecisionUndone|ClosureDropped/.test(typesOf(command, history).join());
          return [isShown, isAccepted(undoes)];
        }),
      ),
    );
    for (const [isShown, isUndone] of outcomes) expect(isShown).toBe(isUndone);
    expect(outcomes.filter(([isShown]) => isShown)).toHaveLength(4 + 2 + 4 + 2 + 2);
  });
});

describe('an appeal', () => {
  const WEEK = 7 * 24;
  const suspendedUntil26 = after(report('ann', 'sexual'), claim(), decideOf('suspendAccount', { days: 1 }));
  const removed = decided('removePhoto');
  const appealed = [...removed, ...decider.decide(appeal('on removePhoto'), stateOf(removed))];

  it('is filed once, within six months, against what stands', () => {
    given(removed).when(appeal('unknown')).then('NOT_FOUND');
    given(decided('noViolation')).when(appeal('on noViolation')).then('NOT_FOUND');
    given(removed)
      .when(appeal('on removePhoto', 2 + 183 * 24 + 1))
      .then('APPEAL_EXPIRED');
    expect(typesOf(appeal('on removePhoto', 2 + 183 * 24), removed)).toEqual(['AppealFiled']);
    given(appealed).when(appeal('on removePhoto')).then('ALREADY_APPEALED');
    const undone = after(...held, claim(), decideOf('removePhoto'), undo());
    given(undone).when(appeal('on removePhoto')).then('NOT_FOUND');
  });

  it('is decided by somebody who took no part', () => {
    given(removed).when(answer('max', true)).then('CONFLICT');
    given(appealed).when(answer('mara', true)).then('FORBIDDEN');
    given(appealed).when(answer('olga', true)).then('FORBIDDEN');
    expect(typesOf(answer('max', false), appealed)).toEqual(['AppealDecided']);
    given(then(appealed, claim('zoe', 5)))
      .when(answer('max', false))
      .then('CASE_CLAIMED');
  });

  it('is claimed and decided by evidence staff alone while the case is under legal hold', () => {
    const passOn = decideOf('passOn', { ...mod('max'), statementId: 'second', at: at(32) });
    const open = then(suspendedUntil26, appeal('on suspendAccount', 31), report('bob', 'minor', {}, 32));
    const passedOn = then(open, claim('max', 32), passOn);
    for (const command of [claim('zoe', 34), answer('zoe', true, 34)]) {
      given(passedOn).when(command).then('FORBIDDEN');
      expect(isAccepted(() => typesOf(withEvidenceRole(command), passedOn).length > 0)).toBe(true);
    }
  });

  it('that is granted undoes the decision, clears the photo and answers the reporters anew', () => {
    const granted = [...appealed, ...decider.decide(answer('max', true), stateOf(appealed))];
    expect(granted.slice(-2).map(({ type }) => type)).toEqual(['AppealDecided', 'DecisionUndone']);
    expect(granted.at(-2)!.data).toMatchObject({ answered: [{ isUpheld: false }, { isUpheld: false }] });
    expect(waits(granted)).toBe(false);
    const { answerId: statementId, decidedAt } = granted.at(-2)!.data as { answerId: string; decidedAt: string };
    for (const late of [report('cid', 'sexual', { isNew: true }, 6), notice('sexual', 'late', 6)]) {
      const [reported, told] = decider.decide(late, stateOf(granted));
      expect(reported!.data).toMatchObject({ answeredBy: statementId, isUpheld: false });
      const answered = { statementId, decision: 'noViolation', decidedAt, answered: { isUpheld: false } };
      expect(told).toMatchObject({ type: 'LateReportAnswered', data: answered });
    }
    given(granted).when(answer('max', true)).then([]);
    given(granted).when(answer('max', false)).then('CONFLICT');
    given(granted).when(appeal('on removePhoto')).then('ALREADY_APPEALED');
  });

  it('that is granted to a suspended person ends the hold that the decision kept', () => {
    const suspended = decided('suspendAccount', { days: 7 });
    const filed = [...suspended, ...decider.decide(appeal('on suspendAccount'), stateOf(suspended))];
    expect(typesOf(answer('max', true), filed)).toEqual(['AppealDecided', 'DecisionUndone', 'CaseHoldReleased']);
  });

  it('leaves the case the earlier due time, whichever comes first', () => {
    const dueAt = (...commands: CaseCommand[]) => dueOf(knownCase(then(suspendedUntil26, ...commands)));
    const filed = appeal('on suspendAccount', 31);
    expect(dueAt(report('bob', 'minor', {}, 30), filed)).toBe(at(31));
    expect(dueAt(filed, report('bob', 'minor', {}, 32))).toBe(at(33));
    expect(dueAt(filed, report('bob', 'other', {}, 190))).toBe(at(31 + WEEK));
    expect(dueAt(filed)).toBe(at(31 + WEEK));
    const decidedAnew = [claim('max', 32), decideOf('noViolation', { ...mod('max'), at: at(32) })];
    expect(dueAt(filed, report('bob', 'minor', {}, 32), ...decidedAnew)).toBe(at(31 + WEEK));
  });

  it('does not keep the case from being decided about newer reports, and is answered afterwards', () => {
    const open = then(suspendedUntil26, appeal('on suspendAccount', 31), report('bob', 'minor', {}, 32));
    expect(statusOf(knownCase(open))).toBe('open');
    const again = decideOf('suspendAccount', { ...mod('max'), days: 7, statementId: 'second', at: at(32) });
    const decidedAnew = then(open, claim('max', 32), again);
    expect(decidedAnew.at(-1)).toMatchObject({ type: 'CaseDecided', data: { about: ['minor'], dueAt: at(33) } });
    expect(statusOf(knownCase(decidedAnew))).toBe('appealed');
    given(decidedAnew)
      .when(decideOf('noViolation', { at: at(33) }))
      .then('CONFLICT');
    given(decidedAnew)
      .when(answer('mara', true, 34))
      .then('FORBIDDEN');
    // The newer decision keeps the photo held.
    expect(typesOf(answer('max', true, 34), decidedAnew)).toEqual(['AppealDecided', 'DecisionUndone']);
    expect(statusOf(knownCase(then(decidedAnew, answer('max', false, 34))))).toBe('decided');
  });
});
