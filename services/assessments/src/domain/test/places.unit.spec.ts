import type { DomainError } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import type { TestCommand } from './commands.js';
import {
  accepted,
  at,
  completed,
  decider,
  end,
  ended,
  given,
  idOf,
  ownerId,
  photos,
  rating,
  reset,
  slot,
  started,
  submit,
} from './fixtures.spec.js';

const [photoA, photoB] = photos;
const reserve = (assessorId: string, minutes: number): TestCommand => ({
  type: 'ReserveSlot',
  ownerId,
  assessorId,
  at: at(minutes),
});

describe('a slot', () => {
  it('is a place on every open photo for 15 minutes', () => {
    given(started())
      .when(reserve('rater', 2))
      .then([slot('rater', 2)]);
  });

  it('is renewed, though not more often than once a minute', () => {
    given([...started(), slot('rater', 2)])
      .when(reserve('rater', 3))
      .then([slot('rater', 3)]);
    given([...started(), slot('rater', 2)])
      .when(reserve('rater', 2))
      .then([]);
  });

  it('leaves the last place to whoever reserved it first', () => {
    const history = [...started({ testLimit: 1 }), slot('first', 1)];
    given(history).when(reserve('second', 2)).then('NOT_FOUND');
    given(history).when(submit('second')).then('ASSESSMENT_COMPLETE');
    given(history)
      .when(submit('first'))
      .then([
        accepted('first'),
        completed(photoA),
        completed(photoB),
        {
          type: 'TestCompleted',
          data: { testId: 'test-1', ownerId, photoIds: [...photos], isFirstAssessment: false, completedAt: at(5) },
        },
      ]);
  });

  it('frees itself when its time is over', () => {
    const history = [...started({ testLimit: 1 }), slot('first', 1)];
    given(history).when(reserve('second', 15)).then('NOT_FOUND');
    given(history)
      .when(reserve('second', 16))
      .then([slot('second', 16)]);
    given([...history, slot('second', 16)])
      .when(submit('first', { at: at(17) }))
      .then('ASSESSMENT_COMPLETE');
  });

  it('is not needed while there is room', () => {
    given([...started({ testLimit: 2 }), slot('first', 1)])
      .when(submit('second'))
      .then([accepted('second')]);
  });

  it('is not to be had for the owner, after rating, or on a test that is over', () => {
    given(started()).when(reserve(ownerId, 1)).then('NOT_FOUND');
    given([...started(), accepted('rater')])
      .when(reserve('rater', 6))
      .then('NOT_FOUND');
    given([...started({ testLimit: 1 }), accepted('first'), completed(photoA), completed(photoB)])
      .when(reserve('second', 6))
      .then('NOT_FOUND');
    given([]).when(reserve('rater', 1)).then('NOT_FOUND');
  });

  it('covers only what has room, and then only that is asked for', () => {
    const history = [...started({ testLimit: 1 }), ended(photoB, 5)];
    given(history)
      .when(reserve('rater', 2))
      .then([slot('rater', 2, [photoA])]);
    given([...history, slot('rater', 2, [photoA])])
      .when(submit('rater', { ratings: submit('rater').ratings.slice(0, 1) }))
      .then([
        accepted('rater', [rating(photoA)], 10),
        completed(photoA),
        {
          type: 'TestCompleted',
          data: { testId: 'test-1', ownerId, photoIds: [photoA], isFirstAssessment: false, completedAt: at(5) },
        },
      ]);
  });
});

describe('ending an assessment', () => {
  it('gives back what no assessor will use', () => {
    given([...started(), accepted('rater')])
      .when(end(photoA))
      .then([ended(photoA, 15)]);
  });

  it('spares the places that somebody is working for, where it is told to, and gives back the others', () => {
    const sparing = end(photoA, { sparingPlaces: { refundId: 'refund-1' } });
    const shrunk = {
      type: 'AssessmentShrunk',
      data: {
        ...{ assessmentId: idOf(photoA), photoId: photoA, testId: 'test-1', ownerId, refundId: 'refund-1' },
        ...{ removedAssessors: 2, testLimit: 2, refundTokens: 10, shrunkAt: at(9) },
      },
    } as const;
    const history = [...started(), accepted('rater'), slot('working', 2)];
    given(history).when(sparing).then([shrunk]);
    given([...history, shrunk])
      .when(sparing)
      .then([]);
    given([...history, shrunk])
      .when(end(photoA, { sparingPlaces: { refundId: 'refund-2' }, at: at(17) }))
      .then([ended(photoA, 5, 17)]);
    given(history)
      .when(end(photoA))
      .then([ended(photoA, 15)]);
  });

  it('gives back nothing twice, and nothing of a complete one', () => {
    given([...started(), ended(photoA, 20)])
      .when(end(photoA))
      .then([]);
    given([...started({ testLimit: 1 }), accepted('rater'), completed(photoA), completed(photoB)])
      .when(end(photoA))
      .then([]);
  });

  it('knows no photo of somebody else', () => {
    given(started()).when(end('other')).then('NOT_FOUND');
    given(started())
      .when(end(photoA, { ownerId: 'another' }))
      .then('NOT_FOUND');
  });

  it('refuses ratings that arrive after it, with the reason at the photo', () => {
    const history = [...started(), ended(photoA, 20)];
    given(history).when(submit('rater')).then('ASSESSMENT_COMPLETE');
    const state = history.reduce(decider.evolve, decider.initialState());
    try {
      decider.decide(submit('rater'), state);
    } catch (error) {
      expect((error as DomainError).details).toEqual([
        { field: 'ratings[0].photoId', message: 'This assessment has been ended.' },
      ]);
    }
    expect.assertions(1);
  });

  it('resets all of the first assessment while the owner has no profile', () => {
    given([...started({}, true), accepted('rater')])
      .when(end(photoA, { isOnboarding: true }))
      .then([ended(photoA, 15), ended(photoB, 15), reset]);
  });

  it('resets a complete first assessment only when a photo is removed', () => {
    const history = [...started({ testLimit: 1 }, true), accepted('rater'), completed(photoA), completed(photoB)];
    given(history)
      .when(end(photoA, { isOnboarding: true }))
      .then([]);
    given(history)
      .when(end(photoA, { isOnboarding: true, isRemoved: true }))
      .then([reset]);
    given([...history, reset])
      .when(end(photoB, { isOnboarding: true, isRemoved: true }))
      .then([]);
    given(history)
      .when(end(photoA, { isRemoved: true }))
      .then([]);
  });
});
