import { DomainError } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AcceptedRating, PhotoAssessmentEvent } from './events.js';
import { at, decider, idOf, ownerId, photos, reserve, started, submit } from './photo-assessment.fixture.spec.js';
import type { PhotoAssessmentCommand, PhotoAssessmentState, StartedAssessment } from './photo-assessment.js';

const assessors = ['ann', 'ben', 'cat', 'dan', 'eve', ownerId];
const somebody = fc.constantFrom(...assessors);
const score = fc.constantFrom<number | null>(1, 14, 20, 10.5, null);

const moderations = ['HoldAssessedPhoto', 'ReleaseAssessedPhoto', 'ReleaseAssessedPhoto', 'ExcuseAssessor'] as const;

type Step = { waitMinutes: number; make: (minutes: number) => PhotoAssessmentCommand };

const waitMinutes = fc.integer({ min: 0, max: 9 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ waitMinutes, make: somebody.map(reserving) }) },
  { weight: 1, arbitrary: fc.record({ waitMinutes, make: somebody.map(releasing) }) },
  { weight: 6, arbitrary: fc.record({ waitMinutes, make: fc.tuple(somebody, score).map(submitting) }) },
  { weight: 1, arbitrary: fc.record({ waitMinutes, make: fc.constantFrom(...photos).map(ending) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      waitMinutes,
      make: fc.tuple(fc.constantFrom(...moderations), fc.constantFrom(...photos), somebody).map(moderating),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      waitMinutes,
      make: fc.tuple(fc.constantFrom(...photos), fc.integer({ min: -3, max: 3 }), fc.boolean()).map(adjusting),
    }),
  },
);

function moderating([type, photoId, assessorId]: [(typeof moderations)[number], string, string]) {
  return (minutes: number): PhotoAssessmentCommand => ({ type, photoId, assessorId, at: at(minutes) });
}

function reserving(assessorId: string) {
  return (minutes: number): PhotoAssessmentCommand => reserve(assessorId, minutes);
}

function releasing(assessorId: string) {
  return (minutes: number): PhotoAssessmentCommand => ({
    type: 'ReleaseSlot',
    openingId: 'opening-1',
    assessorId,
    at: at(minutes),
  });
}

function submitting([assessorId, rating]: [string, number | null]) {
  return (minutes: number): PhotoAssessmentCommand => {
    const ratings = submit(assessorId).ratings.map((submitted) => ({ ...submitted, rating }));
    return submit(assessorId, { ratings, submissionId: `${assessorId}-${minutes}`, at: at(minutes) });
  };
}

function ending(photoId: string) {
  const command = { type: 'EndAssessment', ownerId, photoId, isRemoved: false, isOnboarding: false } as const;
  return (minutes: number): PhotoAssessmentCommand => ({ ...command, at: at(minutes) });
}

function adjusting([photoId, difference, isRatingChecked]: [string, number, boolean]) {
  const command = { type: 'AdjustAssessment', ownerId, photoId, difference, isRatingChecked } as const;
  return (minutes: number): PhotoAssessmentCommand => {
    const ids = { holdId: `hold-${minutes}`, refundId: `refund-${minutes}` };
    return { ...command, ...ids, isOnboarding: false, at: at(minutes) };
  };
}

interface Run {
  events: PhotoAssessmentEvent[];
  state: StartedAssessment;
  minutes: number;
}

function run(
  testLimit: number,
  steps: Step[],
  check: (state: StartedAssessment, minutes: number) => void,
  amountTokens = testLimit * 5,
): Run {
  const history = started({ testLimit }, false, amountTokens);
  const events: PhotoAssessmentEvent[] = [...history];
  let state: PhotoAssessmentState = history.reduce(decider.evolve, decider.initialState());
  let minutes = 1;
  for (const { waitMinutes: wait, make } of steps) {
    minutes += wait;
    try {
      const decided = decider.decide(make(minutes), state);
      state = decided.reduce(decider.evolve, state);
      events.push(...decided);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    check(state as StartedAssessment, minutes);
  }
  return { events, state: state as StartedAssessment, minutes };
}

const limits = fc.integer({ min: 1, max: 5 });
const steps = fc.array(step, { maxLength: 40 });

describe('any sequence of slots, submissions, adjustments, holds, reports and endings', () => {
  it('never promises or accepts more than the limit, nor a place for longer than its bound, and never loses a promise that is kept in time', () => {
    fc.assert(
      fc.property(limits, steps, (testLimit, sequence) => {
        run(testLimit, sequence, (state, minutes) => {
          for (const { assessmentId, assessorIds, testLimit: limit } of state.assessments) {
            const live = state.slots.filter(
              (slot) => slot.expiresAt > at(minutes) && slot.assessmentIds.includes(assessmentId),
            );
            expect(assessorIds.length + live.length).toBeLessThanOrEqual(limit);
          }
          for (const ms of Object.values(state.heldMs)) expect(ms).toBeLessThanOrEqual(45 * 60_000);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('never takes a photo twice from one assessor, nor any from the owner', () => {
    fc.assert(
      fc.property(limits, steps, (testLimit, sequence) => {
        const { state } = run(testLimit, sequence, () => undefined);
        for (const { assessorIds } of state.assessments) {
          expect(new Set(assessorIds).size).toBe(assessorIds.length);
          expect(assessorIds).not.toContain(ownerId);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('accounts for every token: what was paid is consumed, given back or unused, and at the end nothing is unused', () => {
    fc.assert(
      fc.property(limits, fc.nat(25), steps, (testLimit, priceTokens, sequence) => {
        const paidAtStart = Math.min(priceTokens, testLimit * 5);
        const { events, state } = run(testLimit, sequence, expectNoneTooMany, paidAtStart);
        for (const { assessmentId, status, unusedTokens } of state.assessments) {
          const consumed = ratingsOf(events)
            .filter((rating) => rating.assessmentId === assessmentId)
            .reduce((sum, { consumedTokens }) => sum + consumedTokens, 0);
          const changes = events.filter(({ data }) => 'assessmentId' in data && data.assessmentId === assessmentId);
          const added = changes.reduce((sum, { data }) => sum + ('amountTokens' in data ? data.amountTokens : 0), 0);
          const refunded = changes.reduce((sum, { data }) => sum + ('refundTokens' in data ? data.refundTokens : 0), 0);
          expect(consumed + refunded + unusedTokens).toBe(paidAtStart + added);
          if (status !== 'running') expect(unusedTokens).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes a photo at most once from an assessor, counted or not, and no token for what is not counted', () => {
    fc.assert(
      fc.property(limits, steps, (testLimit, sequence) => {
        const { events } = run(testLimit, sequence, () => undefined);
        const given = events.flatMap((event) =>
          event.type === 'RatingsAccepted'
            ? [...event.data.ratings, ...(event.data.uncounted ?? [])].map(
                ({ assessmentId }) => `${event.data.assessorId} ${assessmentId}`,
              )
            : [],
        );
        expect(new Set(given).size).toBe(given.length);
        const uncounted = events.flatMap((event) =>
          event.type === 'RatingsAccepted' ? (event.data.uncounted ?? []) : [],
        );
        expect(uncounted.every(({ consumedTokens }) => consumedTokens === 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('accepts from a live slot whatever is valid while the photo assessment runs, held meanwhile or not', () => {
    fc.assert(
      fc.property(limits, steps, (testLimit, sequence) => {
        const { state, minutes } = run(testLimit, sequence, () => undefined);
        if (state.assessments.some(({ status }) => status === 'ended')) return;
        for (const { assessorId, assessmentIds, pausedIds, expiresAt } of state.slots.filter(
          (slot) => slot.expiresAt > at(minutes),
        )) {
          const lastMoment = new Date(Date.parse(expiresAt) - 1).toISOString();
          const covered = [...assessmentIds, ...pausedIds];
          const promised = submit(assessorId).ratings.filter(({ photoId }) => covered.includes(idOf(photoId)));
          const decided = decider.decide(submit(assessorId, { ratings: promised, at: lastMoment }), state);
          expect(decided[0]?.type).toBe('RatingsAccepted');
        }
      }),
      { numRuns: 300 },
    );
  });
});

function expectNoneTooMany({ assessments }: StartedAssessment): void {
  for (const { unusedTokens, testLimit, assessorIds } of assessments) {
    expect(unusedTokens).toBeGreaterThanOrEqual(0);
    expect(unusedTokens).toBeLessThanOrEqual((testLimit - assessorIds.length) * 5);
  }
}

const ratingsOf = (events: PhotoAssessmentEvent[]): AcceptedRating[] =>
  events.flatMap((event) => (event.type === 'RatingsAccepted' ? event.data.ratings : []));
