import { describe, expect, it } from '@jest/globals';
import { goldSettings } from './decide-ratings.js';
import { consistentSettings } from './decide-start.js';
import type { PhotoAssessmentEvent } from './events.js';
import {
  at,
  decider,
  given,
  idOf,
  oneComment,
  ownerId,
  photoAssessmentId,
  photos,
  rating,
  reserve,
  slot,
  submit,
  withoutContent,
} from './photo-assessment.fixture.spec.js';
import type { PhotoAssessmentCommand } from './photo-assessment.js';

const [fine, bad] = photos;
const assessments = photos.map((photoId) => ({ assessmentId: idOf(photoId), photoId }));
const pair = { photoAssessmentId, ownerId, goldId: 'gold-1', finePhotoId: fine, settings: goldSettings, assessments };
const start: PhotoAssessmentCommand = { type: 'StartGoldAssessment', ...pair, at: at(1) };
const started: PhotoAssessmentEvent = { type: 'GoldAssessmentStarted', data: { ...pair, startedAt: at(1) } };
const slotted = { ...slot('ann', 2), type: 'GoldSlotReserved' } as PhotoAssessmentEvent;

/** Submits these scores after an earlier submission with the scores 16 and 3. */
const scored = (fineScore: number, badScore: number) =>
  submit('ann', {
    earlier: [
      { submissionId: 'submission-of-ann', photoId: fine, score: 16, comments: oneComment },
      { submissionId: 'submission-of-ann', photoId: bad, score: 3, comments: oneComment },
    ],
    ratings: [
      { photoId: fine, rating: fineScore, comments: oneComment },
      { photoId: bad, rating: badScore, comments: oneComment },
    ],
  });

const accepted = (fineScore: number, badScore: number, isRight: boolean): PhotoAssessmentEvent => ({
  type: 'GoldRatingsAccepted',
  data: {
    submissionId: 'submission-of-ann',
    photoAssessmentId,
    ownerId,
    assessorId: 'ann',
    rewardTokens: 20,
    ratings: [
      { ...withoutContent(rating(fine, fineScore)), consumedTokens: 0 },
      { ...withoutContent(rating(bad, badScore)), consumedTokens: 0 },
    ],
    photosTogether: 2,
    acceptedAt: at(5),
    isRight,
  },
});

describe('a pair with an obvious answer', () => {
  it('is made once, and opened as any photo assessment', () => {
    given([]).when(start).then([started]);
    given([started]).when(start).then([]);
    given([started]).when(reserve('ann', 2)).then([slotted]);
  });

  it('pays the usual reward and costs nobody anything; right is what rates the fine photo higher', () => {
    given([started, slotted])
      .when(scored(16, 3))
      .then([accepted(16, 3, true)]);
    given([started, slotted])
      .when(scored(4, 3))
      .then([accepted(4, 3, true)]);
    given([started, slotted])
      .when(scored(10, 10))
      .then([accepted(10, 10, false)]);
    given([started, slotted])
      .when(scored(3, 16))
      .then([accepted(3, 16, false)]);
  });

  it('asks for what a first assessment asks for, where there is no other one to imitate', () =>
    expect(consistentSettings(goldSettings, true)).toEqual(goldSettings));

  it('cannot be answered wrongly by an assessor who reported one of its photos', () => {
    const [assessment] = assessments;
    const excused: PhotoAssessmentEvent = {
      type: 'AssessorExcused',
      data: { ...assessment!, photoAssessmentId, ownerId, assessorId: 'ann', excusedAt: at(3) },
    };
    const state = [started, excused, slotted].reduce(decider.evolve, decider.initialState());
    const onlyBad = { ...scored(16, 3), ratings: [{ photoId: bad, rating: 3, comments: oneComment }] };
    expect(decider.decide(onlyBad as PhotoAssessmentCommand, state)).toMatchObject([
      { type: 'GoldRatingsAccepted', data: { isRight: true } },
    ]);
  });

  it('asks for what other photo assessments ask for, and is rated once', () => {
    given([started, slotted])
      .when({
        ...scored(16, 3),
        ratings: [{ photoId: fine, rating: 16, comments: oneComment }],
      } as PhotoAssessmentCommand)
      .then('VALIDATION_FAILED');
    given([started, accepted(16, 3, true)])
      .when(scored(16, 3))
      .then([]);
    given([started, accepted(16, 3, true)])
      .when(scored(3, 16))
      .then('ALREADY_RATED');
  });
});
