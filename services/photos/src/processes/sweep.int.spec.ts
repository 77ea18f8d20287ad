import { assessmentsEvents, photosRpc } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newPhotoId, newTestId, newUserId, PhotosFixture } from '../photos.fixture.spec.js';
import { removeOrphans } from './sweep.js';

const MINUTE_MS = 60_000;

describe('the sweep', () => {
  let photos: PhotosFixture;

  beforeEach(async () => {
    photos = await PhotosFixture.start();
  });
  afterEach(() => photos.stop());

  const bytes = Buffer.from('bytes');

  it('brings a photo back to the bank whose test was not started within 15 minutes', async () => {
    const userId = newUserId();
    const [waiting] = await photos.upload(userId, 1, newTestId());
    photos.passTime(14 * MINUTE_MS);
    await photos.sweep();
    expect(await photos.photo(waiting!.photoId)).toMatchObject({ section: 'testing' });
    photos.passTime(2 * MINUTE_MS);
    await photos.sweep();
    await eventually(async () =>
      expect(await photos.photo(waiting!.photoId)).toMatchObject({ section: 'bank', photoAssessmentId: null }),
    );
  });

  it('brings back all photos that wait too long in one sweep', async () => {
    const uploadedAt = new Date(Date.now() - 16 * MINUTE_MS).toISOString();
    const store = new EventStore({ pool: photos.pool });
    const waiting = Array.from({ length: 201 }, () => ({ photoId: newPhotoId(), photoAssessmentId: newTestId() }));
    await store.append({
      streams: waiting.map(({ photoId, photoAssessmentId }) => ({
        streamId: `photo-${photoId}`,
        expectedVersion: 0,
        events: [{ type: 'PhotoUploaded', data: { photoId, userId: newUserId(), photoAssessmentId, uploadedAt } }],
      })),
      metadata: { correlationId: newPhotoId() },
    });
    const inSection = async (section: string) => {
      const [row] = await photos.session.query<{ count: number }>(
        'select count(*)::int as count from photo where section = $1',
        [section],
      );
      return row!.count;
    };
    await eventually(async () => expect(await inSection('testing')).toBe(waiting.length));
    await photos.sweep();
    await eventually(async () => expect(await inSection('bank')).toBe(waiting.length));
  });

  it('passes over a row whose photo has no events, and brings back the others', async () => {
    const [waiting] = await photos.upload(newUserId(), 1, newTestId());
    const inTesting = async () => expect(await photos.photo(waiting!.photoId)).toMatchObject({ section: 'testing' });
    await eventually(inTesting);
    const [stray] = await photos.session.query<{ photo_id: string }>(
      `insert into photo (photo_id, user_id, section, return_to, photo_assessment_id, test_started, times_rated, uploaded_at,
         is_held, is_removed, is_crop_wanted)
       select gen_random_uuid(), user_id, section, return_to, photo_assessment_id, test_started, times_rated,
         uploaded_at - interval '1 minute', is_held, is_removed, is_crop_wanted from photo where photo_id = $1 returning photo_id`,
      [waiting!.photoId],
    );
    photos.passTime(16 * MINUTE_MS);
    await photos.sweep();
    await eventually(async () =>
      expect(await photos.photo(waiting!.photoId)).toMatchObject({ section: 'bank', photoAssessmentId: null }),
    );
    expect(await photos.eventsOf(`photo-${stray!.photo_id}`)).toEqual([]);
  });

  it('leaves a photo alone whose test has started, even before the list shows it', async () => {
    const userId = newUserId();
    const photoAssessmentId = newTestId();
    const [photo] = await photos.upload(userId, 1, photoAssessmentId);
    const event = await photos.publish(assessmentsEvents.PhotoAssessmentStarted, {
      photoAssessmentId,
      userId,
      isFirstAssessment: true,
      holdId: newTestId() as never,
      startedAt: new Date().toISOString(),
      assessments: [{ assessmentId: newTestId() as never, photoId: photo!.photoId, testLimit: 4, amountTokens: 20 }],
    });
    await photos.settled('place-on-photo-assessment-started', event);
    await eventually(async () => {
      const [row] = await photos.session.query('select test_started from photo where photo_id = $1', [photo!.photoId]);
      expect(row).toEqual({ test_started: true });
    });
    await photos.session.query('update photo set test_started = false');
    photos.passTime(20 * MINUTE_MS);
    await photos.sweep();
    // The worker screens the photo at an unpredictable time.
    const types = (await photos.eventsOf(`photo-${photo!.photoId}`)).map(({ type }) => type);
    expect(types.filter((type) => type !== 'PhotoScreened')).toEqual(['PhotoUploaded', 'PhotoPlacedInTesting']);
  });

  it('removes what nothing owns after an hour, and nothing else', async () => {
    const [kept] = await photos.upload(newUserId());
    const userId = newUserId();
    const [deleted] = await photos.upload(userId);
    const request = { userId, photoId: deleted!.photoId };
    await photos.rpc.call(photosRpc.deletePhoto, request, photos.context(userId));
    await photos.storage.put(`photos/${newPhotoId()}/1080.webp`, bytes, 'image/webp');
    await photos.storage.put(`photos/${deleted!.photoId}/stray.webp`, bytes, 'image/webp');
    await photos.stage(bytes);
    await photos.session.query(`update work_items set available_at = now() + interval '1 day'`);
    const before = await photos.keys('photos/');
    await photos.sweep();
    expect(await photos.keys('photos/')).toEqual(before);
    expect(await photos.keys('incoming/')).toHaveLength(1);
    photos.passTime(61 * MINUTE_MS);
    // A leader that was frozen continues its sweep while the next leader sweeps.
    const { signal } = new AbortController();
    const before24Hours = new Date(photos.clock().getTime() - 24 * 60 * MINUTE_MS);
    const beside = {
      ...{ storage: photos.storage, session: photos.session, signal },
      ...{ before: photos.clock(), originalsBefore: before24Hours },
    };
    await Promise.all([photos.sweep(), removeOrphans(beside)]);
    expect(await photos.keys('photos/')).toEqual(await photos.keys(`photos/${kept!.photoId}/`));
    expect(await photos.keys(`photos/${kept!.photoId}/`)).toHaveLength(3);
    expect(await photos.keys('incoming/')).toEqual([]);
  });

  it('removes a picture as it was chosen after 24 hours, and one without its photo after an hour', async () => {
    const userId = newUserId();
    const [photo] = await photos.upload(userId);
    const [original] = await photos.keys(`originals/${userId}/`);
    await photos.storage.put(`originals/${userId}/${newPhotoId()}/${Date.now()}`, bytes, 'image/jpeg');
    photos.passTime(61 * MINUTE_MS);
    await photos.sweep();
    expect(await photos.keys('originals/')).toEqual([original]);
    photos.passTime((24 * 60 - 62) * MINUTE_MS);
    await photos.sweep();
    expect(await photos.keys('originals/')).toEqual([original]);
    photos.passTime(2 * MINUTE_MS);
    await photos.sweep();
    expect(await photos.keys('originals/')).toEqual([]);
    expect(await photos.keys(`photos/${photo!.photoId}/`)).toHaveLength(3);
  });

  it('keeps every picture while the list of photos is empty', async () => {
    const [photo] = await photos.upload(newUserId());
    await photos.session.query('delete from photo');
    photos.passTime(61 * MINUTE_MS);
    await photos.sweep();
    expect(await photos.keys(`photos/${photo!.photoId}/`)).toHaveLength(3);
  });

  it('forgets all first answers after a day in one sweep', async () => {
    const insert = `insert into idempotency_records (key, fingerprint, answer, recorded_at)
      select $1 || coalesce(nullif(n, 1)::text, ''), 'f', '{}', $2 from generate_series(1, $3::int) n`;
    await photos.session.query(insert, ['old', new Date(Date.now() - 25 * 60 * MINUTE_MS).toISOString(), 2_500]);
    await photos.session.query(insert, ['new', new Date().toISOString(), 1]);
    await photos.sweep();
    expect(await photos.session.query('select key from idempotency_records')).toEqual([{ key: 'new' }]);
  });
});
