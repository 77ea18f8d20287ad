import {
  type CaseId,
  identityEvents,
  MODERATION,
  moderationEvents,
  type PhotoId,
  photosRpc,
  type StoredPhoto,
  type UserId,
} from '@candid/contracts';
import { eventually, tablesNaming } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newUserId, nothingEnded, PhotosFixture, refusalOf } from '../photos.fixture.spec.js';
import { findMissingPictures } from '../pictures/missing-pictures.js';
import { keepLikeness } from '../screening/likeness.rows.js';

const { PhotoHeld, PhotoHoldReleased, CaseDecided, DecisionUndone, AppealFiled, AppealDecided, DeletedPhotoReported } =
  moderationEvents;

const DAY_MS = 24 * 3_600_000;
const uuid = () => crypto.randomUUID() as never;

describe('moderation', () => {
  let photos: PhotosFixture;
  let userId: UserId;
  let photo: StoredPhoto;
  let caseId: CaseId;
  let statementId: string;

  beforeAll(async () => {
    photos = await PhotosFixture.start();
  });
  afterAll(() => photos.stop());
  beforeEach(async () => {
    userId = newUserId();
    [photo] = (await photos.upload(userId)) as [StoredPhoto];
    caseId = uuid();
    statementId = uuid();
  });

  const now = () => new Date().toISOString();
  const asModerator = () => photos.context(newUserId(), { roles: ['moderator'] });
  const decided = (decision: string) =>
    ({ caseId, statementId, kind: 'photo', decision, userId, photoId: photo.photoId }) as never as {
      decision: 'removePhoto';
      kind: 'photo';
    } & Record<'caseId' | 'statementId' | 'userId' | 'photoId', never>;
  const caseDecided = (decision: string) => ({
    ...decided(decision),
    ...{ rule: null, until: null, decidedAt: now(), answered: [] },
  });
  const hold = async () => {
    const data = { caseId, statementId: uuid(), photoId: photo.photoId, userId, reason: 'sexual', heldAt: now() };
    const event = await photos.publish(PhotoHeld, data as never);
    await photos.settled('mark-on-photo-held', event);
    return event;
  };
  const decide = async (decision: string) => {
    const event = await photos.publish(CaseDecided, caseDecided(decision));
    await photos.settled('remove-on-case-decided', event);
    return event;
  };
  const undo = async (decision: string) => {
    const event = await photos.publish(DecisionUndone, { ...decided(decision), undoneAt: now() });
    await photos.settled('restore-on-decision-undone', event);
    return event;
  };
  const dueNow = () => photos.session.query('update work_items set available_at = now() where completed_at is null');
  const openWork = async () =>
    photos.session.query(`select id from work_items where completed_at is null and available_at <= now()
      and queue <> 'photos-screen'`);
  const work = async () => {
    await photos.startWorker();
    await eventually(async () => expect(await openWork()).toEqual([]));
    await photos.stopWorker();
  };
  const keysOf = async (photoId: PhotoId) => {
    const all = [...(await photos.keys('photos/')), ...(await photos.keys('removed/' as never))];
    return [...all, ...(await photos.keys('evidence/' as never))].filter((key) => key.includes(photoId));
  };
  const prefixesOf = async (photoId: PhotoId) => [...new Set((await keysOf(photoId)).map((key) => key.split('/')[0]))];
  const casePhoto = async () => {
    const request = { photoIds: [photo.photoId] };
    return (await photos.rpc.call(photosRpc.getCasePhotos, request, asModerator())).photos[0];
  };
  /** Returns the types of the photo's events. Omits `PhotoScreened`, because its time is unpredictable. */
  const typesOf = async () =>
    (await photos.eventsOf(`photo-${photo.photoId}`))
      .map(({ type }) => type)
      .filter((type) => type !== 'PhotoScreened');
  const remove = () =>
    photos.rpc.call(photosRpc.deletePhoto, { userId, photoId: photo.photoId }, photos.context(userId));

  it('keeps the pictures of a deleted photo apart while an assessor can report it, and then for its case', async () => {
    const [other] = (await photos.upload(userId)) as [StoredPhoto];
    photos.assessments.answers['endAssessment'] = () => ({ ...nothingEnded, isReportable: true });
    for (const { photoId } of [photo, other])
      await photos.rpc.call(photosRpc.deletePhoto, { userId, photoId }, photos.context(userId));
    photos.assessments.reset();
    await work();
    expect([await prefixesOf(photo.photoId), await prefixesOf(other.photoId)]).toEqual([['removed'], ['removed']]);
    const reported = { caseId, photoId: photo.photoId, userId, reportedAt: now() };
    await photos.settled('keep-on-deleted-photo-reported', await photos.publish(DeletedPhotoReported, reported));
    photos.passTime(MODERATION.reportableMs + DAY_MS);
    await dueNow();
    await work();
    expect([await prefixesOf(photo.photoId), await prefixesOf(other.photoId)]).toEqual([['removed'], []]);
    expect(await casePhoto()).toMatchObject({ state: 'removed' });
    await decide('noViolation');
    photos.passTime(MODERATION.retentionMs + DAY_MS);
    await dueNow();
    await work();
    expect(await prefixesOf(photo.photoId)).toEqual([]);
  });

  it('marks a held photo in its owner’s lists until it is released, told twice or in the wrong order', async () => {
    const event = await hold();
    await photos.deliver(PhotoHeld, event);
    await eventually(async () => expect(await photos.list(userId, 'bank')).toMatchObject([{ moderation: 'held' }]));
    const move = { userId, photoId: photo.photoId };
    const planner = photos.rpc.call(photosRpc.setProfile, move, photos.context(userId));
    expect(await refusalOf(planner)).toMatchObject({ code: 'PHOTO_HELD' });
    const released = { caseId, photoId: photo.photoId, userId, releasedAt: now() };
    await photos.settled('unmark-on-photo-hold-released', await photos.publish(PhotoHoldReleased, released));
    const late = { caseId, statementId: uuid(), photoId: photo.photoId, userId, reason: 'minor' };
    const before = new Date(Date.now() - 60_000).toISOString();
    await photos.settled('mark-on-photo-held', await photos.publish(PhotoHeld, { ...late, heldAt: before } as never));
    await eventually(async () => expect(await photos.list(userId, 'bank')).toMatchObject([{ moderation: 'none' }]));
    expect(await typesOf()).toEqual(['PhotoUploaded', 'PhotoHeld', 'PhotoHoldReleased']);
  });

  it('asks for another crop until that is undone', async () => {
    await decide('askForCrop');
    await eventually(async () => expect((await photos.photo(photo.photoId))!.moderation).toBe('crop-wanted'));
    await undo('askForCrop');
    await eventually(async () => expect((await photos.photo(photo.photoId))!.moderation).toBe('none'));
  });

  it('takes a removed photo out of every list and its pictures into quarantine, and back when that is undone', async () => {
    const before = await keysOf(photo.photoId);
    const event = await decide('removePhoto');
    await photos.deliver(CaseDecided, event);
    await eventually(async () => expect(await photos.list(userId, 'bank')).toEqual([]));
    expect(await photos.photo(photo.photoId)).toBeUndefined();
    expect(
      (await photos.rpc.call(photosRpc.exportPhotos, { userId, limit: 9 }, photos.context(userId))).photos,
    ).toEqual([]);
    expect(await refusalOf(remove())).toMatchObject({ code: 'NOT_FOUND' });
    await work();
    expect(await prefixesOf(photo.photoId)).toEqual(['removed']);
    expect(await casePhoto()).toMatchObject({ state: 'removed', deletedAt: expect.any(String) });
    expect((await casePhoto())!.renditions[0]!.path).toMatch(new RegExp(`^/api/media/removed/${photo.photoId}/270`));
    for await (const missing of findMissingPictures(photos)) expect(missing).toBeUndefined();

    await undo('removePhoto');
    await work();
    expect(await keysOf(photo.photoId)).toEqual(before);
    expect(await photos.list(userId, 'bank')).toMatchObject([{ photoId: photo.photoId, moderation: 'none' }]);
    expect(await casePhoto()).toMatchObject({ state: 'kept', deletedAt: null });
  });

  it('loses no picture to a crash in the middle of the move, or to moves in the wrong order', async () => {
    await decide('removePhoto');
    // Simulates an incomplete move: two of three pictures are copied, and one of them is removed at its source.
    const [first, second, third] = await photos.keys(`photos/${photo.photoId}/`);
    for (const key of [first!, second!]) {
      const { stream, contentType } = (await photos.storage.get(key))!;
      await photos.storage.put(key.replace('photos/', 'removed/'), stream, contentType);
    }
    await photos.storage.remove(first!);
    await work();
    expect(await keysOf(photo.photoId)).toEqual([first, second, third].map((k) => k!.replace('photos/', 'removed/')));
    await photos.session.query('update work_items set completed_at = null');
    await undo('removePhoto');
    await work();
    expect(await keysOf(photo.photoId)).toEqual([first, second, third]);
  });

  it('purges the quarantine 30 days after the decision, later while an appeal is open', async () => {
    await decide('removePhoto');
    const filed = await photos.publish(AppealFiled, { ...decided('removePhoto'), filedAt: now() });
    await photos.settled('keep-on-appeal-filed', filed);
    photos.passTime(31 * DAY_MS);
    await dueNow();
    await work();
    expect(await casePhoto()).toMatchObject({ state: 'removed', deletedAt: null });
    const answer = { ...decided('removePhoto'), isGranted: false, answerId: uuid(), decidedAt: now(), answered: [] };
    await photos.settled('let-go-on-appeal-decided', await photos.publish(AppealDecided, answer));
    await dueNow();
    await work();
    expect(await typesOf()).toEqual([
      ...['PhotoUploaded', 'PhotoRemoved', 'RemovalAppealed', 'RemovalAppealDecided'],
      ...['PhotoDeleted', 'PicturesPurged'],
    ]);
    expect(await keysOf(photo.photoId)).toEqual([]);
    expect(await casePhoto()).toMatchObject({ state: 'gone', renditions: [] });
    await undo('removePhoto');
    expect(await casePhoto()).toMatchObject({ state: 'gone' });
  });

  it('brings a photo back after a granted appeal that took longer, though the answer arrives before the undoing', async () => {
    const before = await keysOf(photo.photoId);
    await decide('removePhoto');
    const filed = await photos.publish(AppealFiled, { ...decided('removePhoto'), filedAt: now() });
    await photos.settled('keep-on-appeal-filed', filed);
    photos.passTime(31 * DAY_MS);
    const answer = { ...decided('removePhoto'), isGranted: true, answerId: uuid(), decidedAt: now(), answered: [] };
    await photos.settled('let-go-on-appeal-decided', await photos.publish(AppealDecided, answer));
    await dueNow();
    await work();
    await undo('removePhoto');
    await dueNow();
    await work();
    expect(await keysOf(photo.photoId)).toEqual(before);
    expect(await casePhoto()).toMatchObject({ state: 'kept', deletedAt: null });
  });

  it('keeps a copy under a legal hold that outlives purge and sweep and is shown to the keepers of evidence alone', async () => {
    await decide('passOn');
    await work();
    expect(await prefixesOf(photo.photoId)).toEqual(['removed', 'evidence']);
    expect(await casePhoto()).toMatchObject({ state: 'legal-hold', renditions: [] });
    photos.passTime(31 * DAY_MS);
    await dueNow();
    await work();
    await photos.sweep();
    expect(await prefixesOf(photo.photoId)).toEqual(['evidence']);
    const asked = { caseId, photoId: photo.photoId };
    const evidence = (roles: ('moderator' | 'support' | 'legal')[]) =>
      photos.rpc.call(photosRpc.getEvidencePhoto, asked, photos.context(newUserId(), { roles }));
    const { photo: shown } = await evidence(['legal']);
    expect(shown!.renditions[0]!.path).toMatch(`/api/media/evidence/${caseId}/${photo.photoId}/270`);
    expect(await refusalOf(evidence(['moderator', 'support']))).toMatchObject({ code: 'FORBIDDEN' });
    await undo('passOn');
    await work();
    expect(await keysOf(photo.photoId)).toEqual([]);
    expect((await evidence(['legal'])).photo).toBeNull();
  });

  it('deletes the copy with an undone legal hold, and keeps on record that the photo was passed on', async () => {
    const before = await keysOf(photo.photoId);
    await decide('passOn');
    await work();
    await undo('passOn');
    await work();
    expect(await keysOf(photo.photoId)).toEqual(before);
    expect(await typesOf()).toEqual(['PhotoUploaded', 'PhotoRemoved', 'PhotoRestored']);
    const removed = (await photos.eventsOf(`photo-${photo.photoId}`)).find(({ type }) => type === 'PhotoRemoved');
    expect(removed!.data).toMatchObject({ caseId, isPassedOn: true });
  });

  it('deletes the copy of a legal hold that an operator releases, and enters that in the audit log', async () => {
    await decide('passOn');
    photos.passTime(31 * DAY_MS);
    await work();
    await dueNow();
    await work();
    expect(await prefixesOf(photo.photoId)).toEqual(['evidence']);
    const release = (of: CaseId) =>
      photos.rpc.call(
        photosRpc.releaseLegalHold,
        { caseId: of, reason: 'The authority has closed its case 12/7.' },
        { requestId: crypto.randomUUID(), roles: [] },
      );
    expect(await refusalOf(release(uuid()))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await release(caseId)).toEqual({ photoId: photo.photoId });
    expect(await refusalOf(release(caseId))).toMatchObject({ code: 'NOT_FOUND' });
    await work();
    expect(await keysOf(photo.photoId)).toEqual([]);
    expect(await casePhoto()).toMatchObject({ state: 'gone' });
    const entries = await photos.session.query('select reason, targets from support_acts where message = $1', [
      'photos.releaseLegalHold',
    ]);
    expect(entries).toEqual([{ reason: 'The authority has closed its case 12/7.', targets: [caseId, photo.photoId] }]);
  });

  it('keeps a held photo’s pictures for the case when its owner deletes it, and 30 days longer', async () => {
    await hold();
    await remove();
    await work();
    expect(await prefixesOf(photo.photoId)).toEqual(['removed']);
    photos.passTime(2 * 3_600_000);
    await photos.sweep();
    expect(await keysOf(photo.photoId)).toHaveLength(3);
    expect(await casePhoto()).toMatchObject({ state: 'removed', deletedAt: null });
    await decide('noViolation');
    photos.passTime(31 * DAY_MS);
    await dueNow();
    await work();
    expect(await keysOf(photo.photoId)).toEqual([]);
  });

  it('keeps a removed photo’s pictures for the case when the account goes', async () => {
    await decide('removePhoto');
    const gone = await photos.publish(identityEvents.AccountDeleted, { userId, eraseAt: now() });
    await photos.settled('delete-on-account-deleted', gone);
    await work();
    expect(await prefixesOf(photo.photoId)).toEqual(['removed']);
    expect(await typesOf()).toEqual(['PhotoUploaded', 'PhotoRemoved', 'PhotoDeleted']);
  });

  it('finds copies of a held photo that its owner deletes before it is removed, and of no other', async () => {
    const removed = photo.photoId;
    const [kept, cleared] = (await photos.upload(userId, 2)) as [StoredPhoto, StoredPhoto];
    for (const { photoId } of [photo, kept, cleared])
      await keepLikeness(photos.session, { photoId, userId, marks: [], isRemoved: false });
    for (const [deleted, decision] of [[photo, 'removePhoto'] as const, [cleared, 'noViolation'] as const]) {
      [photo, caseId, statementId] = [deleted, uuid(), uuid()];
      await hold();
      await remove();
      await decide(decision);
    }
    const marked = 'select photo_id, user_id, is_removed from photo_likeness where photo_id = any ($1::uuid[])';
    const ids = `{${[removed, kept.photoId, cleared.photoId].join(',')}}`;
    expect(await photos.session.query(`${marked} order by is_removed desc`, [ids])).toEqual([
      { photo_id: removed, user_id: null, is_removed: true },
      { photo_id: kept.photoId, user_id: userId, is_removed: false },
    ]);
  });

  it('names a deleted account with no photo that is kept of it', async () => {
    const likenessOf = ({ photoId }: StoredPhoto) =>
      keepLikeness(photos.session, { photoId, userId, marks: [], isRemoved: false });
    const [purged, removed, passedOn, held, kept] = (await photos.upload(userId, 5)) as StoredPhoto[];
    for (const one of [purged!, removed!, passedOn!, held!, kept!]) await likenessOf(one);
    const removals = [
      [purged!, 'removePhoto'],
      [removed!, 'removePhoto'],
      [passedOn!, 'passOn'],
    ] as const;
    for (const [removal, decision] of removals) {
      [photo, caseId, statementId] = [removal, uuid(), uuid()];
      await decide(decision);
      if (removal !== purged) continue;
      photos.passTime(31 * DAY_MS);
      await dueNow();
      await work();
      expect(await typesOf()).toContain('PicturesPurged');
    }
    [photo, caseId] = [held!, uuid()];
    await hold();
    const gone = await photos.publish(identityEvents.AccountDeleted, { userId, eraseAt: now() });
    await photos.settled('delete-on-account-deleted', gone);
    await dueNow();
    await work();
    const likeness = await photos.session.query<{ photo_id: string }>('select photo_id from photo_likeness');
    const isRecognised = ({ photoId }: StoredPhoto) => likeness.some((row) => row.photo_id === photoId);
    expect([purged!, removed!, passedOn!, held!, kept!].map(isRecognised)).toEqual([true, true, true, true, false]);
    // The id of the work item that deletes late uploads contains the account's id.
    expect(await tablesNaming(photos.session, userId)).toEqual(['events', 'work_items']);
  });

  it('gives moderators links for ten minutes, and nobody else', async () => {
    const { renditions } = (await casePhoto())!;
    const expires = Number(new URL(renditions[0]!.path, 'http://a').searchParams.get('expires')) * 1_000;
    const minutes = (expires - photos.clock().getTime()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
    const asSupport = photos.context(newUserId(), { roles: ['support'] });
    const asked = photos.rpc.call(photosRpc.getCasePhotos, { photoIds: [photo.photoId] }, asSupport);
    expect(await refusalOf(asked)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('shows a moderator the preview of a photo only while the photo is not removed', async () => {
    const previews = async () =>
      (await photos.rpc.call(photosRpc.getCasePreviews, { photoIds: [photo.photoId] }, asModerator())).previews;
    expect(await previews()).toEqual([{ photoId: photo.photoId, preview: photo.preview }]);
    await decide('removePhoto');
    await photos.caughtUp();
    expect(await previews()).toEqual([]);
  });
});
