import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { ownerStreams } from './decide.js';
import { evolve, initialState, type OwnerCommand, type OwnerEvent } from './owner.js';

const given = specify(ownerStreams);
const ownerId = 'owner';
const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

const reserve = (photoAssessmentId: string, photoIds: string[]): OwnerCommand => ({
  type: 'ReserveStart',
  ownerId,
  photoAssessmentId,
  photoIds,
  areStored: false,
  assessedPhotoIds: [],
  at: at(0),
});

const reserveStored = (
  photoAssessmentId: string,
  photoIds: string[],
  assessedPhotoIds: string[] = [],
): OwnerCommand => ({
  type: 'ReserveStart',
  ownerId,
  photoAssessmentId,
  photoIds,
  areStored: true,
  assessedPhotoIds,
  at: at(60),
});

const reserved = (
  photoAssessmentId: string,
  photoIds: string[],
  isFirstAssessment = false,
  minutes = 0,
): OwnerEvent => ({
  type: 'StartReserved',
  data: { ownerId, photoAssessmentId, photoIds, isFirstAssessment, reservedAt: at(minutes) },
});

const restarted: OwnerEvent = {
  type: 'OnboardingRestarted',
  data: { ownerId, photoAssessmentId: 'first', givenBackTokens: 10, restartTokens: 40 },
};

const event = <Type extends 'StartTaken' | 'StartReleased' | 'FirstAssessmentFinished'>(
  type: Type,
  photoAssessmentId: string,
) => ({ type, data: { ownerId, photoAssessmentId } }) as OwnerEvent;

const first = reserved('first', ['a', 'b'], true);
const running = [first, event('StartTaken', 'first')];
const finished = [...running, event('FirstAssessmentFinished', 'first')];
const profileMade: OwnerEvent = { type: 'FirstProfileMade', data: { ownerId, photoId: 'a', madeAt: at(30) } };
const left = (photoId: string): OwnerEvent => ({ type: 'PhotoLeftPool', data: { ownerId, photoId } });
const onboarded = [...finished, profileMade, left('a'), left('b')];

const take = (photoAssessmentId: string, minutes: number): OwnerCommand => ({
  type: 'TakeStart',
  ownerId,
  photoAssessmentId,
  at: at(minutes),
});

const taken = (photoAssessmentId: string, minutes: number): OwnerEvent => ({
  type: 'StartTaken',
  data: { ownerId, photoAssessmentId, takenAt: at(minutes) },
});

const recordLeft = (photoId: string, minutes: number): OwnerCommand => ({
  type: 'RecordPhotoLeft',
  ownerId,
  photoId,
  at: at(minutes),
});

const stateAfter = (...events: OwnerEvent[]) => events.reduce(evolve, initialState());

describe('the first assessment', () => {
  it('takes exactly two photos', () => {
    given([])
      .when(reserve('first', ['a', 'b']))
      .then([first]);
    given([])
      .when(reserve('first', ['a']))
      .then('VALIDATION_FAILED');
    given([])
      .when(reserve('first', ['a', 'b', 'c']))
      .then('VALIDATION_FAILED');
  });

  it('is opened once: a parallel start waits for the outcome of the other', () => {
    given([first])
      .when(reserve('second', ['c', 'd']))
      .then('CONFLICT');
    given(running)
      .when(reserve('second', ['c', 'd']))
      .then('ONBOARDING_INCOMPLETE');
    given(finished)
      .when(reserve('second', ['c', 'd']))
      .then('ONBOARDING_INCOMPLETE');
  });

  it('can be opened again after a start that came to nothing', () => {
    given([first, event('StartReleased', 'first')])
      .when(reserve('second', ['c', 'd']))
      .then([reserved('second', ['c', 'd'], true)]);
  });

  it('can be opened again after a reset, finished or not', () => {
    const restart: OwnerCommand = {
      type: 'RestartOnboarding',
      ownerId,
      photoAssessmentId: 'first',
      givenBackTokens: 10,
      restartTokens: 40,
    };
    given(running).when(restart).then([restarted]);
    given(finished).when(restart).then([restarted]);
    given(onboarded).when(restart).then([]);
    given([...finished, restarted])
      .when(reserve('second', ['c', 'd']))
      .then([reserved('second', ['c', 'd'], true)]);
  });

  it('gives back what it had used once, and is bounded by that price when it is started again', () => {
    const again = (givenBackTokens: number, restartTokens: number): OwnerEvent => ({
      type: 'OnboardingRestarted',
      data: { ownerId, photoAssessmentId: 'first', givenBackTokens, restartTokens },
    });
    expect(stateAfter(...finished)).toMatchObject({ hasBeenGivenBack: false, restartTokens: null });
    expect(stateAfter(...finished, again(0, 30))).toMatchObject({ hasBeenGivenBack: false, restartTokens: 30 });
    expect(stateAfter(...finished, again(1, 30))).toMatchObject({ hasBeenGivenBack: true, restartTokens: 30 });
    expect(stateAfter(...finished, again(5, 30), first, again(0, 10))).toMatchObject({
      hasBeenGivenBack: true,
      restartTokens: 10,
    });
  });

  it('leaves the pool with its reset', () => {
    given(finished)
      .when(recordLeft('a', 40))
      .then([left('a')]);
    given([...finished, restarted])
      .when(recordLeft('a', 40))
      .then([]);
  });

  it('finishes once', () => {
    const finish: OwnerCommand = { type: 'FinishFirstAssessment', ownerId, photoAssessmentId: 'first' };
    given(running)
      .when(finish)
      .then([event('FirstAssessmentFinished', 'first')]);
    given(finished).when(finish).then([]);
    given(onboarded)
      .when({ ...finish, photoAssessmentId: 'later' })
      .then([]);
  });
});

it('makes no profile of a first assessment that was started over', () => {
  const makeProfile: OwnerCommand = { type: 'RecordFirstProfile', ownerId, photoId: 'a', at: at(30) };
  given(finished).when(makeProfile).then([profileMade]);
  given([...finished, restarted])
    .when(makeProfile)
    .then([]);
});

describe('later assessments', () => {
  it('need a first profile', () => {
    given([...finished, profileMade, left('a'), left('b')])
      .when(reserve('next', ['c']))
      .then([reserved('next', ['c'])]);
  });

  it('fill the pool up to six photos, finished ones included until they are put away', () => {
    const five = reserved('next', ['c', 'd', 'e', 'f', 'g']);
    given([...onboarded, five])
      .when(reserve('more', ['h']))
      .then([reserved('more', ['h'])]);
    given([...onboarded, five])
      .when(reserve('more', ['h', 'i']))
      .then('POOL_FULL');
    given([...onboarded, five, event('StartReleased', 'next')])
      .when(reserve('more', ['h', 'i']))
      .then([reserved('more', ['h', 'i'])]);
  });

  it('take no notice of a late report of a move before the start', () => {
    const again = reserved('next', ['a'], false, 60);
    const leave = (minutes: number): OwnerCommand => ({
      type: 'RecordPhotoLeft',
      ownerId,
      photoId: 'a',
      at: at(minutes),
    });
    given([...onboarded, again])
      .when(leave(59))
      .then([]);
    for (const minutes of [60, 61])
      given([...onboarded, again])
        .when(leave(minutes))
        .then([left('a')]);
    given(onboarded).when(leave(61)).then([]);
  });
});

describe('a completed photo that is assessed again', () => {
  const reopen = (photoId: string, photoAssessmentId = 'first'): OwnerCommand => ({
    type: 'RecordReopening',
    ownerId,
    photoAssessmentId,
    photoId,
    at: at(60),
  });
  const reopened: OwnerEvent = {
    type: 'AssessedPhotoReopened',
    data: { ownerId, photoAssessmentId: 'first', photoId: 'a', reopenedAt: at(60) },
  };

  it('stands in the pool with the same assessment', () => {
    given(finished).when(reopen('a')).then([reopened]);
    given(finished).when(reopen('a', 'other')).then('CONFLICT');
    given([...finished, left('a')])
      .when(reopen('a'))
      .then('CONFLICT');
  });

  it('stays in the pool if an earlier move is reported late, as the other photos do', () => {
    given([...finished, reopened])
      .when(recordLeft('a', 59))
      .then([]);
    given([...finished, reopened])
      .when(recordLeft('a', 61))
      .then([left('a')]);
    given([...finished, reopened])
      .when(recordLeft('b', 59))
      .then([left('b')]);
  });
});

describe('a profile assessment', () => {
  const run = { ownerId, profileAssessmentId: 'group', assessmentId: 'run' };
  const open = { type: 'OpenProfileRound', ...run, photoIds: ['a'], at: at(60) } as const;
  const opened: OwnerEvent = { type: 'ProfileRoundOpened', data: run };
  const closed: OwnerEvent = { type: 'ProfileRoundClosed', data: run };

  it('needs a first profile, and runs alone', () => {
    given(finished).when(open).then('ONBOARDING_INCOMPLETE');
    given(onboarded).when(open).then([opened]);
    given([...onboarded, opened])
      .when({ ...open, profileAssessmentId: 'other', assessmentId: 'other' })
      .then('CONFLICT');
  });

  it('makes room once it is over, once', () => {
    given([...onboarded, opened])
      .when({ type: 'CloseProfileRound', ...run })
      .then([closed]);
    given([...onboarded, opened, closed])
      .when({ type: 'CloseProfileRound', ...run })
      .then([]);
    given([...onboarded, opened, closed])
      .when(open)
      .then([opened]);
  });
});

describe('a start of photos that exist already', () => {
  const again = (photoId: string, photoAssessmentId = 'again', isBeingAssessed = false): OwnerCommand =>
    reserveStored(photoAssessmentId, [photoId], isBeingAssessed ? [photoId] : []);
  const startedAgain = reserved('again', ['a'], false, 60);

  it('needs a first profile, unless it is the first assessment', () => {
    given([]).when(again('a')).then('ONBOARDING_INCOMPLETE');
    given([])
      .when(reserveStored('first', ['a', 'b']))
      .then([reserved('first', ['a', 'b'], true, 60)]);
    given(finished).when(again('a')).then('ONBOARDING_INCOMPLETE');
    given(onboarded).when(again('a')).then([startedAgain]);
    given(onboarded)
      .when(again('never-assessed'))
      .then([reserved('again', ['never-assessed'], false, 60)]);
  });

  it('is refused while the photo is being started or assessed', () => {
    given(onboarded)
      .when(again('a', 'again', true))
      .then('CONFLICT');
    given([...onboarded, startedAgain])
      .when(again('a', 'once-more'))
      .then('CONFLICT');
  });

  it('is refused as a whole if one of its photos is being assessed', () => {
    given(onboarded)
      .when(reserveStored('again', ['c', 'a'], ['a']))
      .then('CONFLICT');
  });

  it('counts photos that leave the pool and come back only once', () => {
    const six = reserved('next', ['c', 'd', 'e', 'f', 'g', 'h']);
    const full = [...onboarded, six, event('StartTaken', 'next')];
    given(full)
      .when(reserveStored('again', ['c', 'd']))
      .then([reserved('again', ['c', 'd'], false, 60)]);
    given(full)
      .when(reserveStored('again', ['c', 'a']))
      .then('POOL_FULL');
  });

  it('confirms a start in a pool that is too full by now, if none of its photos had left', () => {
    const seven = ['c', 'd', 'e', 'f', 'g', 'h', 'i'];
    given([...onboarded, reserved('next', seven)])
      .when(take('next', 61))
      .then([taken('next', 61)]);
    given([...onboarded, reserved('next', seven), left('c')])
      .when(take('next', 61))
      .then('POOL_FULL');
  });

  it('takes no second place in the pool for a photo that stands there', () => {
    const six = reserved('next', ['c', 'd', 'e', 'f', 'g', 'h']);
    given([...onboarded, six, event('StartTaken', 'next')])
      .when(again('c'))
      .then([reserved('again', ['c'], false, 60)]);
    given([...onboarded, six])
      .when(again('a'))
      .then('POOL_FULL');
  });

  it('has its photo in the pool once it is confirmed, wherever that was moved meanwhile', () => {
    const moved = [...onboarded, startedAgain, left('a')];
    given(moved)
      .when(take('again', 62))
      .then([taken('again', 62)]);
    given([...moved, taken('again', 62)])
      .when(recordLeft('a', 61))
      .then([]);
    given([...moved, taken('again', 62)])
      .when(recordLeft('a', 63))
      .then([left('a')]);
  });

  it('is refused where its photo’s place has been taken meanwhile', () => {
    const six = reserved('next', ['c', 'd', 'e', 'f', 'g', 'h'], false, 61);
    given([...onboarded, startedAgain, left('a'), six])
      .when(take('again', 62))
      .then('POOL_FULL');
    given([...onboarded, six])
      .when(take('next', 62))
      .then([taken('next', 62)]);
    const five = reserved('next', ['c', 'd', 'e', 'f', 'g'], false, 61);
    given([...onboarded, startedAgain, left('a'), five])
      .when(take('again', 62))
      .then([taken('again', 62)]);
  });

  it('that was confirmed by an older version leaves the photo where it was moved', () => {
    given([...onboarded, startedAgain, left('a'), event('StartTaken', 'again')])
      .when(recordLeft('a', 63))
      .then([]);
  });

  it('that comes to nothing leaves the photo where it was', () => {
    const six = reserved('next', ['c', 'd', 'e', 'f', 'g', 'h']);
    const released = [reserved('again', ['c'], false, 60), event('StartReleased', 'again')];
    given([...onboarded, six, ...released])
      .when(again('a'))
      .then('POOL_FULL');
    const forget: OwnerCommand = { type: 'ForgetPhoto', ownerId, photoId: 'a' };
    const forgotten: OwnerEvent = { type: 'PhotoForgotten', data: { ownerId, photoId: 'a' } };
    given([...onboarded, startedAgain, event('StartReleased', 'again')])
      .when(forget)
      .then([forgotten]);
    given([...onboarded, startedAgain, forgotten, event('StartReleased', 'again')])
      .when(forget)
      .then([]);
    given([...onboarded, reserved('new', ['c']), event('StartReleased', 'new')])
      .when({ type: 'ForgetPhoto', ownerId, photoId: 'c' })
      .then([]);
  });
});

describe('what happens once', () => {
  it('is recorded once', () => {
    given(running).when(take('first', 1)).then([]);
    given([first])
      .when(take('first', 1))
      .then([taken('first', 1)]);
    const release: OwnerCommand = { type: 'ReleaseStart', ownerId, photoAssessmentId: 'first' };
    const released = event('StartReleased', 'first');
    given(running).when(release).then([]);
    given([first]).when(release).then([released]);
    given([first, released]).when(release).then([]);
    given([first, released]).when(take('first', 1)).then([]);
    given(onboarded)
      .when({ type: 'RecordFirstProfile', ownerId, photoId: 'b', at: at(40) })
      .then([]);
  });

  it('forgets a deleted photo that was assessed, and only such', () => {
    const forgotten: OwnerEvent = { type: 'PhotoForgotten', data: { ownerId, photoId: 'a' } };
    given(onboarded).when({ type: 'ForgetPhoto', ownerId, photoId: 'a' }).then([forgotten]);
    given([...onboarded, forgotten])
      .when({ type: 'ForgetPhoto', ownerId, photoId: 'a' })
      .then([]);
    given([]).when({ type: 'ForgetPhoto', ownerId, photoId: 'never-assessed' }).then([]);
    given([...finished, forgotten])
      .when(recordLeft('a', 40))
      .then([]);
  });
});
