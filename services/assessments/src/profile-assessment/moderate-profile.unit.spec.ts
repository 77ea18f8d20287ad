import { describe, it } from '@jest/globals';
import {
  accepted,
  at,
  change,
  comments,
  completed,
  end,
  given,
  reserve,
  round,
  slot,
  start,
  started,
  submit,
} from './profile-assessment.fixture.spec.js';
import type { ModerateProfile, ProfileEvent } from './profile-assessment.js';

const photoId = 'photo-b';
const held: ProfileEvent = { type: 'ProfileRoundHeld', data: { ...round, photoId, heldAt: at(3) } };
const released: ProfileEvent = { type: 'ProfileRoundReleased', data: { ...round, photoId, releasedAt: at(3) } };

const excused: ProfileEvent = {
  type: 'ProfileAssessorExcused',
  data: { ...round, assessorId: 'ann', excusedAt: at(3) },
};

const uncounted = (assessorId: string, minutes: number): ProfileEvent => ({
  type: 'UncountedProfileRatingAccepted',
  data: {
    ...round,
    submissionId: `submission of ${assessorId}`,
    assessorId,
    comments,
    rewardTokens: 10,
    acceptedAt: at(minutes),
  },
});

const about = (type: 'HoldProfilePhoto' | 'ReleaseProfilePhoto' | 'RecordProfilePhotoScreened'): ModerateProfile => ({
  type,
  photoId,
  at: at(3),
});

const excuse: ModerateProfile = { type: 'ExcuseProfileAssessor', assessorId: 'ann', at: at(3) };
const running = [started(), slot('ann', 1)];

describe('a round of which a photo is held', () => {
  it('pauses and resumes once, while it runs and only for its own photos', () => {
    given(running).when(about('HoldProfilePhoto')).then([held]);
    given([...running, held])
      .when(about('HoldProfilePhoto'))
      .then([]);
    given([...running, accepted('ann', 2), accepted('ben', 2), completed(2)])
      .when(about('HoldProfilePhoto'))
      .then([]);
    given(running)
      .when({ type: 'HoldProfilePhoto', photoId: 'other', at: at(3) })
      .then([]);
    given([...running, held])
      .when(about('ReleaseProfilePhoto'))
      .then([released]);
    given(running).when(about('ReleaseProfilePhoto')).then([]);
  });

  it('gives nobody a slot until it goes on, and takes no place for one from before', () => {
    given([started(1), slot('ann', 1), held])
      .when(reserve('ben', 4))
      .then('NOT_FOUND');
    given([started(1), slot('ann', 1), held, released])
      .when(reserve('ben', 4))
      .then([slot('ben', 4)]);
  });

  it('pays a slot from before and does not count it, once', () => {
    given([...running, held])
      .when(submit('ann', 4))
      .then([uncounted('ann', 4)]);
    given([...running, held, uncounted('ann', 4)])
      .when(submit('ann', 5))
      .then([]);
    given([started(1), slot('ann', 1), held, uncounted('ann', 4), released])
      .when(reserve('ben', 6))
      .then([slot('ben', 6)]);
    given([...running, held, uncounted('ann', 4), released])
      .when(reserve('ann', 6))
      .then('NOT_FOUND');
    given([...running, held, uncounted('ann', 4), released])
      .when(submit('ann', 6, { comments: [] }))
      .then('ALREADY_RATED');
    given([...running, held])
      .when(submit('ben', 4))
      .then('ASSESSMENT_COMPLETE');
    given([...running, held, released])
      .when(submit('ann', 4))
      .then([accepted('ann', 4)]);
  });

  it('keeps its tokens, and gives all of them back when it ends', () => {
    given([...running, held])
      .when(change({ assessors: 3 }))
      .then('PHOTO_HELD');
    given([...running, held])
      .when(end(5))
      .then([{ type: 'ProfileRoundEnded', data: { ...round, reason: 'owner', refundTokens: 10, endedAt: at(5) } }]);
  });
});

describe('a round of which a photo is not screened yet', () => {
  it('starts, and is shown to nobody before its screening', () => {
    const [begun] = [started()];
    const data = { ...begun.data, unscreenedPhotoIds: [photoId] };
    const unscreened = { type: 'ProfileRoundStarted', data } as ProfileEvent;
    given([])
      .when({ ...start, unscreenedPhotoIds: [photoId, 'another'] })
      .then([unscreened]);
    given([unscreened]).when(reserve('ann', 1)).then('NOT_FOUND');
    const screened: ProfileEvent = { type: 'ProfilePhotoScreened', data: { ...round, photoId, screenedAt: at(3) } };
    given([unscreened]).when(about('RecordProfilePhotoScreened')).then([screened]);
    given([unscreened, screened]).when(about('RecordProfilePhotoScreened')).then([]);
    given([unscreened, screened])
      .when(reserve('ann', 4))
      .then([slot('ann', 4)]);
  });
});

describe('an assessor who reported a photo of a profile', () => {
  it('is excused from it once, in later rounds as well, and is paid where a slot was held', () => {
    given(running).when(excuse).then([excused]);
    given([...running, excused])
      .when(excuse)
      .then([]);
    given([...running, excused])
      .when(submit('ann', 4))
      .then([uncounted('ann', 4)]);
    given([started(), excused]).when(reserve('ann', 4)).then('NOT_FOUND');
    given([started(), excused, started()]).when(reserve('ann', 4)).then('NOT_FOUND');
    given([started(), excused])
      .when(reserve('ben', 4))
      .then([slot('ben', 4)]);
  });

  it('is offered no other profile with that photo', () => {
    const hidden = { ...reserve('ann', 4), hiddenPhotoIds: [photoId] } as ReturnType<typeof reserve>;
    given([started()]).when(hidden).then('NOT_FOUND');
    given([started()])
      .when(submit('ann', 4, { hiddenPhotoIds: [photoId] }))
      .then('ASSESSMENT_COMPLETE');
  });
});
