import type { DomainError } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { rateFirst } from './decide-slot.js';
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
  photos,
  rating,
  reserve,
  reset,
  slot,
  started,
  submit,
} from './photo-assessment.fixture.spec.js';

const [photoA, photoB] = photos;

describe('a slot', () => {
  it('is a place on every open photo for 15 minutes', () => {
    given(started())
      .when(reserve('assessor', 2))
      .then([slot('assessor', 2)]);
  });

  it('is renewed, though not more often than once a minute', () => {
    given([...started(), slot('assessor', 2)])
      .when(reserve('assessor', 3))
      .then([slot('assessor', 3, photos, 29)]);
    given([...started(), slot('assessor', 2)])
      .when({ ...reserve('assessor', 2), at: '2026-01-01T12:02:59.999Z' })
      .then([]);
  });

  it('holds a place for 45 minutes in sum, whatever renewals and breaks there are', () => {
    const history = [
      ...started(),
      slot('assessor', 2),
      slot('assessor', 12, photos, 20),
      slot('assessor', 40, photos, 5),
    ];
    const last = slot('assessor', 60, photos, 0);
    if (last.type === 'SlotReserved') last.data.expiresAt = at(65);
    given(history).when(reserve('assessor', 60)).then([last]);
    given([...history, last])
      .when(reserve('assessor', 63))
      .then([]);
    given([...history, last])
      .when(reserve('assessor', 65))
      .then('NOT_FOUND');
  });

  it('gives back with a submission what is left of its time', () => {
    const ofA = accepted('assessor', [rating(photoA)], 10);
    given([...started(), slot('assessor', 2, [photoA]), ofA])
      .when(reserve('assessor', 6))
      .then([slot('assessor', 6, [photoB], 27)]);
  });

  it('on some photos is all that a submission needs, also once it has expired', () => {
    const ratings = [{ photoId: photoA, rating: 14, comments: oneComment }];
    const late = submit('assessor', { ratings, photosTogether: 1, at: at(20) });
    given([...started(), slot('assessor', 2, [photoA])])
      .when(late)
      .then([
        {
          ...accepted('assessor', [rating(photoA)], 0),
          data: { ...accepted('assessor', [rating(photoA)], 0).data, photosTogether: 1, acceptedAt: at(20) },
        } as PhotoAssessmentEvent,
      ]);
  });

  it('is again on the photos that the assessor began with, whichever are the likeliest now', () => {
    const likeliestFirst = [photoB, photoA];
    for (const minutes of [4, 40]) {
      const left = minutes === 4 ? 28 : 15;
      given([...started(), slot('assessor', 2, [photoA])])
        .when(reserve('assessor', minutes, { likeliestFirst }))
        .then([slot('assessor', minutes, [photoA], left)]);
    }
    given(started())
      .when(reserve('other', 2, { likeliestFirst }))
      .then([slot('other', 2)]);
  });

  it('is free at once when it is released, and only by its own opening', () => {
    const history = [...started({ testLimit: 1 }), slot('first', 1)];
    const release = { type: 'ReleaseSlot', openingId: 'opening-1', assessorId: 'first', at: at(3) } as const;
    const released: PhotoAssessmentEvent = {
      type: 'SlotReleased',
      data: {
        photoAssessmentId: 'test-1',
        openingId: 'opening-1',
        assessorId: 'first',
        assessmentIds: photos.map(idOf),
        releasedAt: at(3),
      },
    };
    given(history).when(release).then([released]);
    given(history)
      .when({ ...release, openingId: 'opening-2' })
      .then([]);
    given([...history, released])
      .when(release)
      .then([]);
    given([...history, released])
      .when(reserve('second', 3))
      .then([slot('second', 3)]);
    given([...history, released])
      .when(reserve('first', 4))
      .then([slot('first', 4, photos, 28)]);
  });

  it('covers no more photos than it is asked for, and goes on with those that it has', () => {
    given(started())
      .when(reserve('assessor', 2, { photosMax: 1 }))
      .then([slot('assessor', 2, [photoA])]);
    given([...started(), slot('assessor', 2, [photoB])])
      .when(reserve('assessor', 3, { photosMax: 1 }))
      .then([slot('assessor', 3, [photoB], 29)]);
  });

  it('keeps the moment when it was opened while it is renewed in time, and begins anew after that', () => {
    const openedAt = (...minutes: number[]) => {
      const events = [...started(), ...minutes.map((minute) => slot('assessor', minute))];
      const state = events.reduce(decider.evolve, decider.initialState());
      return state.status === 'started' ? state.slots[0]?.openedAt : undefined;
    };
    expect(openedAt(2, 10)).toBe(at(2));
    expect(openedAt(2, 17)).toBe(at(17));
  });

  it('leaves the last place to whoever reserved it first', () => {
    const history = [...started({ testLimit: 1 }), slot('first', 1)];
    given(history).when(reserve('second', 2)).then('NOT_FOUND');
    given(history).when(submit('second')).then('ASSESSMENT_COMPLETE');
    given(history)
      .when(submit('first'))
      .then([
        notFirst(accepted('first')),
        completed(photoA),
        completed(photoB),
        {
          type: 'PhotoAssessmentCompleted',
          data: {
            photoAssessmentId: 'test-1',
            ownerId,
            photoIds: [...photos],
            isFirstAssessment: false,
            completedAt: at(5),
          },
        },
      ]);
  });

  it('frees itself when its time is over', () => {
    const history = [...started({ testLimit: 1 }), slot('first', 1)];
    given(history).when(reserve('second', 15)).then('NOT_FOUND');
    given(history)
      .when(reserve('second', 16))
      .then([slot('second', 16)]);
    given([...history, slot('second', 16)])
      .when(submit('first', { at: at(17) }))
      .then('ASSESSMENT_COMPLETE');
  });

  it('is not needed while there is room, and without it nothing is earned', () => {
    given([...started({ testLimit: 2 }), slot('first', 1)])
      .when(submit('second'))
      .then([accepted('second', undefined, 0)]);
  });

  it('is not to be had for the owner, after rating, or on a photo assessment that is over', () => {
    given(started()).when(reserve(ownerId, 1)).then('NOT_FOUND');
    given([...started(), accepted('assessor')])
      .when(reserve('assessor', 6))
      .then('NOT_FOUND');
    given([...started({ testLimit: 1 }), accepted('first'), completed(photoA), completed(photoB)])
      .when(reserve('second', 6))
      .then('NOT_FOUND');
    given([]).when(reserve('assessor', 1)).then('NOT_FOUND');
  });

  it('covers only what has room, and then only that is asked for', () => {
    const history = [...started({ testLimit: 1 }), ended(photoB, 5)];
    given(history)
      .when(reserve('assessor', 2))
      .then([slot('assessor', 2, [photoA])]);
    given([...history, slot('assessor', 2, [photoA])])
      .when(submit('assessor', { ratings: submit('assessor').ratings.slice(0, 1) }))
      .then([
        notFirst(accepted('assessor', [rating(photoA)], 10)),
        completed(photoA),
        {
          type: 'PhotoAssessmentCompleted',
          data: {
            photoAssessmentId: 'test-1',
            ownerId,
            photoIds: [photoA],
            isFirstAssessment: false,
            completedAt: at(5),
          },
        },
      ]);
  });
});

describe('a slot where the question is which photo is the best', () => {
  const likeliestFirst = [photoB, photoA];
  const rated = (...assessorIds: string[]) => [
    ...started({ testLimit: 6 }),
    ...assessorIds.map((assessorId) => accepted(assessorId)),
  ];

  it('begins with the likeliest photo once each has three ratings or live slots', () => {
    given(rated('ann', 'ben', 'cat'))
      .when(reserve('dan', 6, { likeliestFirst }))
      .then([slot('dan', 6, likeliestFirst)]);
    given([...rated('ann', 'ben'), slot('cat', 5)])
      .when(reserve('dan', 6, { likeliestFirst }))
      .then([slot('dan', 6, likeliestFirst)]);
    given(rated('ann', 'ben'))
      .when(reserve('dan', 6, { likeliestFirst }))
      .then([slot('dan', 6)]);
  });
});

describe('ending an assessment', () => {
  it('says that moderation ended it', () => {
    const event = ended(photoA, 20);
    given(started())
      .when(end(photoA, { isByModeration: true }))
      .then([{ ...event, data: { ...event.data, isByModeration: true } } as PhotoAssessmentEvent]);
  });

  it('gives back what no assessor will use', () => {
    given([...started(), accepted('assessor')])
      .when(end(photoA))
      .then([ended(photoA, 15)]);
  });

  it('tells when nothing of the photo assessment runs any more', () => {
    given([...started(), accepted('assessor'), ended(photoB, 15)])
      .when(end(photoA))
      .then([ended(photoA, 15, 9, true)]);
  });

  it('spares the places that somebody is working for, where it is told to, and gives back the others', () => {
    const sparing = end(photoA, { sparingSlots: { refundId: 'refund-1' } });
    const shrunk = {
      type: 'AssessedPhotoShrunk',
      data: {
        ...{ assessmentId: idOf(photoA), photoId: photoA, photoAssessmentId: 'test-1', ownerId, refundId: 'refund-1' },
        ...{ removedAssessors: 2, testLimit: 2, refundTokens: 10, shrunkAt: at(9) },
      },
    } as const;
    const history = [...started(), accepted('assessor'), slot('working', 2)];
    given(history).when(sparing).then([shrunk]);
    given([...history, shrunk])
      .when(sparing)
      .then([]);
    given([...history, shrunk])
      .when(end(photoA, { sparingSlots: { refundId: 'refund-2' }, at: at(17) }))
      .then([ended(photoA, 5, 17)]);
    given(history)
      .when(end(photoA))
      .then([ended(photoA, 15)]);
  });

  it('gives back nothing twice, and nothing of a complete one', () => {
    given([...started(), ended(photoA, 20)])
      .when(end(photoA))
      .then([]);
    given([...started({ testLimit: 1 }), accepted('assessor'), completed(photoA), completed(photoB)])
      .when(end(photoA))
      .then([]);
  });

  it('knows no photo of somebody else', () => {
    given(started()).when(end('other')).then('NOT_FOUND');
    given(started())
      .when(end(photoA, { ownerId: 'another' }))
      .then('NOT_FOUND');
  });

  it('refuses ratings that arrive after it, with the reason at the photo', () => {
    const history = [...started(), ended(photoA, 20)];
    given(history).when(submit('assessor')).then('ASSESSMENT_COMPLETE');
    const state = history.reduce(decider.evolve, decider.initialState());
    try {
      decider.decide(submit('assessor'), state);
    } catch (error) {
      expect((error as DomainError).details).toEqual([
        { field: 'ratings[0].photoId', message: 'This assessment has been ended.' },
      ]);
    }
    expect.assertions(1);
  });

  it('resets all of the first assessment while the owner has no profile', () => {
    given([...started({}, true), accepted('assessor')])
      .when(end(photoA, { isOnboarding: true }))
      .then([ended(photoA, 15), ended(photoB, 15, 9, true), reset(30)]);
  });

  it('resets a complete first assessment only when a photo is removed', () => {
    const history = [...started({ testLimit: 1 }, true), accepted('assessor'), completed(photoA), completed(photoB)];
    given(history)
      .when(end(photoA, { isOnboarding: true }))
      .then([]);
    given(history)
      .when(end(photoA, { isOnboarding: true, isRemoved: true }))
      .then([reset()]);
    given(history)
      .when(end(photoA, { isRemoved: true, isOnboarding: true, givesBack: true }))
      .then([reset(10, 10)]);
    given([...history, reset()])
      .when(end(photoB, { isOnboarding: true, isRemoved: true }))
      .then([]);
    given(history)
      .when(end(photoA, { isRemoved: true }))
      .then([]);
  });
});

const photosWith = (...ratings: number[]) =>
  ratings.map((count, index) => ({ photoId: 'abcdef'[index]!, ratings: count }));

const chosen = (photos: ReturnType<typeof photosWith>, likeliestFirst: string[]) =>
  rateFirst(photos, likeliestFirst).map(({ photoId }) => photoId);

describe('an assessor rates first', () => {
  it.each([
    ['all photos, while none has its three ratings', photosWith(0, 0, 2, 2), ['d'], ['a', 'b', 'c', 'd']],
    ['those that lack ratings, if they are two', photosWith(3, 2, 4, 2), ['a', 'b', 'c', 'd'], ['b', 'd']],
    ['the likeliest one beside the only one that lacks ratings', photosWith(3, 2, 4, 3), ['c', 'a'], ['b', 'c']],
    ['the two likeliest to be the best', photosWith(3, 3, 9, 4), ['c', 'b', 'a', 'd'], ['c', 'b']],
    ['photos of which something is known before others', photosWith(3, 3, 3), ['c'], ['c', 'a']],
    ['what there is, if that is less', photosWith(5), [], ['a']],
    ['nothing of nothing', photosWith(), ['a'], []],
  ])('%s', (_, photos, likeliestFirst, expected) => {
    expect(chosen(photos, likeliestFirst)).toEqual(expected);
  });
});
