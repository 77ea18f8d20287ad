import { describe, expect, it } from '@jest/globals';
import { generalIndex } from '../catalogue/general-catalogue.js';
import {
  accepted,
  at,
  change,
  commentsSelected,
  completed,
  decider,
  end,
  given,
  photoIds,
  round,
  slot,
  start,
  started,
} from './profile-assessment.fixture.spec.js';

describe('a profile assessment that is requested', () => {
  it('costs five tokens an assessor', () => given([]).when(start).then([started()]));

  it('takes one to ten assessors, and says so in the product’s words', () => {
    const refusal = (assessors: number) => {
      try {
        decider.decide({ ...start, assessors }, decider.initialState());
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    expect(refusal(0)).toBe('Please select at least 1 evaluator');
    expect(refusal(-3)).toBe('Please select at least 1 evaluator');
    expect(refusal(11)).toBe('Please select 1 to 10 evaluators.');
    expect(refusal(1.5)).toBe('Please select 1 to 10 evaluators.');
    expect([1, 10].map(refusal)).toEqual([undefined, undefined]);
  });

  it.each([[undefined], [[]]])('asks for every phrase where none is chosen: %j', (chosen) => {
    const [event] = decider.decide({ ...start, commentsSelected: chosen as [] }, decider.initialState());
    expect(event).toMatchObject({ data: { commentsSelected: generalIndex.allChoices } });
  });

  it('has phrases of the general catalogue only, each photo once', () => {
    given([])
      .when({ ...start, commentsSelected: [[1, 1]] })
      .then('VALIDATION_FAILED');
    given([])
      .when({ ...start, photoIds: ['photo-a', 'photo-a'] })
      .then('VALIDATION_FAILED');
  });

  it('starts once', () => given([started()]).when(start).then('CONFLICT'));
});

describe('a profile assessment that is changed while it runs', () => {
  const extended = {
    type: 'ProfileRoundExtended',
    data: { ...round, holdId: 'hold-2', additionalAssessors: 3, testLimit: 5, amountTokens: 15, extendedAt: at(30) },
  } as const;
  const shrunk = (removedAssessors: number, testLimit: number) =>
    ({
      type: 'ProfileRoundShrunk',
      data: {
        ...round,
        refundId: 'refund-1',
        removedAssessors,
        testLimit,
        refundTokens: removedAssessors * 5,
        shrunkAt: at(30),
      },
    }) as const;

  it('takes more assessors for a hold of their own', () =>
    given([started()])
      .when(change({ assessors: 5 }))
      .then([extended]));

  it('uses a hold once', () =>
    given([started(), extended])
      .when(change({ assessors: 6 }))
      .then('CONFLICT'));

  it('gives back what fewer would have cost, and is complete with what it has', () => {
    given([started(4)])
      .when(change({ assessors: 3 }))
      .then([shrunk(1, 3)]);
    given([started(4), accepted('rita', 1)])
      .when(change({ assessors: 1 }))
      .then([shrunk(3, 1), completed(30)]);
  });

  it('never goes below what is there, nor below who is at it', () => {
    given([started(4), accepted('rita', 1), accepted('rob', 2)])
      .when(change({ assessors: 1 }))
      .then('CONFLICT', 'This profile has 2 evaluations already.');
    given([started(4), accepted('rita', 1), slot('rob', 20)])
      .when(change({ assessors: 1 }))
      .then('CONFLICT', 'Somebody is assessing this profile right now. Please try again in a few minutes.');
    given([started(4), slot('rob', 20), slot('ruth', 20)])
      .when(change({ assessors: 1 }))
      .then('CONFLICT', '2 people are assessing this profile right now. Please try again in a few minutes.');
    given([started(4), accepted('rita', 1), slot('rob', 15)])
      .when(change({ assessors: 1 }))
      .then([shrunk(3, 1), completed(30)]);
    given([started(4), accepted('rita', 1), slot('rob', 10)])
      .when(change({ assessors: 1 }))
      .then([shrunk(3, 1), completed(30)]);
  });

  it('asks for other phrases', () =>
    given([started()])
      .when(change({ commentsSelected: [[51, 101]] }))
      .then([{ type: 'ProfileCommentsChosen', data: { ...round, commentsSelected: [[51, 101]], chosenAt: at(30) } }]));

  it('is nothing where it is so already', () =>
    given([started()])
      .when(change({ commentsSelected: commentsSelected.toReversed() }))
      .then([]));

  it('takes one to ten assessors as well', () => {
    given([started()])
      .when(change({ assessors: 0 }))
      .then('VALIDATION_FAILED');
    given([started()])
      .when(change({ assessors: 11 }))
      .then('VALIDATION_FAILED');
  });

  it('is of its photos and its owner', () => {
    given([started()])
      .when(change({ photoIds: ['photo-a'] }))
      .then('CONFLICT');
    given([started()])
      .when(change({ photoIds: ['photo-a', 'other'] }))
      .then('CONFLICT');
    given([started()])
      .when(change({ photoIds: photoIds.toReversed() }))
      .then([]);
    given([started()])
      .when(change({ ownerId: 'other' }))
      .then('NOT_FOUND');
    given([]).when(change()).then('NOT_FOUND');
  });
});

describe('a profile assessment that is over', () => {
  const second = {
    type: 'ProfileRoundStarted',
    data: {
      ...round,
      assessmentId: 'run-2',
      photoIds,
      holdId: 'hold-2',
      testLimit: 3,
      amountTokens: 15,
      commentsSelected,
      commentsRequired: 1,
      startedAt: at(30),
    },
  } as const;
  const ended = {
    type: 'ProfileRoundEnded',
    data: { ...round, reason: 'owner', refundTokens: 5, endedAt: at(5) },
  } as const;

  it.each([
    ['complete', completed(5)],
    ['ended', ended],
  ])('runs again for as many as are asked for when it is %s', (_, over) =>
    given([started(), accepted('rita', 1), over])
      .when(change({ assessors: 3 }))
      .then([second]),
  );

  it('hides its photos that await screening in the next round as well', () =>
    given([started(), ended])
      .when(change({ assessors: 3, unscreenedPhotoIds: ['photo-b', 'another'] }))
      .then([{ ...second, data: { ...second.data, unscreenedPhotoIds: ['photo-b'] } }]));

  it('uses neither a round nor a hold twice', () => {
    given([started(), ended])
      .when(change({ assessmentId: 'run-1' }))
      .then('CONFLICT');
    given([started(), ended])
      .when(change({ holdId: 'hold-1' }))
      .then('CONFLICT');
  });

  it('was ended with a refund for the assessors who did not come, once', () => {
    given([started(), accepted('rita', 1)])
      .when(end(5))
      .then([ended]);
    given([started(), accepted('rita', 1), ended])
      .when(end(6))
      .then([]);
  });

  it('is confirmed by its owner, once, when it is complete', () => {
    const confirmed = { type: 'ProfileRoundConfirmed', data: { ...round, confirmedAt: at(6) } } as const;
    given([started(), completed(5)])
      .when(end(6))
      .then([confirmed]);
    given([started(), completed(5), confirmed])
      .when(end(7))
      .then([]);
    given([started(), completed(5)])
      .when(end(6, 'profile-changed'))
      .then([]);
  });
});
