import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { ownerStreams } from './decide.js';
import {
  accountSuspended,
  evolve,
  heldOf,
  initialState,
  isSuspended,
  type OwnerCommand,
  type OwnerEvent,
  suspensionOf,
  unscreenedOf,
} from './owner.js';

const given = specify(ownerStreams);
const ownerId = 'owner';
const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
const photo = { ownerId, photoId: 'c' };

const onboarded: OwnerEvent[] = [
  {
    type: 'StartReserved',
    data: { ownerId, photoAssessmentId: 'first', photoIds: ['a', 'b'], isFirstAssessment: true, reservedAt: at(0) },
  },
  { type: 'StartTaken', data: { ownerId, photoAssessmentId: 'first', takenAt: at(0) } },
  { type: 'FirstAssessmentFinished', data: { ownerId, photoAssessmentId: 'first' } },
  { type: 'FirstProfileMade', data: { ownerId, photoId: 'a', madeAt: at(1) } },
];

const held: OwnerEvent = { type: 'OwnerPhotoHeld', data: { ...photo, heldAt: at(10) } };

const barred = (how: 'removed' | 'crop'): OwnerEvent => ({
  type: 'OwnerPhotoBarred',
  data: { ...photo, how, barredAt: at(20) },
});

const suspended = (until: string | null, statementId = 'statement'): OwnerEvent => ({
  type: 'OwnerSuspended',
  data: { ownerId, statementId, until, suspendedAt: at(10) },
});

const about = <Type extends 'HoldPhoto' | 'ReleasePhoto' | 'RestorePhoto' | 'AwaitScreening' | 'RecordScreening'>(
  type: Type,
  minutes = 30,
) => ({ ...photo, type, at: at(minutes) });

const bar = (how: 'removed' | 'crop', minutes = 20): OwnerCommand => ({
  ...photo,
  type: 'BarPhoto',
  how,
  at: at(minutes),
});

const reserve = (minutes: number): OwnerCommand => ({
  type: 'ReserveStart',
  ownerId,
  photoAssessmentId: 'next',
  photoIds: ['c'],
  areStored: true,
  assessedPhotoIds: [],
  at: at(minutes),
});

const openRound = (minutes: number): OwnerCommand => ({
  type: 'OpenProfileRound',
  ownerId,
  profileAssessmentId: 'profile',
  assessmentId: 'round',
  photoIds: ['a', 'c'],
  at: at(minutes),
});

const refused = (history: OwnerEvent[], code: string, minutes = 30): void => {
  for (const start of [reserve(minutes), openRound(minutes)])
    given([...onboarded, ...history])
      .when(start)
      .then(code);
};

const stateAfter = (...events: OwnerEvent[]) => events.reduce(evolve, initialState());

describe('a photo that a moderator looks at', () => {
  it('is held once, and starts in nothing until it is released', () => {
    given(onboarded).when(about('HoldPhoto', 10)).then([held]);
    given([...onboarded, held])
      .when(about('HoldPhoto'))
      .then([]);
    refused([held], 'PHOTO_HELD');
    const released: OwnerEvent = { type: 'OwnerPhotoReleased', data: { ...photo, releasedAt: at(30) } };
    given([held]).when(about('ReleasePhoto')).then([released]);
    given([held, released]).when(about('ReleasePhoto')).then([]);
    given([...onboarded, held, released])
      .when(openRound(40))
      .then([{ type: 'ProfileRoundOpened', data: { ownerId, profileAssessmentId: 'profile', assessmentId: 'round' } }]);
  });

  it('does not exist for a start once it is removed, and cannot be held again', () => {
    given([held])
      .when(bar('removed'))
      .then([barred('removed')]);
    given([held, barred('removed')])
      .when(bar('removed', 25))
      .then([]);
    given([held, barred('removed')])
      .when(about('HoldPhoto'))
      .then([]);
    refused([held, barred('removed')], 'NOT_FOUND');
  });

  it('cannot be assessed while another crop is wanted, and can still be removed', () => {
    refused([held, barred('crop')], 'PHOTO_HELD');
    given([held, barred('crop')])
      .when(bar('removed'))
      .then([barred('removed')]);
  });

  it('stays barred when another one is, and is held beside others', () => {
    const other: OwnerEvent = {
      type: 'OwnerPhotoBarred',
      data: { ownerId, photoId: 'd', how: 'removed', barredAt: at(20) },
    };
    refused([barred('removed'), other], 'NOT_FOUND');
    expect(heldOf(stateAfter(held), ['a', 'c', 'd'])).toEqual(['c']);
  });

  it('can be assessed again once it is restored', () => {
    const restored: OwnerEvent = { type: 'OwnerPhotoRestored', data: { ...photo, restoredAt: at(30) } };
    given([held, barred('removed')])
      .when(about('RestorePhoto'))
      .then([restored]);
    given([held, barred('removed'), restored])
      .when(about('RestorePhoto'))
      .then([]);
    given([...onboarded, held, barred('removed'), restored])
      .when(openRound(40))
      .then([{ type: 'ProfileRoundOpened', data: { ownerId, profileAssessmentId: 'profile', assessmentId: 'round' } }]);
  });

  it('is forgotten with all that is known of it', () => {
    const forgotten: OwnerEvent = { type: 'PhotoForgotten', data: photo };
    given([held])
      .when({ type: 'ForgetPhoto', ...photo })
      .then([forgotten]);
    given([held, forgotten])
      .when({ type: 'ForgetPhoto', ...photo })
      .then([]);
    given([barred('removed'), forgotten])
      .when(about('RestorePhoto'))
      .then([]);
  });
});

describe('a photo that waits to be screened', () => {
  const awaited: OwnerEvent = { type: 'OwnerPhotoAwaitsScreening', data: { ...photo, awaitedAt: at(30) } };
  const screened: OwnerEvent = { type: 'OwnerPhotoScreened', data: { ...photo, screenedAt: at(30) } };

  it('does so once, and never after its screening, in whatever order the two are told', () => {
    given([]).when(about('AwaitScreening')).then([awaited]);
    given([awaited]).when(about('AwaitScreening')).then([]);
    given([awaited]).when(about('RecordScreening')).then([screened]);
    given([]).when(about('RecordScreening')).then([screened]);
    const forgotten: OwnerEvent = { type: 'PhotoForgotten', data: photo };
    given([screened, forgotten]).when(about('AwaitScreening')).then([awaited]);
    const others = (['OwnerPhotoAwaitsScreening', 'OwnerPhotoScreened'] as const).map(
      (type) => ({ type, data: { ownerId, photoId: 'd', awaitedAt: at(30), screenedAt: at(30) } }) as OwnerEvent,
    );
    expect(unscreenedOf(stateAfter(awaited, others[0]!), ['a', 'c', 'd'])).toEqual(['c', 'd']);
    expect(unscreenedOf(stateAfter(awaited, others[1]!), ['a', 'c', 'd'])).toEqual(['c']);
    for (const history of [[awaited, screened], [screened]])
      for (const type of ['AwaitScreening', 'RecordScreening'] as const) given(history).when(about(type)).then([]);
  });
});

describe('a suspended person', () => {
  it('starts nothing until the time is over', () => {
    refused([suspended(at(60))], 'ACCOUNT_SUSPENDED', 59);
    given([...onboarded, suspended(at(60))])
      .when(openRound(60))
      .then([{ type: 'ProfileRoundOpened', data: { ownerId, profileAssessmentId: 'profile', assessmentId: 'round' } }]);
    refused([suspended(null)], 'ACCOUNT_SUSPENDED', 999_999);
  });

  it('is suspended until the last of several suspensions is over', () => {
    const state = stateAfter(suspended(at(60), 'long'), suspended(at(50), 'short'));
    expect(suspensionOf(state, at(40))).toEqual({ until: at(60) });
    expect([at(59), at(60)].map((time) => isSuspended(state, time))).toEqual([true, false]);
    expect(isSuspended(stateAfter(), at(40))).toBe(false);
  });

  it('reads the last day of the suspension in the refusal', () => {
    expect(accountSuspended('2026-02-03T12:00:00.000Z').message).toBe(
      'Your account is suspended until 3 February 2026. Our email explains why, and how to appeal.',
    );
    expect(accountSuspended(null).message).toBe(
      'Your account is suspended. Our email explains why, and how to appeal.',
    );
  });

  it('has nothing run again', () => {
    given([...onboarded, suspended(null)])
      .when({ type: 'RecordReopening', ownerId, photoAssessmentId: 'first', photoId: 'a', at: at(30) })
      .then('ACCOUNT_SUSPENDED');
  });

  it('is suspended and reinstated once for each decision', () => {
    const suspend: OwnerCommand = { type: 'Suspend', ownerId, statementId: 'statement', until: at(60), at: at(10) };
    given([])
      .when(suspend)
      .then([suspended(at(60))]);
    given([suspended(at(60))])
      .when({ ...suspend, at: at(20) })
      .then([]);
    const data = { ownerId, statementId: 'statement', reinstatedAt: at(30) };
    const reinstated: OwnerEvent = { type: 'OwnerReinstated', data };
    const reinstate: OwnerCommand = { type: 'Reinstate', ownerId, statementId: 'statement', at: at(30) };
    given([suspended(null)])
      .when(reinstate)
      .then([reinstated]);
    given([suspended(null), reinstated])
      .when(reinstate)
      .then([]);
  });

  it('stays closed by one decision when another is undone or over', () => {
    const closed = suspended(null, 'closure');
    refused([closed, suspended(at(60))], 'ACCOUNT_SUSPENDED', 999_999);
    const data = { ownerId, statementId: 'statement', reinstatedAt: at(30) };
    refused([suspended(at(60)), closed, { type: 'OwnerReinstated', data }], 'ACCOUNT_SUSPENDED', 40);
  });
});
