import type { AssessmentSettings } from '@candid/contracts';
import type { DomainError } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import type { Comment } from '../catalogue/catalogue.js';
import { contentsOf, repeatedSubmission } from './decide-ratings.js';
import type { PhotoAssessmentEvent } from './events.js';
import {
  accepted,
  at,
  completed,
  consistent,
  decider,
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
import type { SubmitRatings } from './photo-assessment.js';

const [photoA, photoB] = photos;

const withRatings = (changed: Partial<SubmitRatings['ratings'][number]>): SubmitRatings =>
  submit('assessor', { ratings: photos.map((photoId) => ({ photoId, rating: 14, comments: oneComment, ...changed })) });

function refusal(command: SubmitRatings, history: PhotoAssessmentEvent[] = started()): DomainError {
  const state = history.reduce(decider.evolve, decider.initialState());
  try {
    decider.decide(command, state);
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('the submission was accepted');
}

const fieldsOf = (command: SubmitRatings, settings: Partial<AssessmentSettings> = {}): string[] =>
  refusal(command, started(settings)).details!.map(({ field }) => field);

describe('a submission', () => {
  it('takes all photos at once and computes the reward', () => {
    given([...started(), slot('assessor', 1)])
      .when(submit('assessor'))
      .then([accepted('assessor')]);
  });

  it('pays ten per rated photo and five per comment beyond the minimum', () => {
    const comments: Comment[] = [
      [1, 1, 12],
      [1, 3, 4],
      [7, 44, 2],
    ];
    const ratings = [rating(photoA, 20, comments), rating(photoB, 1, comments)];
    given([...started(), slot('assessor', 1)])
      .when(
        submit('assessor', { ratings: ratings.map(({ photoId, score }) => ({ photoId, rating: score, comments })) }),
      )
      .then([accepted('assessor', ratings, 2 * 10 + 2 * 2 * 5)]);
  });

  it('pays comments only where no rating is asked for, and keeps no score there', () => {
    const ratings = photos.map((photoId) => rating(photoId, null));
    given([...started({ ratingRequired: false }), slot('assessor', 1)])
      .when(withRatings({ rating: 10.5 }))
      .then([accepted('assessor', ratings, 0)]);
    given([...started({ ratingRequired: false }), slot('assessor', 1)])
      .when(withRatings({ rating: 17 }))
      .then([accepted('assessor', ratings, 0)]);
  });

  it('completes each assessment and the photo assessment with the last assessor', () => {
    const testCompleted: PhotoAssessmentEvent = {
      type: 'PhotoAssessmentCompleted',
      data: { photoAssessmentId, ownerId, photoIds: [...photos], isFirstAssessment: true, completedAt: at(5) },
    };
    given([...started({ testLimit: 2 }, true), accepted('first'), slot('assessor', 4)])
      .when(submit('assessor'))
      .then([notFirst(accepted('assessor')), completed(photoA), completed(photoB), testCompleted]);
  });

  it('says how far the photo with the fewest ratings is, if that changes and the photo assessment continues', () => {
    const progressAfter = (history: PhotoAssessmentEvent[], command = submit('zoe')) => {
      const [event] = decider.decide(command, history.reduce(decider.evolve, decider.initialState()));
      return event!.type === 'RatingsAccepted' ? event!.data.progress : null;
    };
    const [ofA, ofB] = [accepted('ben', [rating(photoA)]), accepted('ben', [rating(photoB)])];
    const onlyA = submit('zoe', { ratings: [{ photoId: photoA, rating: 14, comments: oneComment }] });
    const slotOfA = slot('zoe', 4, [photoA]);
    expect(progressAfter(started())).toEqual({ rated: 1, limit: 4 });
    expect(progressAfter([...started(), accepted('ann'), ofA])).toEqual({ rated: 2, limit: 4 });
    expect(progressAfter([...started(), accepted('ann'), ofB, slotOfA], onlyA)).toEqual({ rated: 2, limit: 4 });
    expect(progressAfter([...started(), accepted('ann'), ofA, slotOfA], onlyA)).toBeUndefined();
    expect(progressAfter([...started({ testLimit: 2 }), accepted('ann')])).toBeUndefined();
  });

  it('needs no rating at all where none is asked for', () =>
    given([...started({ ratingRequired: false }), slot('assessor', 1)])
      .when(withRatings({ rating: undefined }))
      .then([
        accepted(
          'assessor',
          photos.map((photoId) => rating(photoId, null)),
          0,
        ),
      ]));

  it('is refused with the reason at each photo', () => {
    const messagesOf = (command: SubmitRatings, history: PhotoAssessmentEvent[]) =>
      refusal(command, history).details!.map(({ message }) => message);
    const [hasAll, isNotAsked] = ['This photo has all its ratings.', 'This photo is not asked about any more.'];
    const small = started({ testLimit: 1 });
    expect(messagesOf(submit('ben'), [...small, slot('ann', 1)])).toEqual([hasAll, hasAll]);
    const complete = [...small, accepted('ann'), completed(photoA), completed(photoB)];
    expect(messagesOf(submit('ben'), complete)).toEqual([hasAll, hasAll]);
    expect(messagesOf(submit('ben', { hiddenPhotoIds: [photoA] }), started())).toEqual([isNotAsked]);
    const held = { assessmentId: idOf(photoA), photoId: photoA, photoAssessmentId, ownerId, heldAt: at(2) };
    expect(messagesOf(submit('ben'), [...started(), { type: 'AssessedPhotoHeld', data: held }])).toEqual([isNotAsked]);
  });

  it('has its contents apart from its event, for the photos of the assessment alone', () => {
    const command = submit('assessor');
    const other = { photoId: 'other', rating: 3, comments: oneComment };
    const state = started().reduce(decider.evolve, decider.initialState());
    expect(contentsOf({ ...command, ratings: [...command.ratings, other] }, state)).toEqual(command.earlier);
    expect(contentsOf(command, decider.initialState())).toEqual([]);
  });

  it('remembers whether it was made with a slot, to answer a repeated one alike', () => {
    const answered = (...history: PhotoAssessmentEvent[]) => {
      const state = [...started(), ...history].reduce(decider.evolve, decider.initialState());
      return state.status === 'started' && repeatedSubmission(submit('assessor'), state);
    };
    expect(answered(slot('assessor', 1), accepted('assessor'))).toMatchObject({ hadSlot: true });
    expect(answered(accepted('assessor'))).toMatchObject({ hadSlot: false });
    expect(answered()).toBeUndefined();
  });

  it('is refused where a photo is missing, unknown or there twice', () => {
    const of = (...photoIds: string[]) => photoIds.map((photoId) => ({ photoId, rating: 14, comments: oneComment }));
    expect(fieldsOf(submit('assessor', { ratings: of(photoA) }))).toEqual(['ratings']);
    expect(fieldsOf(submit('assessor', { ratings: of(photoA, photoB, 'other') }))).toEqual(['ratings[2].photoId']);
    expect(fieldsOf(submit('assessor', { ratings: of(photoA, photoB, photoA) }))).toEqual(['ratings[2].photoId']);
  });
});

describe('the look at the photos', () => {
  const seconds = (count: number): string => new Date(Date.parse(at(4)) + count * 1_000).toISOString();
  const history = [...started(), slot('assessor', 4)];

  it('takes a second per photo: sooner is refused, with the seconds that are left', () => {
    given(history)
      .when(submit('assessor', { at: seconds(1.999) }))
      .then('TOO_FAST');
    expect(refusal(submit('assessor', { at: seconds(0.1) }), history).details).toEqual([
      { field: 'retryAfterSeconds', message: '2' },
    ]);
    const [event] = decider.decide(
      submit('assessor', { at: seconds(2) }),
      history.reduce(decider.evolve, { status: 'unknown' }),
    );
    expect(event).toMatchObject({ type: 'RatingsAccepted', data: { rewardTokens: 20 } });
  });

  it('takes as long as the setting says', () => {
    given(history)
      .when(submit('assessor', { minLookMs: 30_001 }))
      .then('TOO_FAST');
    given([...started(), slot('assessor', 5)])
      .when(submit('assessor', { minLookMs: 0 }))
      .then([accepted('assessor')]);
  });

  it('counts from the first opening, unless a renewal shows more photos', () => {
    given([...started(), slot('assessor', 1), slot('assessor', 5)])
      .when(submit('assessor'))
      .then([accepted('assessor')]);
    given([...started(), slot('assessor', 1, [photoA]), slot('assessor', 5)])
      .when(submit('assessor'))
      .then('TOO_FAST');
  });

  it('has to be that of a slot which is still held: without one nothing is earned', () => {
    given(started())
      .when(submit('assessor'))
      .then([accepted('assessor', undefined, 0)]);
    given([...started(), slot('assessor', -11)])
      .when(submit('assessor'))
      .then([accepted('assessor', undefined, 0)]);
  });

  it('is paid for the photos of the slot alone', () => {
    given([...started(), slot('assessor', 1, [photoA])])
      .when(submit('assessor'))
      .then([accepted('assessor', undefined, 10)]);
  });
});

describe('who may rate', () => {
  it('is never the owner', () => {
    given(started()).when(submit(ownerId)).then('FORBIDDEN');
  });

  it('is nobody whom the owner hides the photo assessment from, unless a slot was promised', () => {
    given(started())
      .when(submit('assessor', { isVisible: false }))
      .then('NOT_FOUND');
    given([...started(), slot('assessor', 1)])
      .when(submit('assessor', { isVisible: false }))
      .then([accepted('assessor')]);
    given([]).when(submit('assessor')).then('NOT_FOUND');
    given(started())
      .when(submit('assessor', { ownerId: 'another' }))
      .then('NOT_FOUND');
  });

  it('is nobody twice: the same content is the first submission, other content is refused', () => {
    const history = [...started(), accepted('assessor')];
    given(history).when(submit('assessor')).then([]);
    given(history)
      .when(submit('assessor', { ratings: submit('assessor').ratings.toReversed(), submissionId: 'another' }))
      .then([]);
    given(history)
      .when(withRatings({ rating: 15 }))
      .then('ALREADY_RATED');
    expect(refusal(withRatings({ rating: 15 }), history).details).toHaveLength(2);
    const withUnknown = [...submit('assessor').ratings, { photoId: 'other', rating: 14, comments: oneComment }];
    given(history)
      .when(submit('assessor', { ratings: withUnknown }))
      .then('ALREADY_RATED');
  });

  it('gets the first answer for the same content even after the photo assessment was reset', () => {
    const history = [...started({}, true), accepted('assessor'), ended(photoA, 15), ended(photoB, 15), reset()];
    given(history).when(submit('assessor')).then([]);
  });
});

describe('a rating', () => {
  it.each([10.5, null, undefined])('is refused untouched (%p) where it is required', (untouched) => {
    expect(fieldsOf(withRatings({ rating: untouched ?? null }))).toEqual(['ratings[0].rating', 'ratings[1].rating']);
  });

  it.each([0, 21, 7.5, -3, Number.NaN, 1e308])('is refused as %p', (value) => {
    expect(fieldsOf(withRatings({ rating: value }))).toEqual(['ratings[0].rating', 'ratings[1].rating']);
    expect(fieldsOf(withRatings({ rating: value }), { ratingRequired: false })).toHaveLength(2);
  });
});

describe('comments', () => {
  const fieldsWith = (comments: unknown[], settings: Partial<AssessmentSettings> = {}) =>
    fieldsOf(
      submit('assessor', { ratings: [{ photoId: photoA, rating: 14, comments }, submit('assessor').ratings[1]!] }),
      settings,
    );

  it('number at least the minimum and at most three', () => {
    expect(fieldsWith([])).toEqual(['ratings[0].comments']);
    expect(
      fieldsWith([
        [1, 1, 12],
        [1, 3, 12],
        [7, 44, 12],
        [1, 7, 1],
      ]),
    ).toEqual(['ratings[0].comments']);
  });

  it('come only from the selected phrases, each once', () => {
    expect(fieldsWith([[1, 2, 12]])).toContain('ratings[0].comments[0]');
    expect(fieldsWith([[7, 1, 12]])).toContain('ratings[0].comments[0]');
    expect(
      fieldsWith([
        [1, 1, 12],
        [1, 1, 13],
      ]),
    ).toEqual(['ratings[0].comments[1]']);
  });

  it.each([['text'], [[1, 1]], [[1, 1, 1, 1]], [[1, 1, 2.5]], [{ __proto__: null }], [null]])(
    'are refused as %j',
    (comment) => {
      expect(fieldsWith([comment])).toContain('ratings[0].comments[0]');
    },
  );

  it.each([
    [1, 1, 0],
    [1, 1, 21],
    [7, 44, 20],
  ])('stay in their scale: [%i, %i, %i]', (...comment) => {
    expect(fieldsWith([comment])).toContain('ratings[0].comments[0]');
  });

  it('pick a child phrase only with its parent', () => {
    expect(fieldsWith([[1, 7, 1]])).toEqual(['ratings[0].comments[0]']);
    const ratings = [
      rating(photoA, 14, [
        [1, 3, 2],
        [1, 7, 1],
      ]),
      rating(photoB),
    ];
    given([...started(), slot('assessor', 1)])
      .when(
        submit('assessor', {
          ratings: ratings.map(({ photoId, score, comments }) => ({ photoId, rating: score, comments })),
        }),
      )
      .then([accepted('assessor', ratings, 25)]);
  });

  it('are praise only where the owner wants it so', () => {
    const settings = { commentsNegative: false, commentsSelected: consistent.commentsSelected.slice(0, 2) };
    expect(fieldsWith([[1, 1, 10]], settings)).toContain('ratings[0].comments[0]');
    given([...started(settings), slot('assessor', 1)])
      .when(submit('assessor'))
      .then([accepted('assessor')]);
  });

  it('are refused where the owner asks for none', () => {
    const settings = { commentsRequired: false, commentsSelected: [], minComments: 0 };
    expect(fieldsWith([[1, 1, 12]], settings)).toContain('ratings[0].comments[0]');
    const ratings = photos.map((photoId) => rating(photoId, 14, []));
    given([...started(settings), slot('assessor', 1)])
      .when(withRatings({ comments: [] }))
      .then([accepted('assessor', ratings, 20)]);
  });
});
