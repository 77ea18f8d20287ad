import { describe, it } from '@jest/globals';
import { allChoices } from '../catalogue/photo-catalogue.js';
import type { PhotoAssessmentEvent } from './events.js';
import {
  accepted,
  at,
  completed,
  consistent,
  ended,
  given,
  idOf,
  notFirst,
  oneComment,
  ownerId,
  photoAssessmentId,
  photos,
  rating,
  reserve,
  slot,
  started,
  holdId as startHoldId,
  submit,
} from './photo-assessment.fixture.spec.js';
import type { AdjustAssessment, PhotoAssessmentCommand } from './photo-assessment.js';

const [photoId, otherId] = photos;
const holdId = 'hold-2';
const refundId = 'refund-1';

const adjust = (difference: number, changed: Partial<AdjustAssessment> = {}): PhotoAssessmentCommand => ({
  type: 'AdjustAssessment',
  ownerId,
  photoId,
  difference,
  holdId,
  refundId,
  isOnboarding: false,
  at: at(6),
  ...changed,
});

const identity = { assessmentId: idOf(photoId), photoId, photoAssessmentId, ownerId };

const extended = (additionalAssessors: number, testLimit: number, isReopened = false): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoExtended',
  data: {
    ...identity,
    holdId,
    additionalAssessors,
    testLimit,
    amountTokens: additionalAssessors * 5,
    isReopened,
    extendedAt: at(6),
  },
});

const shrunk = (removedAssessors: number, testLimit: number): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoShrunk',
  data: { ...identity, refundId, removedAssessors, testLimit, refundTokens: removedAssessors * 5, shrunkAt: at(6) },
});

const asked = (changed: object): PhotoAssessmentEvent => ({
  type: 'RequirementsChanged',
  data: {
    ...identity,
    ratingRequired: true,
    commentsRequired: true,
    commentsSelected: consistent.commentsSelected,
    minComments: 1,
    changedAt: at(6),
    ...changed,
  },
});

const noComments = { commentsRequired: false, commentsSelected: [], minComments: 0 };

const completedAt = (id: string): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoCompleted',
  data: { assessmentId: idOf(id), photoId: id, photoAssessmentId, ownerId, completedAt: at(6) },
});

const assessors = (count: number): PhotoAssessmentEvent[] =>
  Array.from({ length: count }, (_, index) => accepted(`assessor-${index}`, [rating(photoId)], 10));

describe('more assessors', () => {
  it('cost five tokens each and go up to ten', () => {
    given(started())
      .when(adjust(6))
      .then([extended(6, 10)]);
    given(started()).when(adjust(7)).then('CONFLICT');
  });

  it('make room where all places were taken', () => {
    given([...started({ testLimit: 1 }), slot('ann', 4), extended(1, 2), slot('ben', 5, [photoId])])
      .when(submit('ben', { ratings: [{ photoId, rating: 14, comments: oneComment }], at: at(7) }))
      .then([acceptedLater('ben')]);
  });

  it('have a complete assessment run again, and complete with its last one', () => {
    const complete = [...started({ testLimit: 1 }), ...assessors(1), completed(photoId)];
    given(complete)
      .when(adjust(1))
      .then([extended(1, 2, true)]);
    given([...complete, extended(1, 2, true), ended(otherId, 5), slot('ben', 5)])
      .when(submit('ben', { ratings: [{ photoId, rating: 14, comments: oneComment }], at: at(7) }))
      .then([
        notFirst(acceptedLater('ben')),
        { type: 'AssessedPhotoCompleted', data: { ...identity, completedAt: at(7) } },
        {
          type: 'PhotoAssessmentCompleted',
          data: { photoAssessmentId, ownerId, photoIds: [photoId], isFirstAssessment: false, completedAt: at(7) },
        },
      ]);
  });

  it('are paid by a hold of their own, once', () => {
    given([...started(), extended(1, 5)])
      .when(adjust(1))
      .then('CONFLICT');
    given([...started(), extended(1, 5)])
      .when(adjust(1, { holdId: startHoldId }))
      .then([{ ...extended(1, 6), data: { ...extended(1, 6).data, holdId: startHoldId } } as PhotoAssessmentEvent]);
  });
});

describe('fewer assessors', () => {
  it('give five tokens each back and leave at least one', () => {
    given(started())
      .when(adjust(-3))
      .then([shrunk(3, 1)]);
    given(started()).when(adjust(-4)).then('CONFLICT');
  });

  it('are never fewer than have rated', () => {
    given([...started(), ...assessors(3)])
      .when(adjust(-2))
      .then('CONFLICT');
  });

  it('complete the assessment when it has all its ratings then, and the photo assessment with its last one', () => {
    given([...started(), ...assessors(3)])
      .when(adjust(-1))
      .then([shrunk(1, 3), completedAt(photoId)]);
    given([...started(), ...assessors(3), ended(otherId, 20)])
      .when(adjust(-1))
      .then([
        shrunk(1, 3),
        completedAt(photoId),
        {
          type: 'PhotoAssessmentCompleted',
          data: { photoAssessmentId, ownerId, photoIds: [photoId], isFirstAssessment: false, completedAt: at(6) },
        },
      ]);
  });

  it('leave their places to those who are assessing right now, until their time is over', () => {
    const busy = [...started(), ...assessors(2), slot('ann', 4)];
    given(busy).when(adjust(-2)).then('CONFLICT');
    given(busy)
      .when(adjust(-1))
      .then([shrunk(1, 3)]);
    given(busy)
      .when(adjust(-2, { at: at(19) }))
      .then([
        { ...shrunk(2, 2), data: { ...shrunk(2, 2).data, shrunkAt: at(19) } } as PhotoAssessmentEvent,
        { type: 'AssessedPhotoCompleted', data: { ...identity, completedAt: at(19) } },
      ]);
  });

  it('give nothing back that was not paid', () => {
    const [event] = [shrunk(1, 3)];
    given(started({}, true, 0))
      .when(adjust(-1))
      .then([{ ...event, data: { ...event!.data, refundTokens: 0 } } as PhotoAssessmentEvent]);
  });

  it('lower what an end gives back', () => {
    given([...started(), shrunk(2, 2)])
      .when({ type: 'EndAssessment', ownerId, photoId, isRemoved: false, isOnboarding: false, at: at(9) })
      .then([ended(photoId, 10)]);
  });
});

describe('other requirements', () => {
  it('change one without the other, never neither', () => {
    given(started())
      .when(adjust(0, { isCommentsChecked: false }))
      .then([asked(noComments)]);
    given(started())
      .when(adjust(0, { isRatingChecked: false }))
      .then([asked({ ratingRequired: false })]);
    given(started())
      .when(adjust(0, { isRatingChecked: false, isCommentsChecked: false }))
      .then('VALIDATION_FAILED');
  });

  it('turn the other on when one is turned off', () => {
    given([...started(), asked(noComments)])
      .when(adjust(0, { isRatingChecked: false }))
      .then([asked({ ratingRequired: false })]);
    given([...started(), asked({ ratingRequired: false })])
      .when(adjust(0, { isCommentsChecked: false }))
      .then([asked(noComments)]);
  });

  it('ask for the comments of before when they are asked for again, for all where there were none', () => {
    given([...started(), asked(noComments)])
      .when(adjust(0, { isCommentsChecked: true }))
      .then([asked({})]);
    given(started(noComments))
      .when(adjust(0, { isCommentsChecked: true }))
      .then([asked({ commentsSelected: allChoices.map(([sectionId, phraseId]) => [sectionId, phraseId]) })]);
  });

  it('do not change what somebody was asked for who holds a place, nor what it earns', () => {
    const history = [...started(), slot('ann', 4), asked({ ratingRequired: false })];
    const both = { ratings: photos.map((id) => ({ photoId: id, rating: 14, comments: oneComment })) };
    given(history)
      .when(submit('ann', both))
      .then([accepted('ann')]);
    given([...history, accepted('ann')])
      .when(submit('ann', both))
      .then([]);
    given(history)
      .when(submit('ben', both))
      .then([accepted('ben', [rating(photoId, null), rating(otherId)], 0)]);
  });

  it('are what a place renewed at once is for', () => {
    const history = [...started(), slot('ann', 6), asked({ ratingRequired: false })];
    given(history)
      .when(reserve('ann', 6))
      .then([slot('ann', 6)]);
  });
});

describe('an adjustment', () => {
  it('of nothing is nothing', () => {
    given(started()).when(adjust(0)).then([]);
    given(started())
      .when(adjust(0, { isCommentsChecked: true, isRatingChecked: true }))
      .then([]);
  });

  it('is for running assessments, and the first one stays as it is', () => {
    given([...started(), ended(photoId, 20)])
      .when(adjust(1))
      .then('CONFLICT');
    given(started({}, true))
      .when(adjust(1, { isOnboarding: true }))
      .then('ONBOARDING_INCOMPLETE');
    given(started())
      .when(adjust(1, { isOnboarding: true }))
      .then([extended(1, 5)]);
    given(started({}, true))
      .when(adjust(1))
      .then([extended(1, 5)]);
    given([...started({ testLimit: 1 }), ...assessors(1), completed(photoId)])
      .when(adjust(0))
      .then([]);
    given([...started({ testLimit: 1 }), ...assessors(1), completed(photoId)])
      .when(adjust(0, { isCommentsChecked: false }))
      .then('ASSESSMENT_COMPLETE');
    given(started())
      .when(adjust(1, { ownerId: 'somebody else' }))
      .then('NOT_FOUND');
  });
});

function acceptedLater(assessorId: string): PhotoAssessmentEvent {
  const event = accepted(assessorId, [rating(photoId)], 10);
  return { ...event, data: { ...event.data, acceptedAt: at(7) } } as PhotoAssessmentEvent;
}
