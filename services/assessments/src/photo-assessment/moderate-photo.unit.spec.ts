import { describe, expect, it } from '@jest/globals';
import type { PhotoAssessmentEvent } from './events.js';
import {
  accepted,
  at,
  completed,
  decider,
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
  reserve,
  slot,
  started,
  submit,
  withoutContent,
} from './photo-assessment.fixture.spec.js';
import { hasSeen, type ModeratePhoto, type StartedAssessment } from './photo-assessment.js';

const [photoA, photoB] = photos;
const of = (photoId: string) => ({ assessmentId: idOf(photoId), photoId, photoAssessmentId, ownerId });

const held = (photoId: string, minutes = 3): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoHeld',
  data: { ...of(photoId), heldAt: at(minutes) },
});

const released = (photoId: string, minutes = 4): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoReleased',
  data: { ...of(photoId), releasedAt: at(minutes) },
});

const excused = (photoId: string, assessorId: string): PhotoAssessmentEvent => ({
  type: 'AssessorExcused',
  data: { ...of(photoId), assessorId, excusedAt: at(3) },
});

const about = (type: 'HoldAssessedPhoto' | 'ReleaseAssessedPhoto' | 'RecordPhotoScreened'): ModeratePhoto => ({
  type,
  photoId: photoB,
  at: at(3),
});

const excuse: ModeratePhoto = { type: 'ExcuseAssessor', assessorId: 'ann', photoId: photoB, at: at(3) };

const submitted = (assessorId: string, photoIds: readonly string[], isFirst = true): PhotoAssessmentEvent => {
  const event = accepted(
    assessorId,
    photoIds.map((photoId) => rating(photoId)),
  );
  return isFirst ? event : notFirst(event);
};

/** A submission that is paid for both photos but counts for the first one only. */
const half = (assessorId: string): PhotoAssessmentEvent => {
  const { data } = submitted(assessorId, [photoA]) as Extract<PhotoAssessmentEvent, { type: 'RatingsAccepted' }>;
  return { type: 'RatingsAccepted', data: { ...data, uncounted: [withoutContent(rating(photoB, 14, oneComment, 0))] } };
};

const onlyA = { ratings: [{ photoId: photoA, rating: 14, comments: oneComment }], photosTogether: 1 };
const running = [...started(), slot('ann', 1)];

describe('a photo', () => {
  it('was seen by an assessor who had it in a slot, rated it or reported it, whatever slot followed', () => {
    const seesAfter = (...events: PhotoAssessmentEvent[]) => {
      const state = events.reduce(decider.evolve, decider.initialState()) as StartedAssessment;
      return photos.map((photoId) => hasSeen(state, photoId, 'ann'));
    };
    expect(seesAfter(...started())).toEqual([false, false]);
    expect(seesAfter(...started(), slot('bob', 1))).toEqual([false, false]);
    expect(seesAfter(...started(), slot('ann', 1, [photoA]))).toEqual([true, false]);
    expect(seesAfter(...running, excused(photoB, 'ann'), slot('ann', 9, [photoA]))).toEqual([true, true]);
    expect(seesAfter(...started(), submitted('ann', [photoB]))).toEqual([false, true]);
  });
});

describe('a held photo', () => {
  it('is held and released once, also a complete one, and not one that has ended', () => {
    given(running)
      .when(about('HoldAssessedPhoto'))
      .then([held(photoB)]);
    given([...running, held(photoB)])
      .when(about('HoldAssessedPhoto'))
      .then([]);
    given([...running, completed(photoB)])
      .when(about('HoldAssessedPhoto'))
      .then([held(photoB)]);
    given([...running, ended(photoB, 20)])
      .when(about('HoldAssessedPhoto'))
      .then([]);
    given([...running, held(photoB)])
      .when(about('ReleaseAssessedPhoto'))
      .then([released(photoB, 3)]);
    given(running).when(about('ReleaseAssessedPhoto')).then([]);
    given([]).when(about('HoldAssessedPhoto')).then([]);
  });

  it('is in no new slot, and in one again after its release', () => {
    given([...started(), held(photoB)])
      .when(reserve('ann', 5))
      .then([slot('ann', 5, [photoA])]);
    given([...started(), held(photoA), held(photoB)])
      .when(reserve('ann', 5))
      .then('NOT_FOUND');
    given([...started(), held(photoB), released(photoB)])
      .when(reserve('ann', 5))
      .then([slot('ann', 5)]);
  });

  it('is paid and not counted where a slot covered it', () => {
    given([...running, held(photoB)])
      .when(submit('ann'))
      .then([half('ann')]);
    given([...running, held(photoB), half('ann')])
      .when(submit('ann'))
      .then([]);
  });

  it('need not be rated, in a slot or without one', () => {
    const paid = accepted('ann', [rating(photoA)], 10);
    const only = { ...paid, data: { ...paid.data, photosTogether: 1 } } as PhotoAssessmentEvent;
    given([...running, held(photoB)])
      .when(submit('ann', onlyA))
      .then([only]);
    const unpaid = { ...only, data: { ...only.data, rewardTokens: 0 } } as PhotoAssessmentEvent;
    given([...started(), held(photoB)])
      .when(submit('ann', onlyA))
      .then([unpaid]);
  });

  it('is refused to whoever has never had a slot on it', () => {
    given([...started(), held(photoB)])
      .when(submit('ann'))
      .then('ASSESSMENT_COMPLETE');
  });

  it('counts no submission as the first, where nothing of it counts', () => {
    const all = photos.map((photoId) => withoutContent(rating(photoId, 14, oneComment, 0)));
    const nothing = { ...notFirst(accepted('ann', [])), type: 'RatingsAccepted' } as PhotoAssessmentEvent;
    const history = [...running, held(photoA), held(photoB)];
    const uncounted = { ...nothing, data: { ...nothing.data, uncounted: all } } as PhotoAssessmentEvent;
    given(history).when(submit('ann')).then([uncounted]);
    given([...history, uncounted, released(photoA), released(photoB), slot('ben', 4)])
      .when(submit('ben'))
      .then([submitted('ben', photos)]);
  });

  it('is asked once of whoever was paid for it', () => {
    const history = [...running, held(photoB), half('ann'), released(photoB, 6)];
    given(history).when(reserve('ann', 7)).then('NOT_FOUND');
    given(history)
      .when(submit('ann', { ratings: [{ photoId: photoB, rating: 3, comments: oneComment }] }))
      .then('ALREADY_RATED');
  });

  it('counts again where it was released in time and there is room, and is paid where there is none', () => {
    given([...running, held(photoB), released(photoB)])
      .when(submit('ann'))
      .then([submitted('ann', photos)]);
    const one = started({ testLimit: 1 });
    given([...one, slot('ann', 1), held(photoB), released(photoB), slot('ben', 4, [photoB])])
      .when(submit('ann'))
      .then([half('ann'), completed(photoA)]);
  });

  it('takes no place: another assessor is offered it after its release', () => {
    given([...started({ testLimit: 1 }), slot('ann', 1), held(photoB), released(photoB)])
      .when(reserve('ben', 5))
      .then([slot('ben', 5, [photoB])]);
  });

  it('has been paid for, too, when its assessment ended meanwhile', () => {
    given([...running, held(photoB), ended(photoB, 20)])
      .when(submit('ann'))
      .then([half('ann')]);
  });

  it('keeps its tokens: it is not changed, and ends with all of them', () => {
    const change = { difference: 1, holdId: 'h', refundId: 'r', isOnboarding: false, at: at(5) };
    given([...running, held(photoB)])
      .when({ type: 'AdjustAssessment', ownerId, photoId: photoB, ...change })
      .then('PHOTO_HELD');
    given([...running, held(photoB)])
      .when(end(photoB))
      .then([ended(photoB, 20)]);
  });

  it('starts held', () => {
    const [opened, begun] = started();
    const data = { ...begun!.data, heldPhotoIds: [photoA], unscreenedPhotoIds: [photoB] };
    const startedHeld = { type: 'PhotoAssessmentStarted', data } as PhotoAssessmentEvent;
    given([opened!])
      .when({ type: 'ConfirmStart', ownerId, heldPhotoIds: [photoA], unscreenedPhotoIds: [photoB], at: at(1) })
      .then([startedHeld]);
    given([opened!, startedHeld]).when(reserve('ann', 5)).then('NOT_FOUND');
    const screened: PhotoAssessmentEvent = {
      type: 'AssessedPhotoScreened',
      data: { ...of(photoB), screenedAt: at(3) },
    };
    given([opened!, startedHeld]).when(about('RecordPhotoScreened')).then([screened]);
    given([opened!, startedHeld, screened]).when(about('RecordPhotoScreened')).then([]);
    given([opened!, startedHeld, screened])
      .when(reserve('ann', 5))
      .then([slot('ann', 5, [photoB])]);
  });
});

describe('an assessor who reported a photo', () => {
  it('is excused from it once, and rates the rest', () => {
    given(running)
      .when(excuse)
      .then([excused(photoB, 'ann')]);
    const history = [...running, excused(photoB, 'ann')];
    given(history).when(excuse).then([]);
    const rest = accepted('ann', [rating(photoA)], 10);
    given(history)
      .when(submit('ann', onlyA))
      .then([{ ...rest, data: { ...rest.data, photosTogether: 1 } } as PhotoAssessmentEvent]);
    given(history)
      .when(submit('ann'))
      .then([half('ann')]);
  });

  it('is not offered it again, and nobody else misses it', () => {
    given([...started(), excused(photoB, 'ann')])
      .when(reserve('ann', 5))
      .then([slot('ann', 5, [photoA])]);
    given([...started(), excused(photoB, 'ann')])
      .when(reserve('ben', 5))
      .then([slot('ben', 5)]);
    given(started())
      .when(reserve('ann', 5, { hiddenPhotoIds: [photoB] }))
      .then([slot('ann', 5, [photoA])]);
  });
});
