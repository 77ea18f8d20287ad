import { PRODUCT } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comment } from '../catalogue/catalogue.js';
import { repeatedProfileRating } from './decide-rating.js';
import {
  accepted,
  at,
  comments,
  completed,
  decider,
  end,
  given,
  ownerId,
  release,
  released,
  reserve,
  round,
  slot,
  started,
  submit,
} from './profile-assessment.fixture.spec.js';
import type { ProfileCommand, ProfileEvent } from './profile-assessment.js';

describe('a slot on a profile', () => {
  it('is held for fifteen minutes', () =>
    given([started()])
      .when(reserve('rita', 1))
      .then([slot('rita', 1)]));

  it('is renewed, but not within a minute', () => {
    given([started(), slot('rita', 1)])
      .when(reserve('rita', 1))
      .then([]);
    given([started(), slot('rita', 1)])
      .when(reserve('rita', 3))
      .then([slot('rita', 3, 28)]);
  });

  it('is there for as many as are asked for, until its time is over', () => {
    given([started(1), slot('rita', 1)])
      .when(reserve('rob', 2))
      .then('NOT_FOUND');
    given([started(1), slot('rita', 1)])
      .when(reserve('rob', 16))
      .then([slot('rob', 16)]);
  });

  it('is never the owner’s, nor of who has assessed, nor on what is over', () => {
    given([started()]).when(reserve(ownerId, 1)).then('NOT_FOUND');
    given([started(), accepted('rita', 1)])
      .when(reserve('rita', 2))
      .then('NOT_FOUND');
    given([started(), completed(1)])
      .when(reserve('rita', 2))
      .then('NOT_FOUND');
    given([]).when(reserve('rita', 1)).then('NOT_FOUND');
  });
});

describe('a slot on a profile that its assessor releases', () => {
  it('is released once, by its own opening only', () => {
    given([started(), slot('rita', 1)])
      .when(release('rita', 5))
      .then([released('rita', 5)]);
    given([started(), slot('rita', 1)])
      .when(release('rita', 5, 'opening-2'))
      .then([]);
    given([started(), slot('rita', 1), released('rita', 5)])
      .when(release('rita', 6))
      .then([]);
    given([started(), slot('rita', 1)])
      .when(release('rita', 16))
      .then([]);
    given([]).when(release('rita', 5)).then([]);
  });

  it('is free for the next assessor, and leaves the slots of others alone', () => {
    const history = [started(2), slot('rita', 1), slot('rob', 1), released('rita', 5)];
    given(history)
      .when(reserve('ruth', 5))
      .then([slot('ruth', 5)]);
    given([...history, slot('ruth', 5)])
      .when(reserve('ray', 6))
      .then('NOT_FOUND');
    given(history)
      .when(submit('rob', 6))
      .then([accepted('rob', 6)]);
  });

  it('counts only the time until its release, for each assessor alone', () => {
    given([started(), slot('rita', 1), released('rita', 5)])
      .when(reserve('rita', 6))
      .then([slot('rita', 6, 26)]);
    given([started(), slot('rita', 1), slot('rob', 1)])
      .when(reserve('rita', 3))
      .then([slot('rita', 3, 28)]);
  });

  it('stays as it is when it is released twice', () =>
    given([started(), slot('rita', 1), released('rita', 5), released('rita', 5)])
      .when(reserve('rita', 6))
      .then([slot('rita', 6, 26)]));
});

describe('a submission for a profile', () => {
  it('earns five tokens per comment and consumes five', () =>
    given([started(), slot('rita', 0)])
      .when(submit('rita', 1))
      .then([accepted('rita', 1)]));

  it('earns nothing without a slot', () =>
    given([started()])
      .when(submit('rita', 1))
      .then([accepted('rita', 1, comments, 0)]));

  it('earns nothing at the moment when its slot expires', () =>
    given([started(), slot('rita', 1)])
      .when(submit('rita', 16))
      .then([accepted('rita', 16, comments, 0)]));

  it('uses up its slot', () =>
    given([started(2), slot('rita', 1), accepted('rita', 2)])
      .when(reserve('rob', 3))
      .then([slot('rob', 3)]));

  it('may criticise, because owners cannot ask for praise only', () => {
    const criticism: Comment[] = [[51, 101, 3]];
    given([started(), slot('rita', 0)])
      .when(submit('rita', 1, { comments: criticism }))
      .then([accepted('rita', 1, criticism)]);
  });

  it('takes a second per photo from the opening, which a renewal does not move', () => {
    given([started(), slot('rita', 1)])
      .when(submit('rita', 1))
      .then('TOO_FAST');
    given([started(), slot('rita', 1)])
      .when(submit('rita', 1, { minLookMs: 0 }))
      .then([accepted('rita', 1)]);
    given([started(), slot('rita', 1), slot('rita', 3)])
      .when(submit('rita', 3))
      .then([accepted('rita', 3)]);
  });

  it('completes with the last one', () =>
    given([started(), accepted('rita', 1), slot('rob', 1)])
      .when(submit('rob', 2))
      .then([accepted('rob', 2), completed(2)]));

  it('is nothing again with the same comments in any order, and refused with others', () => {
    const again = { comments: comments.toReversed() };
    given([started(), accepted('rita', 1)])
      .when(submit('rita', 2, again))
      .then([]);
    given([started(), accepted('rita', 1)])
      .when(submit('rita', 2, { comments: [[51, 102, 3]] }))
      .then('ALREADY_RATED');
  });

  it('is answered again with whether it was made with a slot', () => {
    const answered = (...history: ProfileEvent[]) => {
      const state = [started(), ...history].reduce(decider.evolve, decider.initialState());
      if (state.status === 'unknown') throw new Error('The profile assessment has not started.');
      return repeatedProfileRating({ assessorId: 'rita', comments }, state.round);
    };
    expect(answered(slot('rita', 0), accepted('rita', 1))).toMatchObject({ hadSlot: true, rewardTokens: 10 });
    expect(answered(accepted('rita', 1, comments, 0))).toMatchObject({ hadSlot: false, rewardTokens: 0 });
    expect(answered()).toBeUndefined();
  });

  it('is nobody’s own, of the named owner, and of who may see the profile', () => {
    given([started()]).when(submit(ownerId, 1)).then('FORBIDDEN');
    given([started()])
      .when(submit('rita', 1, { ownerId: 'other' }))
      .then('NOT_FOUND');
    given([started()])
      .when(submit('rita', 1, { isVisible: false }))
      .then('NOT_FOUND');
    given([started(), slot('rita', 1)])
      .when(submit('rita', 2, { isVisible: false }))
      .then([accepted('rita', 2)]);
  });

  it('leaves places to those who hold them, and comes too late after the end', () => {
    given([started(1), slot('rita', 1)])
      .when(submit('rob', 2))
      .then('ASSESSMENT_COMPLETE');
    given([started(1), slot('rita', 1)])
      .when(submit('rob', 16))
      .then([accepted('rob', 16, comments, 0), completed(16)]);
    given([started(1), accepted('rita', 1), completed(1)])
      .when(submit('rob', 2))
      .then('ASSESSMENT_COMPLETE', 'This profile assessment has all its evaluations already.');
    const ended = {
      type: 'ProfileRoundEnded',
      data: { ...round, reason: 'owner', refundTokens: 10, endedAt: at(1) },
    } as const;
    given([started(), ended])
      .when(submit('rita', 2))
      .then('ASSESSMENT_COMPLETE', 'This profile assessment has been ended.');
  });

  it.each([
    ['none at all', []],
    [
      'more than three',
      [
        [51, 101, 1],
        [51, 102, 1],
        [51, 104, 20],
        [54, 116, 1],
      ],
    ],
    ['a phrase that was not selected', [[51, 103, 12]]],
    ['a phrase of the photo catalogue', [[1, 1, 12]]],
    [
      'a phrase twice',
      [
        [51, 101, 12],
        [51, 101, 13],
      ],
    ],
    ['a score beyond the scale', [[51, 101, 21]]],
    ['a score beyond a half scale', [[54, 116, 11]]],
    ['a toggle with another score than its own', [[51, 104, 19]]],
    ['no triple', [[51, 101]]],
  ])('is refused with %s', (_, left) =>
    given([started()])
      .when(submit('rita', 1, { comments: left }))
      .then('VALIDATION_FAILED'),
  );

  it('is judged by what was asked for when the slot was reserved', () => {
    const chosen = {
      type: 'ProfileCommentsChosen',
      data: { ...round, commentsSelected: [[51, 102]], chosenAt: at(2) },
    };
    const history = [started(), slot('rita', 1), chosen] as ProfileEvent[];
    given(history)
      .when(submit('rita', 3))
      .then([accepted('rita', 3)]);
    given(history).when(submit('rob', 3)).then('VALIDATION_FAILED');
    given([...history, accepted('rita', 3)])
      .when(submit('rita', 4))
      .then([]);
  });

  it('may be given again in the next round', () => {
    const again = { type: 'ProfileRoundStarted', data: { ...started().data, assessmentId: 'run-2', holdId: 'hold-2' } };
    const history = [started(1), accepted('rita', 1), completed(1), again] as ProfileEvent[];
    expect(() => given(history).when(submit('rita', 9)).then('ALREADY_RATED')).toThrow();
  });
});

describe('whatever comes in whatever order', () => {
  const people = ['rita', 'rob', 'ruth', 'ray', ownerId];
  const step = fc.record({
    who: fc.constantFrom(...people),
    what: fc.constantFrom('reserve', 'submit', 'extend', 'shrink', 'end'),
    minutes: fc.integer({ min: 0, max: 12 }),
  });

  it('no more are taken than are asked for, nobody twice, never the owner, and every place is consumed or given back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = decider.evolve(decider.initialState(), started());
        const events: ProfileEvent[] = [started()];
        let now = 0;
        for (const [index, { who, what, minutes }] of steps.entries()) {
          now += minutes;
          try {
            for (const event of decider.decide(commandOf(what, who, now, index), state)) {
              events.push(event);
              state = decider.evolve(state, event);
            }
          } catch (error) {
            expect(error).toMatchObject({ name: 'DomainError' });
          }
        }
        if (state.status !== 'known') throw new Error('the profileAssessment is gone');
        for (const assessmentId of state.usedAssessmentIds) {
          const ofRun = events.filter((event) => event.data.assessmentId === assessmentId);
          const assessors = ofRun.flatMap((event) =>
            event.type === 'ProfileRatingAccepted' ? [event.data.assessorId] : [],
          );
          const isRunning = assessmentId === state.round.assessmentId && state.round.status === 'running';
          expect(new Set(assessors).size).toBe(assessors.length);
          expect(assessors).not.toContain(ownerId);
          expect(escrowOf(ofRun)).toBe(isRunning ? (state.round.testLimit - assessors.length) * 5 : 0);
        }
      }),
    );
  });

  function commandOf(what: string, who: string, now: number, index: number): ProfileCommand {
    const limit = { ownerId, photoIds: undefined, commentsSelected: undefined, assessmentId: `round ${index}` };
    const ids = { holdId: `hold ${index}`, refundId: `refund ${index}`, at: at(now) };
    if (what === 'reserve') return reserve(who, now);
    if (what === 'submit') return submit(who, now);
    if (what === 'end') return end(now, 'profile-changed');
    return { type: 'ChangeProfileAssessment', ...limit, ...ids, assessors: what === 'extend' ? 4 : 1 };
  }

  function escrowOf(events: ProfileEvent[]): number {
    const tokens: number[] = events.map((event) => {
      switch (event.type) {
        case 'ProfileRoundStarted':
        case 'ProfileRoundExtended':
          return event.data.amountTokens;
        case 'ProfileRatingAccepted':
          return -PRODUCT.pricePerAssessorTokens;
        case 'ProfileRoundShrunk':
        case 'ProfileRoundEnded':
          return -event.data.refundTokens;
        default:
          return 0;
      }
    });
    return tokens.reduce((sum, amount) => sum + amount, 0);
  }
});
