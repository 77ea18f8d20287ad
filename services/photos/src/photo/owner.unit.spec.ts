import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { photoDecider } from './decide.js';
import { decideWithOwner, hasFirstTested, hasMadeFirstProfile, type OwnerEvent, ownerDecider } from './owner.js';
import type { PhotoEvent } from './photo.js';

const given = specify(ownerDecider);

const completed = (photoAssessmentId = 'test-1'): OwnerEvent => ({
  type: 'FirstTestCompleted',
  data: { photoAssessmentId },
});

const reset = (photoAssessmentId = 'test-1'): OwnerEvent => ({ type: 'FirstTestReset', data: { photoAssessmentId } });

const profileMade = (photoAssessmentId = 'test-1'): OwnerEvent => ({
  type: 'FirstProfileMade',
  data: { photoId: 'photo', photoAssessmentId },
});

const ownerAfter = (...events: OwnerEvent[]) => events.reduce(ownerDecider.evolve, ownerDecider.initialState());

describe('an owner’s progress', () => {
  it('begins with nothing', () => {
    expect(hasFirstTested(ownerAfter())).toBe(false);
    expect(hasMadeFirstProfile(ownerAfter())).toBe(false);
  });

  it('takes completion and reset once each', () => {
    given([]).when({ type: 'CompleteFirstTest', photoAssessmentId: 'test-1' }).then([completed()]);
    given([completed()]).when({ type: 'CompleteFirstTest', photoAssessmentId: 'test-1' }).then([]);
    given([completed()]).when({ type: 'ResetFirstTest', photoAssessmentId: 'test-1' }).then([reset()]);
    given([reset()]).when({ type: 'ResetFirstTest', photoAssessmentId: 'test-1' }).then([]);
  });

  it('does not count a first assessment that was reset, in whatever order that becomes known', () => {
    expect(hasFirstTested(ownerAfter(completed(), reset()))).toBe(false);
    expect(hasFirstTested(ownerAfter(reset(), completed()))).toBe(false);
    expect(hasFirstTested(ownerAfter(reset(), completed(), completed('test-2')))).toBe(true);
  });

  it('takes the first profile back with the assessment it was made on', () => {
    expect(hasMadeFirstProfile(ownerAfter(completed(), profileMade()))).toBe(true);
    expect(hasMadeFirstProfile(ownerAfter(completed(), profileMade(), reset()))).toBe(false);
    expect(hasMadeFirstProfile(ownerAfter(reset('test-0'), completed(), profileMade()))).toBe(true);
  });
});

describe('the first move into the planner', () => {
  const rated: PhotoEvent[] = [
    {
      type: 'PhotoUploaded',
      data: { photoId: 'photo', userId: 'owner', photoAssessmentId: null, uploadedAt: '2026-03-01T12:00:00.000Z' },
    },
    ...Array.from({ length: 3 }, (): PhotoEvent => ({ type: 'PhotoRated', data: { photoAssessmentId: 'test-1' } })),
  ];
  const photo = rated.reduce(photoDecider.evolve, photoDecider.initialState());
  const move = (owner: OwnerEvent[]) =>
    decideWithOwner((planner) => ({ type: 'MoveToProfile', userId: 'owner', planner }), photo, ownerAfter(...owner), 3);

  it('is recorded with the owner', () => {
    const { photoEvents, ownerEvents } = move([completed()]);
    expect(photoEvents).toMatchObject([{ data: { wasFirstProfileSet: true } }]);
    expect(ownerEvents).toEqual([profileMade()]);
  });

  it('is the first once', () => {
    const { photoEvents, ownerEvents } = move([completed(), profileMade()]);
    expect(photoEvents).toMatchObject([{ data: { wasFirstProfileSet: false } }]);
    expect(ownerEvents).toEqual([]);
  });

  it('is the first again after a reset', () => {
    const { ownerEvents } = move([completed(), profileMade(), reset(), completed('test-2')]);
    expect(ownerEvents).toEqual([profileMade('test-2')]);
  });
});
