import { describe, it } from '@jest/globals';
import type { PhotoAssessmentEvent } from './events.js';
import {
  accepted,
  at,
  completed,
  end,
  ended,
  given,
  idOf,
  notFirst,
  oneComment,
  ownerId,
  photoAssessmentId,
  photos,
  rating,
  reset,
  slot,
  started,
  submit,
} from './photo-assessment.fixture.spec.js';
import type { PhotoAssessmentCommand } from './photo-assessment.js';

const [photoA, photoB] = photos;
const submissionId = 'submission-of-ann';

const replace = (reopenablePhotoIds: readonly string[] = photos): PhotoAssessmentCommand => ({
  type: 'ReplaceSpoiled',
  submissionId,
  reopenablePhotoIds,
  at: at(8),
});

const identity = (photoId: string, amountTokens = 5) => ({
  assessmentId: idOf(photoId),
  photoId,
  photoAssessmentId,
  ownerId,
  submissionId,
  amountTokens,
});

const replaced = (photoId: string, testLimit: number, isReopened = false, amountTokens = 5): PhotoAssessmentEvent => ({
  type: 'SpoiledRatingReplaced',
  data: { ...identity(photoId, amountTokens), testLimit, isReopened, replacedAt: at(8) },
});

const refunded = (photoId: string): PhotoAssessmentEvent => ({
  type: 'SpoiledRatingRefunded',
  data: { ...identity(photoId), refundedAt: at(8) },
});

describe('a submission that counts no more', () => {
  it('is replaced by a place more on each of its assessments, once', () => {
    const history = [...started(), accepted('ann')];
    given(history)
      .when(replace())
      .then([replaced(photoA, 5), replaced(photoB, 5)]);
    given([...history, replaced(photoA, 5), replaced(photoB, 5)])
      .when(replace())
      .then([]);
  });

  it('is replaced for nothing where the platform had paid for it', () => {
    const free = photos.map((photoId) => rating(photoId, 14, oneComment, 0));
    given([...started({}, true, 0), accepted('ann', free)])
      .when(replace())
      .then([replaced(photoA, 5, false, 0), replaced(photoB, 5, false, 0)]);
  });

  it('has a complete assessment run again, and complete with the next rating', () => {
    const history = [...started({ testLimit: 1 }), accepted('ann'), completed(photoA), completed(photoB)];
    const both = [replaced(photoA, 2, true), replaced(photoB, 2, true)];
    given(history).when(replace()).then(both);
    given([...history, ...both, slot('ben', 4)])
      .when(submit('ben'))
      .then([
        notFirst(accepted('ben')),
        completed(photoA),
        completed(photoB),
        {
          type: 'PhotoAssessmentCompleted',
          data: { photoAssessmentId, ownerId, photoIds: [...photos], isFirstAssessment: false, completedAt: at(5) },
        },
      ]);
  });

  it('is paid back where the photo has moved on, where the assessment was ended, or has no place more', () => {
    const complete = [...started({ testLimit: 1 }), accepted('ann'), completed(photoA), completed(photoB)];
    given(complete)
      .when(replace([photoB]))
      .then([refunded(photoA), replaced(photoB, 2, true)]);
    given([...started(), accepted('ann'), ended(photoA, 15)])
      .when(replace())
      .then([refunded(photoA), replaced(photoB, 5)]);
    given([...started({ testLimit: 9 }), accepted('ann')])
      .when(replace())
      .then([replaced(photoA, 10), replaced(photoB, 10)]);
    given([...started({ testLimit: 10 }), accepted('ann')])
      .when(replace())
      .then([refunded(photoA), refunded(photoB)]);
    given([...started({ testLimit: 10 }), accepted('ann'), refunded(photoA), refunded(photoB)])
      .when(replace())
      .then([]);
  });

  it('is not paid back twice: a reset has given back its price, or gives back what is left', () => {
    const first = [...started({}, true), accepted('ann')];
    const givenBack = reset(40, 10);
    const resetting = end(photoA, { isOnboarding: true, givesBack: true });
    given(first)
      .when(resetting)
      .then([ended(photoA, 15), ended(photoB, 15, 9, true), givenBack]);
    given([...first, givenBack])
      .when(replace())
      .then([]);
    given([...first, replaced(photoA, 5), replaced(photoB, 5)])
      .when(resetting)
      .then([ended(photoA, 20), ended(photoB, 20, 9, true), reset(40)]);
  });

  it('is only about what it rated', () => {
    given([...started(), accepted('ann', [rating(photoA)], 10)])
      .when(replace())
      .then([replaced(photoA, 5)]);
    given([...started(), accepted('ben')])
      .when(replace())
      .then([]);
    given([]).when(replace()).then([]);
  });
});
