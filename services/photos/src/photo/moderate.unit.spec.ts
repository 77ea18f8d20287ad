import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { photoDecider } from './decide.js';
import {
  isHeld,
  isRemoved,
  legalHoldsOf,
  type ModerationEvent,
  type ModerationFact,
  purgeDueAt,
} from './moderation.js';
import { type KeptPhoto, type PhotoEvent, placeOfPictures } from './photo.js';

const given = specify(photoDecider);
const ids = { photoId: 'photo-1', userId: 'owner' };
const DAY_MS = 24 * 3_600_000;
const retentionMs = 30 * DAY_MS;
const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

const uploaded: PhotoEvent = { type: 'PhotoUploaded', data: { ...ids, photoAssessmentId: null, uploadedAt: at(0) } };
const record = (fact: ModerationFact) => ({ type: 'RecordModeration', fact }) as const;
const held = (day: number): ModerationFact => ({ type: 'PhotoHeld', data: { caseId: 'case', heldAt: at(day) } });

const released = (day: number): ModerationFact => ({
  type: 'PhotoHoldReleased',
  data: { caseId: 'case', releasedAt: at(day) },
});

const removal = (day: number, statementId = 'statement', isPassedOn = false) => ({
  ...{ caseId: 'case', statementId, isPassedOn },
  decidedAt: at(day),
});

const removed = (day: number, statementId = 'statement'): ModerationEvent => ({
  type: 'PhotoRemoved',
  data: removal(day, statementId),
});

const restored = (day: number, statementId = 'statement', isStillRemoved = false): ModerationEvent => ({
  type: 'PhotoRestored',
  data: { statementId, undoneAt: at(day), isRemoved: isStillRemoved },
});

const appealed: ModerationFact = { type: 'RemovalAppealed', data: { statementId: 'statement' } };

const appealEnded: ModerationFact = {
  type: 'RemovalAppealDecided',
  data: { statementId: 'statement', decidedAt: at(40) },
};

const deleted: PhotoEvent = { type: 'PhotoDeleted', data: { ...ids, isInQuarantine: true } };

const purged = (day: number): ModerationEvent => ({
  type: 'PicturesPurged',
  data: { photoId: 'photo-1', purgedAt: at(day) },
});

const purge = (day: number) => ({ type: 'PurgePictures', now: new Date(at(day)), retentionMs }) as const;
const stateAfter = (...events: PhotoEvent[]) => events.reduce(photoDecider.evolve, photoDecider.initialState());
const moderationAfter = (...events: PhotoEvent[]) => (stateAfter(uploaded, ...events) as KeptPhoto).moderation;

describe('a hold', () => {
  const hold = (day: number) => record(held(day));
  const release = (day: number) => record(released(day));

  it('counts once, and its release too', () => {
    given([uploaded])
      .when(hold(1))
      .then([held(1)]);
    given([uploaded, held(1)])
      .when(hold(1))
      .then([]);
    given([uploaded, held(1)])
      .when(release(2))
      .then([released(2)]);
    given([uploaded, held(1), released(2)])
      .when(release(2))
      .then([]);
  });

  it('is recorded again when it is made later, and so is a later release', () => {
    given([uploaded, held(1)])
      .when(hold(2))
      .then([held(2)]);
    given([uploaded, held(2)])
      .when(hold(1))
      .then([]);
    given([uploaded, released(2)])
      .when(release(3))
      .then([released(3)]);
    given([uploaded, released(2)])
      .when(release(1))
      .then([]);
  });

  it('that becomes known after its release holds nothing, and a later one does', () => {
    given([uploaded])
      .when(release(2))
      .then([released(2)]);
    given([uploaded, released(2)])
      .when(hold(1))
      .then([]);
    given([uploaded, released(2)])
      .when(hold(3))
      .then([held(3)]);
  });

  it('is not ended by a release of the hold before it', () => {
    expect(isHeld(moderationAfter(held(3), released(2)))).toBe(true);
    expect(isHeld(moderationAfter(held(1), released(2), held(3)))).toBe(true);
  });

  it('ends with a decision, also one of the same moment', () => {
    expect(isHeld(moderationAfter(held(1), removed(1)))).toBe(false);
    given([uploaded, removed(1)])
      .when(hold(1))
      .then([]);
  });

  it('keeps the photo out of the planner', () => {
    const planner = { hasFirstTested: true, hasMadeFirstProfile: true, ratingsMin: 0 };
    const move = { type: 'MoveToProfile', userId: 'owner', planner } as const;
    given([uploaded, held(1)])
      .when(move)
      .then('PHOTO_HELD');
    given([uploaded, held(1), released(2)])
      .when(move)
      .then([{ type: 'PhotoPlacedInProfile', data: { ...ids, wasFirstProfileSet: false } }]);
    const crop: PhotoEvent = { type: 'CropWanted', data: { statementId: 'crop', decidedAt: at(2) } };
    given([uploaded, held(1), crop])
      .when(move)
      .then('CONFLICT');
  });

  it('of a photo that is unknown is not a failure', () => given([]).when(hold(1)).then([]));
});

describe('a removal', () => {
  const remove = (day: number, statementId = 'statement') =>
    record({ type: 'PhotoRemoved', data: removal(day, statementId) });
  const undo = { type: 'UndoDecision', statementId: 'statement', undoneAt: at(2), effect: 'removal' } as const;

  it('counts once, and is undone once', () => {
    given([uploaded])
      .when(remove(1))
      .then([removed(1)]);
    given([uploaded, removed(1)])
      .when(remove(1))
      .then([]);
    given([uploaded, removed(1)])
      .when(undo)
      .then([restored(2)]);
    given([uploaded, removed(1), restored(2)])
      .when(undo)
      .then([]);
    expect(isRemoved(moderationAfter(removed(1), restored(2)))).toBe(false);
    expect(moderationAfter(removed(1), restored(2)).changedAt).toBe(at(2));
  });

  it('that becomes known after it was undone removes nothing', () => {
    given([uploaded])
      .when(undo)
      .then([restored(2)]);
    given([uploaded, restored(2)])
      .when(remove(1))
      .then([]);
  });

  it('by another decision stands when the first one is undone', () => {
    given([uploaded, removed(1), removed(1, 'other')])
      .when(undo)
      .then([restored(2, 'statement', true)]);
    expect(isRemoved(moderationAfter(removed(1), removed(1, 'other'), restored(2)))).toBe(true);
  });

  it('takes the photo from its owner, but not from the deletion of the account', () => {
    const remove = { type: 'DeletePhoto', userId: 'owner' } as const;
    given([uploaded, removed(1)])
      .when(remove)
      .then('NOT_FOUND');
    given([uploaded, removed(1)])
      .when({ ...remove, withAccount: true })
      .then([deleted]);
  });
});

describe('an appeal against a removal', () => {
  const appeal = record(appealed);
  const end = record(appealEnded);

  it('is recorded once, and its end too', () => {
    given([uploaded, removed(1)])
      .when(appeal)
      .then([appealed]);
    given([uploaded, removed(1), appealed])
      .when(appeal)
      .then([]);
    given([uploaded, removed(1), appealed])
      .when(end)
      .then([appealEnded]);
    given([uploaded, removed(1), appealed, appealEnded])
      .when(end)
      .then([]);
  });

  it('is over if its end or the undoing of the decision is known first', () => {
    given([uploaded, removed(1), appealEnded])
      .when(appeal)
      .then([]);
    given([uploaded, removed(1), restored(2)])
      .when(appeal)
      .then([]);
  });

  it('is no longer open once its decision is undone, and the appeal of another decision stays open', () => {
    const other: ModerationEvent = { type: 'RemovalAppealed', data: { statementId: 'other' } };
    const appeals = [removed(1), removed(1, 'other'), appealed, other];
    expect(moderationAfter(...appeals, restored(2, 'statement', true)).openAppeals).toEqual(['other']);
    expect(moderationAfter(...appeals, appealEnded).openAppeals).toEqual(['other']);
  });
});

describe('the wish for another crop', () => {
  const wish = (statementId = 'statement') => record({ type: 'CropWanted', data: { statementId, decidedAt: at(1) } });
  const wanted = (statementId = 'statement'): ModerationEvent => ({
    type: 'CropWanted',
    data: { statementId, decidedAt: at(1) },
  });
  const undo = { type: 'UndoDecision', statementId: 'statement', undoneAt: at(2), effect: 'crop' } as const;
  const undone = (isWanted = false): ModerationEvent => ({
    type: 'CropNoLongerWanted',
    data: { statementId: 'statement', undoneAt: at(2), isWanted },
  });

  it('is recorded once and undone once', () => {
    given([uploaded]).when(wish()).then([wanted()]);
    given([uploaded, wanted()]).when(wish()).then([]);
    given([uploaded, wanted()]).when(undo).then([undone()]);
    given([uploaded, wanted(), undone()]).when(undo).then([]);
    given([uploaded, wanted(), undone()]).when(wish()).then([]);
  });

  it('of another decision stands when the first one is undone', () => {
    given([uploaded, wanted(), wanted('other')])
      .when(undo)
      .then([undone(true)]);
    expect(moderationAfter(wanted(), wanted('other'), undone(true)).wantedCrops).toEqual(['other']);
  });

  it('stands when the removal by another decision is undone', () =>
    expect(moderationAfter(wanted('other'), removed(1), restored(2)).wantedCrops).toEqual(['other']));
});

describe('a case that ends without a decision about the photo', () => {
  it('changes nothing while the photo is there', () =>
    given([uploaded, held(1)])
      .when({ type: 'CloseCase', caseId: 'case', decidedAt: at(5) })
      .then([]));
});

describe('the quarantine', () => {
  it('ends 30 days after the decision, and the photo with it', () => {
    given([uploaded, removed(1)])
      .when(purge(30))
      .then([]);
    given([uploaded, removed(1)])
      .when(purge(31))
      .then([deleted, purged(31)]);
    given([uploaded, removed(1), deleted, purged(31)])
      .when(purge(32))
      .then([]);
  });

  it('lasts as long as an appeal is open', () => {
    given([uploaded, removed(1), appealed])
      .when(purge(39))
      .then([]);
    given([uploaded, removed(1), appealed, appealEnded])
      .when(purge(40))
      .then([deleted, purged(40)]);
  });

  it('never takes a photo that was restored', () => {
    given([uploaded, removed(1), restored(2)])
      .when(purge(60))
      .then([]);
  });

  it('keeps the pictures of a held photo that its owner deleted until its case is decided', () => {
    given([uploaded, held(1)])
      .when({ type: 'DeletePhoto', userId: 'owner' })
      .then([deleted]);
    given([uploaded, held(1), deleted])
      .when(purge(99))
      .then([]);
    given([uploaded, held(1), deleted])
      .when({ type: 'CloseCase', caseId: 'case', decidedAt: at(5) })
      .then([released(5)]);
    given([uploaded, held(1), deleted, released(5)])
      .when(purge(35))
      .then([purged(35)]);
  });

  it('is not entered by a photo that nobody holds', () => {
    const plain: PhotoEvent = { type: 'PhotoDeleted', data: ids };
    given([uploaded, held(1), released(2)])
      .when({ type: 'DeletePhoto', userId: 'owner' })
      .then([plain]);
    given([uploaded, plain])
      .when(record(held(9)))
      .then([]);
  });

  it('holds exactly the pictures that are not shown and not yet purged', () => {
    const places = [[], [removed(1)], [removed(1), restored(2)], [held(1), deleted], [removed(1), deleted, purged(31)]];
    expect(places.map((events) => placeOfPictures(stateAfter(uploaded, ...events) as KeptPhoto))).toEqual([
      'photos',
      'removed',
      'photos',
      'removed',
      'nowhere',
    ]);
  });

  it('lasts until nobody can report the photo any more', () => {
    const moderation = moderationAfter(removed(1));
    expect(purgeDueAt(moderation, retentionMs, null)).toEqual(new Date(at(31)));
    expect(purgeDueAt(moderation, retentionMs, new Date(at(20)))).toEqual(new Date(at(31)));
    expect(purgeDueAt(moderation, retentionMs, new Date(at(50)))).toEqual(new Date(at(50)));
  });

  it('has no end while a decision is still to come', () => {
    expect(purgeDueAt(moderationAfter(released(1), held(2)), retentionMs, null)).toBeNull();
  });
});

describe('a legal hold', () => {
  const passedOn = (caseId: string): ModerationEvent => ({
    type: 'PhotoRemoved',
    data: { ...removal(1, `on ${caseId}`, true), caseId },
  });
  const both = [removed(1), passedOn('first'), passedOn('second')];
  const holdsOf = (...events: PhotoEvent[]) => {
    const moderation = moderationAfter(...events);
    return { kept: legalHoldsOf(moderation), ended: moderation.endedLegalHolds };
  };

  it('is kept by each decision that passed the photo on, and by no other', () => {
    expect(holdsOf(...both)).toEqual({ kept: ['first', 'second'], ended: [] });
  });

  it('ends alone when its decision is undone', () => {
    expect(holdsOf(...both, restored(2))).toEqual({ kept: ['first', 'second'], ended: [] });
    expect(holdsOf(...both, restored(2, 'on first', true))).toEqual({ kept: ['second'], ended: ['first'] });
  });

  it('ends once when an operator releases it, and the photo stays removed', () => {
    const release = record({ type: 'LegalHoldReleased', data: { caseId: 'first', releasedAt: at(3) } });
    const released: ModerationEvent = { type: 'LegalHoldReleased', data: { caseId: 'first', releasedAt: at(3) } };
    given([uploaded, ...both])
      .when(release)
      .then([released]);
    given([uploaded, ...both, released])
      .when(release)
      .then([]);
    expect(holdsOf(...both, released)).toEqual({ kept: ['second'], ended: ['first'] });
    expect(isRemoved(moderationAfter(passedOn('first'), released))).toBe(true);
    given([uploaded, passedOn('first'), deleted, purged(31)])
      .when(release)
      .then([released]);
  });
});

describe('screening', () => {
  const awaiting: PhotoEvent = { type: 'PhotoUploaded', data: { ...uploaded.data, awaitsScreening: true } as never };
  const screen = { type: 'ScreenPhoto', findings: [], faces: 'one', now: new Date(at(1)) } as const;
  const screened: PhotoEvent = {
    type: 'PhotoScreened',
    data: { ...ids, findings: [], faces: 'one', screenedAt: at(1) },
  };

  it('is recorded once for a photo that awaits it, and for no other', () => {
    given([awaiting]).when(screen).then([screened]);
    given([awaiting, screened]).when(screen).then([]);
    given([uploaded]).when(screen).then([]);
    given([awaiting, { type: 'PhotoDeleted', data: ids }])
      .when(screen)
      .then([]);
  });
});
