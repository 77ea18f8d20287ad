import { describe, it } from '@jest/globals';
import type { TestCommand } from './commands.js';
import type { TestEvent } from './events.js';
import {
  accepted,
  at,
  completed,
  ended,
  given,
  idOf,
  ownerId,
  photos,
  rating,
  started,
  submit,
  testId,
} from './fixtures.spec.js';

const [photoA, photoB] = photos;
const submissionId = 'submission-of-ann';
const replace = (reopenablePhotoIds: readonly string[] = photos): TestCommand => ({
  type: 'ReplaceSpoiled',
  submissionId,
  reopenablePhotoIds,
  at: at(8),
});
const identity = (photoId: string) => ({
  assessmentId: idOf(photoId),
  photoId,
  testId,
  ownerId,
  submissionId,
  amountTokens: 5,
});
const replaced = (photoId: string, testLimit: number, isReopened = false): TestEvent => ({
  type: 'SpoiledRatingReplaced',
  data: { ...identity(photoId), testLimit, isReopened, replacedAt: at(8) },
});
const refunded = (photoId: string): TestEvent => ({
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

  it('has a complete assessment run again, and complete with the next rating', () => {
    const history = [...started({ testLimit: 1 }), accepted('ann'), completed(photoA), completed(photoB)];
    const both = [replaced(photoA, 2, true), replaced(photoB, 2, true)];
    given(history).when(replace()).then(both);
    given([...history, ...both])
      .when(submit('ben'))
      .then([
        accepted('ben'),
        completed(photoA),
        completed(photoB),
        {
          type: 'TestCompleted',
          data: { testId, ownerId, photoIds: [...photos], isFirstAssessment: false, completedAt: at(5) },
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
    given([...started({ testLimit: 10 }), accepted('ann')])
      .when(replace())
      .then([refunded(photoA), refunded(photoB)]);
    given([...started({ testLimit: 10 }), accepted('ann'), refunded(photoA), refunded(photoB)])
      .when(replace())
      .then([]);
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
