import { type CaseReason, MODERATION } from '@candid/contracts';
import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CaseEvent, TakeReport } from './case.js';
import { evolve, initialState } from './case-state.js';
import { caseStreams } from './decide.js';
import {
  distinctReporters,
  isInGoodStanding,
  linkedReportersOf,
  patternOf,
  type ReporterFacts,
  reporterStreams,
  weightAt,
  weightOf,
} from './reporter.js';

interface Step {
  reason: CaseReason;
  reporter: ReporterFacts;
  isScreened: boolean;
  reporterId?: string;
}

const day = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 24 * 3_600_000).toISOString();
const justBefore = (time: string): string => new Date(Date.parse(time) - 1).toISOString();
const answers = (...upheld: boolean[]) => upheld.map((isUpheld, index) => ({ isUpheld, at: day(index) }));

describe('the weight of a reporter', () => {
  it('is 1 without decisions, gains with each right report and loses with each wrong one, between 0 and 2', () => {
    expect(weightOf([], day(0))).toBe(1);
    expect(weightOf(answers(true), day(0))).toBe(1.25);
    expect(weightOf(answers(false), day(0))).toBe(0.75);
    expect(weightOf(answers(...Array<boolean>(50).fill(true)), day(49))).toBeCloseTo(2, 2);
    expect(weightOf(answers(...Array<boolean>(50).fill(false)), day(49))).toBeCloseTo(0, 2);
  });

  it('falls below good standing with the third wrong report in a row', () => {
    expect(weightOf(answers(false, false), day(1))).toBeGreaterThanOrEqual(0.5);
    expect(weightOf(answers(false, false, false), day(2))).toBeLessThan(0.5);
  });

  it('halves its distance from 1 every 90 days, both ways', () => {
    expect(weightOf(answers(true), day(90))).toBeCloseTo(1.125, 9);
    expect(weightOf(answers(false), day(180))).toBeCloseTo(1 - 0.25 / 4, 9);
  });

  it('is not changed by time that has not passed, as for a report older than the newest decision', () => {
    expect(weightOf(answers(true), day(-1))).toBe(1.25);
    expect(weightOf(answers(false), day(-1))).toBe(0.75);
  });

  it('stays within its bounds whatever is decided', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(1_000), (upheld, later) => {
        const weight = weightOf(answers(...upheld), day(upheld.length + later));
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe('a reporter', () => {
  const given = specify(reporterStreams);
  const sent = (reportId: string, reportedAt: string) =>
    ({ type: 'ReportSent', data: { reporterId: 'ann', reportId, caseId: 'case', reportedAt } }) as const;
  const answered = (isUpheld: boolean) =>
    ({
      type: 'ReportAnswered',
      data: { reporterId: 'ann', reportId: 'r', caseId: 'case', isUpheld, answeredAt: day(1) },
    }) as const;
  const of = { reporterId: 'ann', reportId: 'r', caseId: 'case' };

  it('sends no more reports than a day allows', () => {
    const send = (at: string) => ({ type: 'Send', ...of, at }) as const;
    const later = Array.from({ length: MODERATION.reportsPerDayMax - 1 }, () => sent('b', day(0.5)));
    const full = [sent('a', day(0)), ...later];
    given(full)
      .when(send(justBefore(day(1))))
      .then('RATE_LIMITED');
    given(full)
      .when(send(day(1)))
      .then([sent('r', day(1))]);
  });

  it('has one answer for each report: the newest', () => {
    const record = (isUpheld: boolean) => ({ type: 'RecordAnswer', ...of, isUpheld, at: day(1) }) as const;
    given([answered(true)])
      .when(record(true))
      .then([]);
    given([answered(true)])
      .when(record(false))
      .then([answered(false)]);
    given([])
      .when({ type: 'WithdrawAnswer', ...of })
      .then([]);
    given([answered(true)])
      .when({ type: 'WithdrawAnswer', ...of })
      .then([{ type: 'ReportAnswerWithdrawn', data: of }]);
    given([answered(true), { type: 'ReportAnswerWithdrawn', data: of }])
      .when(record(true))
      .then([answered(true)]);
  });

  it('has a weight by all answers in the order of their times, in whatever order they come', () => {
    const answer = (reportId: string, isUpheld: boolean, hours: number) =>
      ({
        type: 'ReportAnswered',
        data: { reporterId: 'ann', reportId, caseId: 'case', isUpheld, answeredAt: day(hours / 24) },
      }) as const;
    const weight = (...events: ReturnType<typeof answer>[]) =>
      weightAt(events.reduce(reporterStreams.evolve, reporterStreams.initialState()), day(5));
    // Five wrong reports bring the weight down to 0, so a right report has more effect after them than before them.
    const wrong = [1, 2, 3, 4, 5].map((hour) => answer(`wrong-${hour}`, false, hour));
    const right = answer('right', true, 6);
    expect(weight(right, ...wrong.toReversed())).toBe(weight(...wrong, right));
    expect(weight(...wrong, right)).toBeGreaterThan(weight(answer('right', true, 0), ...wrong));
  });

  it('that is forgotten has no weight and gets none', () => {
    const forgotten = { type: 'ReporterForgotten', data: { reporterId: 'ann', forgottenAt: day(2) } } as const;
    given([sent('r', day(0))])
      .when({ type: 'Forget', reporterId: 'ann', at: day(2) })
      .then([forgotten]);
    given([])
      .when({ type: 'Forget', reporterId: 'ann', at: day(2) })
      .then([]);
    given([sent('r', day(0)), forgotten])
      .when({ type: 'RecordAnswer', ...of, isUpheld: true, at: day(3) })
      .then([]);
    given([sent('r', day(0)), forgotten])
      .when({ type: 'Forget', reporterId: 'ann', at: day(3) })
      .then([]);
  });

  it('that is forgotten leaves no times of reports and no answers', () => {
    const forgotten = { type: 'ReporterForgotten', data: { reporterId: 'ann', forgottenAt: day(2) } } as const;
    expect(
      [sent('r', day(0)), answered(true), forgotten].reduce(reporterStreams.evolve, reporterStreams.initialState()),
    ).toEqual({
      ...{ sentAt: [], hasReported: true, isForgotten: true, answers: {} },
    });
  });
});

describe('a reporter in good standing', () => {
  it('is neither new nor warned, and has half the usual weight at least', () => {
    const good = { standing: 'good', isNew: false, weight: 0.5 } as const;
    expect(isInGoodStanding(good)).toBe(true);
    expect(isInGoodStanding({ ...good, weight: 0.49 })).toBe(false);
    expect(isInGoodStanding({ ...good, isNew: true })).toBe(false);
    expect(isInGoodStanding({ ...good, standing: 'warned' })).toBe(false);
  });
});

describe('reporters together', () => {
  const of = (reporterId: string, ...linkedReporterIds: string[]) => ({ reporterId, linkedReporterIds });

  it('count once if they are linked, through others as well', () => {
    expect(distinctReporters([of('a'), of('b')])).toBe(2);
    expect(distinctReporters([of('a'), of('b', 'a')])).toBe(1);
    expect(distinctReporters([of('a'), of('b', 'x'), of('c', 'x', 'a')])).toBe(1);
    expect(distinctReporters([of('a'), of('b', 'a'), of('c')])).toBe(2);
  });

  it('are linked to as many reporters as there are, whatever each of them reports, through others as well', () => {
    const reports = [of('a'), of('a'), of('b', 'a'), of('b', 'a'), of('c', 'b'), of('d')];
    expect(linkedReportersOf('a', reports)).toBe(2);
    expect(linkedReportersOf('c', reports)).toBe(2);
    expect(linkedReportersOf('d', reports)).toBe(0);
  });

  it('are counted once in the pattern, with all that their reports say', () => {
    const facts = { standing: 'good', isNew: false } as const;
    const several = [
      { ...of('a', 'b'), ...facts, isCounted: true },
      { ...of('a'), ...facts, isCounted: false },
      { ...of('b'), ...facts, isCounted: false },
    ];
    expect(patternOf(several)).toEqual({ reporters: 2, newAccounts: 0, paused: 0, linked: 2, looksArranged: false });
    const linkedAll = [of('a', 'b'), of('b', 'c'), of('c')].map((link) => ({ ...link, ...facts, isCounted: true }));
    expect(patternOf(linkedAll)).toMatchObject({ linked: 3, looksArranged: true });
  });

  it('look arranged where most do not count', () => {
    const facts = { standing: 'good', isNew: true, isCounted: false } as const;
    const many = Array.from({ length: 50 }, (_, index) => ({ ...of(`new ${index}`), ...facts }));
    const two = ['a', 'b'].map((id) => ({ ...of(id), standing: 'good', isNew: false, isCounted: true }) as const);
    expect(patternOf([...many, ...two])).toEqual({
      ...{ reporters: 52, newAccounts: 50, paused: 0, linked: 0, looksArranged: true },
    });
    expect(patternOf([...two, ...many.slice(0, 2)]).looksArranged).toBe(false);
  });

  it('look arranged from three on that do not count, if they are more than twice those who do', () => {
    const facts = { standing: 'good', isNew: false } as const;
    const looksArranged = (uncounted: number, counted: number) =>
      patternOf(
        Array.from({ length: uncounted + counted }, (_, index) => ({
          ...{ ...of(`${index}`), ...facts, isCounted: index < counted },
        })),
      ).looksArranged;
    expect([looksArranged(2, 0), looksArranged(3, 0), looksArranged(3, 1)]).toEqual([false, true, true]);
    expect([looksArranged(4, 2), looksArranged(5, 2)]).toEqual([false, true]);
  });

  it('look arranged from three on that are linked to another one, if they are more than half of all', () => {
    const facts = { standing: 'good', isNew: false, isCounted: true } as const;
    const looksArranged = (linked: number, others: number) =>
      patternOf(
        Array.from({ length: linked + others }, (_, index) => ({
          ...{ ...of(`${index}`, ...(index < linked ? ['group'] : [])), ...facts },
        })),
      ).looksArranged;
    expect([looksArranged(2, 0), looksArranged(3, 2), looksArranged(3, 3)]).toEqual([false, true, false]);
  });
});

describe('any sequence of reports', () => {
  const reasons = ['sexual', 'minor', 'notOwn', 'hateful', 'contact', 'other'] as const;
  const facts: fc.Arbitrary<ReporterFacts> = fc.record({
    weight: fc.double({ min: 0, max: 2, noNaN: true }),
    standing: fc.constantFrom('good' as const, 'warned' as const, 'paused' as const),
    isNew: fc.boolean(),
    linkedReporterIds: fc.array(fc.nat(9).map(String), { maxLength: 2 }),
  });
  const step = fc.record({ reason: fc.constantFrom(...reasons), reporter: facts, isScreened: fc.boolean() });

  function heldFor(steps: readonly Step[]) {
    const history: CaseEvent[] = [];
    steps.forEach(({ reason, reporter, isScreened, reporterId }, index) => {
      const subject = { kind: 'photo', subjectId: 'olga', photoId: 'photo' } as const;
      const arrival = { caseId: 'case', subject, holdId: `hold ${index}`, at: day(index) };
      const take = (command: Parameters<typeof caseStreams.decide>[0]) =>
        history.push(...caseStreams.decide(command, history.reduce(evolve, initialState())));
      if (isScreened) take({ type: 'TakeScreening', ...arrival, findings: [{ kind: 'nudity', score: 0.9 }] });
      const of = {
        reportId: `${index}`,
        reporterId: `${reporterId ?? index}`,
        reason,
        ratingId: null,
        photoId: 'photo',
        isPhotoDeleted: false,
      };
      take({ type: 'TakeReport', ...arrival, ...of, reporter } satisfies TakeReport);
    });
    return history.flatMap(({ type, data }) => (type === 'CasePhotoHeld' ? [data.reason] : []));
  }

  it('by accounts that are not in good standing holds nothing, but for a possible minor', () => {
    const notGood = step.filter(({ reporter }) => !isInGoodStanding(reporter));
    fc.assert(
      fc.property(fc.array(notGood, { maxLength: 12 }), (steps) => {
        expect(heldFor(steps).filter((reason) => reason !== 'minor')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('with two unlinked accounts in good standing holds the photo', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const good = { weight: 1, standing: 'good', isNew: false, linkedReporterIds: [] } as const;
        const two = (['contact', 'other'] as const).map((reason) => ({
          reason,
          reporter: good,
          isScreened: false,
          reporterId: `good ${reason}`,
        }));
        expect(heldFor([...steps, ...two])).toHaveLength(1);
      }),
    );
  });
});
