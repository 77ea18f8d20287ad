import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import type { PlannerAdmission } from './commands.js';
import { photoDecider } from './decide.js';
import { type KeptPhoto, ownerStream, type PhotoEvent, photoIdOfStream, photoStream } from './photo.js';
import { viewOfState } from './view.js';

const given = specify(photoDecider);
const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date(now.getTime() + 15 * 60_000);
const photoId = 'photo-1';
const userId = 'owner';
const ids = { photoId, userId };
const admitted: PlannerAdmission = { hasFirstTested: true, hasMadeFirstProfile: true, ratingsMin: 3 };
const newcomer: PlannerAdmission = { hasFirstTested: false, hasMadeFirstProfile: false, ratingsMin: 3 };

const uploaded = (photoAssessmentId: string | null = null): PhotoEvent => ({
  type: 'PhotoUploaded',
  data: { ...ids, photoAssessmentId, uploadedAt: now.toISOString() },
});

const rated = (photoAssessmentId = 'test-1'): PhotoEvent => ({ type: 'PhotoRated', data: { photoAssessmentId } });
const ratedThrice = [rated(), rated(), rated()];

const started = (photoAssessmentId = 'test-1', returnTo: 'bank' | 'profile' = 'bank'): PhotoEvent => ({
  type: 'PhotoPlacedInTesting',
  data: { photoAssessmentId, returnTo },
});

const ended = (photoAssessmentId = 'test-1'): PhotoEvent => ({ type: 'PhotoTestEnded', data: { photoAssessmentId } });

const reset = (photoAssessmentId: string, removedRatings: number): PhotoEvent => ({
  type: 'PhotoRatingsReset',
  data: { photoAssessmentId, removedRatings },
});

const inProfile = (wasFirstProfileSet = false): PhotoEvent => ({
  type: 'PhotoPlacedInProfile',
  data: { ...ids, wasFirstProfileSet },
});

const inBank = (wasInProfile = false): PhotoEvent => ({
  type: 'PhotoReturnedToBank',
  data: { ...ids, wasInProfile },
});

const chosen = (returnTo: 'bank' | 'profile'): PhotoEvent => ({ type: 'ReturnPlaceChosen', data: { returnTo } });
const deleted: PhotoEvent = { type: 'PhotoDeleted', data: ids };

const held: PhotoEvent = { type: 'PhotoHeld', data: { caseId: 'case-1', heldAt: now.toISOString() } };
const cropWanted: PhotoEvent = {
  type: 'CropWanted',
  data: { statementId: 'statement-1', decidedAt: later.toISOString() },
};

const photoAfter = (...events: PhotoEvent[]) =>
  events.reduce(photoDecider.evolve, photoDecider.initialState()) as KeptPhoto;
const placeAfter = (...events: PhotoEvent[]) => viewOfState(photoAfter(...events));

describe('uploading a photo', () => {
  it('puts it into the bank as unrated', () => {
    given([])
      .when({ type: 'UploadPhoto', ...ids, photoAssessmentId: null, awaitsScreening: false, now })
      .then([uploaded()]);
    expect(placeAfter(uploaded())).toMatchObject({ section: 'bank', placeholder: 'unrated', photoAssessmentId: null });
  });

  it('lets it wait in testing for the test it was uploaded for', () => {
    given([])
      .when({ type: 'UploadPhoto', ...ids, photoAssessmentId: 'test-1', awaitsScreening: false, now })
      .then([uploaded('test-1')]);
    expect(placeAfter(uploaded('test-1'))).toMatchObject({ section: 'testing', photoAssessmentId: 'test-1' });
  });

  it('records that assessors must wait for the screening', () => {
    const data = { ...ids, photoAssessmentId: null, uploadedAt: now.toISOString(), awaitsScreening: true } as const;
    given([])
      .when({ type: 'UploadPhoto', ...ids, photoAssessmentId: null, awaitsScreening: true, now })
      .then([{ type: 'PhotoUploaded', data }]);
    expect([photoAfter({ type: 'PhotoUploaded', data }), photoAfter(uploaded())]).toMatchObject([
      { awaitsScreening: true },
      { awaitsScreening: false },
    ]);
  });

  it('is refused for an id that is taken, also by a deleted photo', () => {
    const again = { type: 'UploadPhoto', ...ids, photoAssessmentId: null, awaitsScreening: false, now } as const;
    given([uploaded()]).when(again).then('CONFLICT');
    given([uploaded(), deleted]).when(again).then('CONFLICT');
  });
});

describe('replacing a photo by another crop', () => {
  const replace = { type: 'ReplacePhoto', userId, reportableUntil: null } as const;
  it('deletes a photo in the bank that nobody has assessed', () => {
    given([uploaded()]).when(replace).then([deleted]);
    given([uploaded(), started(), ended(), inBank()]).when(replace).then([deleted]);
  });

  it('works for a photo that a moderator wants cropped', () => {
    given([uploaded(), held, cropWanted]).when(replace).then([deleted]);
  });

  it('keeps the pictures of a photo that can still be reported', () => {
    given([uploaded()])
      .when({ ...replace, reportableUntil: later })
      .then([{ type: 'PhotoDeleted', data: { ...ids, reportableUntil: later.toISOString(), isInQuarantine: true } }]);
  });

  it('is refused for a photo that is or was assessed, or stands in the profile', () => {
    given([uploaded('test-1')])
      .when(replace)
      .then('CONFLICT');
    given([uploaded(), started()]).when(replace).then('CONFLICT');
    given([uploaded(), started(), rated(), ended(), inBank()]).when(replace).then('CONFLICT');
    given([uploaded(), ...ratedThrice, inProfile()])
      .when(replace)
      .then('CONFLICT');
  });

  it('is refused for a photo that is held, removed, deleted or somebody else’s', () => {
    given([uploaded(), held]).when(replace).then('PHOTO_HELD');
    given([uploaded(), deleted]).when(replace).then('NOT_FOUND');
    given([uploaded()])
      .when({ ...replace, userId: 'somebody else' })
      .then('NOT_FOUND');
  });
});

describe('moving a photo into the profile', () => {
  const move = { type: 'MoveToProfile', userId, planner: admitted } as const;

  it('is refused before the first assessment is completed', () => {
    given([uploaded(), ...ratedThrice])
      .when({ ...move, planner: newcomer })
      .then('ONBOARDING_INCOMPLETE');
  });

  it('is refused below the number of ratings it needs, with the number missing', () => {
    given([uploaded(), rated(), rated()]).when(move).then('NOT_ENOUGH_RATINGS');
    const state = [uploaded(), rated()].reduce(photoDecider.evolve, photoDecider.initialState());
    expect(() => photoDecider.decide(move, state)).toThrow(
      'This photo needs 2 more rating(s) before you can put it in the Profile Planner.',
    );
  });

  it('works from the bank and from testing', () => {
    given([uploaded(), ...ratedThrice])
      .when(move)
      .then([inProfile()]);
    given([uploaded(), started(), ...ratedThrice])
      .when(move)
      .then([inProfile()]);
  });

  it('marks the first move of its owner', () => {
    const planner = { ...admitted, hasMadeFirstProfile: false };
    given([uploaded(), ...ratedThrice])
      .when({ ...move, planner })
      .then([inProfile(true)]);
  });

  it('changes nothing for a photo that is there', () => {
    given([uploaded(), ...ratedThrice, inProfile()])
      .when(move)
      .then([]);
  });

  it('treats another owner’s photo, a deleted and an unknown one alike', () => {
    given([uploaded(), ...ratedThrice])
      .when({ ...move, userId: 'somebody else' })
      .then('NOT_FOUND');
    given([uploaded(), ...ratedThrice, deleted])
      .when(move)
      .then('NOT_FOUND');
    given([]).when(move).then('NOT_FOUND');
  });

  it('does not count ratings of a test that was reset', () => {
    given([uploaded(), ...ratedThrice, reset('test-1', 3), rated('test-2')])
      .when(move)
      .then('NOT_ENOUGH_RATINGS');
  });
});

describe('moving a photo back', () => {
  it('says whether it left the profile', () => {
    given([uploaded(), ...ratedThrice, inProfile()])
      .when({ type: 'MoveToBank', userId })
      .then([inBank(true)]);
    given([uploaded(), started()])
      .when({ type: 'MoveToBank', userId })
      .then([inBank(false)]);
  });

  it('changes nothing for a photo in the bank', () => {
    given([uploaded()]).when({ type: 'MoveToBank', userId }).then([]);
    given([uploaded()]).when({ type: 'ReturnFromTesting', userId, planner: admitted }).then([]);
  });

  it('leaves a photo in the profile that is not under assessment', () =>
    given([uploaded(), ...ratedThrice, inProfile()])
      .when({ type: 'ReturnFromTesting', userId, planner: admitted })
      .then([]));

  it('leaves nothing of its test on the photo', () => {
    const under = [uploaded(), started(), chosen('profile')];
    expect(photoAfter(...under, inBank())).toEqual(photoAfter(uploaded()));
    expect(photoAfter(...under, ...ratedThrice, inProfile())).toEqual(
      photoAfter(uploaded(), ...ratedThrice, inProfile()),
    );
  });

  it.each([
    ['held', held],
    ['to be cropped again', cropWanted],
  ])('keeps a photo out of the profile that is %s', (_, decision) =>
    given([uploaded(), ...ratedThrice, inProfile(), started('test-2', 'profile'), decision])
      .when({ type: 'ReturnFromTesting', userId, planner: admitted })
      .then([inBank()]),
  );

  it('returns it to where it came from', () => {
    const back = { type: 'ReturnFromTesting', userId, planner: admitted } as const;
    given([uploaded(), ...ratedThrice, inProfile(), started('test-2', 'profile')])
      .when(back)
      .then([inProfile()]);
    given([uploaded(), started()]).when(back).then([inBank()]);
  });

  it('keeps a photo out of the profile that has lost its ratings meanwhile', () => {
    given([uploaded(), ...ratedThrice, inProfile(), started('test-2', 'profile'), reset('test-1', 3)])
      .when({ type: 'ReturnFromTesting', userId, planner: admitted })
      .then([inBank()]);
  });
});

describe('choosing where a photo returns to', () => {
  const choose = (returnTo: 'bank' | 'profile', planner = admitted) =>
    ({ type: 'ChooseReturnPlace', userId, returnTo, planner }) as const;

  it('follows the rules of a move into the profile', () => {
    given([uploaded(), started(), ...ratedThrice])
      .when(choose('profile'))
      .then([chosen('profile')]);
    given([uploaded(), started()]).when(choose('profile')).then('NOT_ENOUGH_RATINGS');
    given([uploaded(), started()]).when(choose('profile', newcomer)).then('ONBOARDING_INCOMPLETE');
  });

  it('shows the choice and then returns it there', () => {
    const history = [uploaded(), started(), ...ratedThrice, chosen('profile')];
    expect(placeAfter(...history)).toMatchObject({ section: 'testing', placeholder: 'profile' });
    given(history).when({ type: 'ReturnFromTesting', userId, planner: admitted }).then([inProfile()]);
  });

  it('is for photos under assessment only', () => {
    given([uploaded(), ...ratedThrice])
      .when(choose('profile'))
      .then('CONFLICT');
    given([uploaded(), ...ratedThrice, inProfile()])
      .when(choose('bank'))
      .then('CONFLICT');
    given([uploaded()]).when(choose('bank')).then([]);
    given([uploaded(), ...ratedThrice, inProfile()])
      .when(choose('profile'))
      .then([]);
  });

  it('changes nothing for a place that is chosen already', () => {
    given([uploaded(), started()]).when(choose('bank')).then([]);
    given([uploaded(), started('test-1', 'profile'), ...ratedThrice])
      .when(choose('profile'))
      .then([]);
  });
});

describe('what assessments tell', () => {
  it('places a photo in testing once, and remembers where it came from', () => {
    const start = { type: 'StartTest', photoAssessmentId: 'test-1' } as const;
    given([uploaded()]).when(start).then([started()]);
    given([uploaded('test-1')])
      .when(start)
      .then([started()]);
    given([uploaded(), started()]).when(start).then([]);
    given([uploaded(), ...ratedThrice, inProfile()])
      .when({ ...start, photoAssessmentId: 'test-2' })
      .then([started('test-2', 'profile')]);
  });

  it('ignores a start that comes after the end or the reset of its test', () => {
    const start = { type: 'StartTest', photoAssessmentId: 'test-1' } as const;
    given([uploaded('test-1'), ended(), inBank()])
      .when(start)
      .then([]);
    given([uploaded('test-1'), reset('test-1', 0), inBank()])
      .when(start)
      .then([]);
  });

  it('places a photo that had been given up when the start comes late', () => {
    given([uploaded('test-1'), inBank()])
      .when({ type: 'StartTest', photoAssessmentId: 'test-1' })
      .then([started()]);
  });

  it('counts ratings, and none of a test that was reset', () => {
    given([uploaded()]).when({ type: 'CountRating', photoAssessmentId: 'test-1' }).then([rated()]);
    given([uploaded(), reset('test-1', 0)])
      .when({ type: 'CountRating', photoAssessmentId: 'test-1' })
      .then([]);
    expect(placeAfter(uploaded(), rated())).toMatchObject({ placeholder: 'rated' });
  });

  it('returns a photo when its assessment ends', () => {
    const end = { type: 'EndTest', photoAssessmentId: 'test-1', planner: admitted } as const;
    given([uploaded(), started()]).when(end).then([ended(), inBank()]);
    given([uploaded(), ...ratedThrice, inProfile(), started('test-2', 'profile')])
      .when({ ...end, photoAssessmentId: 'test-2' })
      .then([ended('test-2'), inProfile()]);
  });

  it('leaves a photo where its owner has put it meanwhile', () => {
    given([uploaded(), started(), inBank()])
      .when({ type: 'EndTest', photoAssessmentId: 'test-1', planner: admitted })
      .then([ended()]);
    given([uploaded(), started(), ended(), inBank(), started('test-2')])
      .when({ type: 'EndTest', photoAssessmentId: 'test-1', planner: admitted })
      .then([]);
  });

  it('takes the ratings of a reset test away and the photo out of testing and profile', () => {
    const command = { type: 'ResetTest', photoAssessmentId: 'test-1' } as const;
    given([uploaded(), started(), rated(), rated('test-0')])
      .when(command)
      .then([reset('test-1', 1), inBank()]);
    given([uploaded(), started(), ...ratedThrice, inProfile()])
      .when(command)
      .then([reset('test-1', 3), inBank(true)]);
    given([uploaded(), reset('test-1', 0)])
      .when(command)
      .then([]);
  });

  it('changes nothing for a deleted photo and asks for an unknown one again', () => {
    given([uploaded(), deleted]).when({ type: 'CountRating', photoAssessmentId: 'test-1' }).then([]);
    given([]).when({ type: 'CountRating', photoAssessmentId: 'test-1' }).then('NOT_FOUND');
  });
});

describe('waiting for a start', () => {
  const givenUp = {
    type: 'PhotoReturnedToBank',
    data: { photoId, userId, wasInProfile: false, awaitedPhotoAssessmentId: 'test-1' },
  } as const;
  const giveUp = { type: 'GiveUpWaiting', now: later, waitMs: 15 * 60_000 } as const;

  it('ends in the bank after the wait', () => {
    given([uploaded('test-1')])
      .when(giveUp)
      .then([givenUp]);
    given([uploaded('test-1')])
      .when({ ...giveUp, now: new Date(later.getTime() - 1) })
      .then([]);
  });

  it('was for nothing where the start is heard of afterwards', () => {
    given([uploaded('test-1'), givenUp])
      .when({ type: 'StartTest', photoAssessmentId: 'test-1' })
      .then([started()]);
  });

  it('is over with the start', () => {
    given([uploaded('test-1'), started()])
      .when(giveUp)
      .then([]);
  });
});

describe('deleting a photo', () => {
  it('happens once', () => {
    given([uploaded()]).when({ type: 'DeletePhoto', userId }).then([deleted]);
    given([uploaded(), deleted]).when({ type: 'DeletePhoto', userId }).then('NOT_FOUND');
    given([uploaded()]).when({ type: 'DeletePhoto', userId: 'somebody else' }).then('NOT_FOUND');
  });
});

describe('what the owner sees of moderation', () => {
  it('is a hold, then the wish for another crop', () => {
    expect(placeAfter(uploaded()).moderation).toBe('none');
    expect(placeAfter(uploaded(), held).moderation).toBe('held');
    expect(placeAfter(uploaded(), held, cropWanted).moderation).toBe('crop-wanted');
  });
});

describe('what the owner sees of the screening', () => {
  const screened = (faces: 'several' | 'unknown'): PhotoEvent => ({
    type: 'PhotoScreened',
    data: { ...ids, findings: [], faces, screenedAt: later.toISOString() },
  });

  it('is how many faces there are, if that is known', () => {
    expect(placeAfter(uploaded()).facesSeen).toBeNull();
    expect(placeAfter(uploaded(), screened('several')).facesSeen).toBe('several');
    expect(placeAfter(uploaded(), screened('unknown')).facesSeen).toBeNull();
  });
});

describe('the stream of a photo', () => {
  it('names its photo, and an owner’s stream names none', () => {
    expect(photoIdOfStream(photoStream('photo-1'))).toBe('photo-1');
    expect(photoIdOfStream(ownerStream('owner'))).toBeUndefined();
  });
});
