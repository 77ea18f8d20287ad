import { randomUUID } from 'node:crypto';
import { EventStore, LeaderElection, type NewEvent, ProjectionRunner, type RecordedEvent } from '@candid/event-store';
import { Database, ormOptions, runMigrations, sessionOf } from '@candid/platform/orm';
import { migratedDatabase, sessionUrlOf, type TestDatabase } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrations } from '../migrations/all.js';
import type { PhotoEvent } from '../photo/photo.js';
import { PhotoProjection, PhotoRow } from '../photo/read-model.js';
import { PhotoLinks } from '../pictures/photo-links.js';
import { PhotoQuery } from './photos.js';

describe('the photo projection', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: EventStore;
  let orm: MikroORM;
  let election: LeaderElection;
  let runner: ProjectionRunner<EntityManager>;
  let photos: PhotoQuery;
  const userId = randomUUID();
  const photoAssessmentId = randomUUID();

  beforeAll(async () => {
    database = await migratedDatabase({ migrations, runMigrations });
    const { applicationUrl } = database;
    pool = new pg.Pool({ connectionString: applicationUrl, max: 4 });
    store = new EventStore({ pool });
    orm = new MikroORM(ormOptions({ url: applicationUrl, entities: [PhotoRow] }));
    election = new LeaderElection({ connectionString: sessionUrlOf(applicationUrl) });
    const links = new PhotoLinks('a secret that signs links', 3_600_000, () => new Date());
    photos = new PhotoQuery(new Database(orm), links);
    runner = new ProjectionRunner<EntityManager>({
      store,
      election,
      projections: [new PhotoProjection()],
      sessionOf,
      transaction: (work) => (orm.em.fork() as EntityManager).transactional(work),
    });
    runner.start();
  });
  afterAll(async () => {
    await runner.stop();
    await election.close();
    await orm.close(true);
    await pool.end();
    await database.drop();
  });

  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();
  const uploaded = (photoId: string, minute = 0, forTest: string | null = null): PhotoEvent => ({
    type: 'PhotoUploaded',
    data: { photoId, userId, photoAssessmentId: forTest, uploadedAt: at(minute) },
  });

  async function happens(photoId: string, ...events: PhotoEvent[]): Promise<void> {
    const streamId = `photo-${photoId}`;
    const expectedVersion = (await store.load(streamId)).length;
    const streams = [{ streamId, expectedVersion, events: events as NewEvent[] }];
    const outcome = await store.append({ streams, metadata: { correlationId: 'request-1' } });
    if (outcome.outcome === 'appended') expect(await runner.waitFor(outcome.events.at(-1)!, 5_000)).toBe(true);
  }

  const rows = async () => (await pool.query('select * from photo order by photo_id')).rows;

  it('follows a photo through every event', async () => {
    const photoId = randomUUID();
    const place = async () => (await photos.byIds([photoId]))[0];
    await happens(photoId, uploaded(photoId, 0, photoAssessmentId));
    expect(await place()).toMatchObject({
      section: 'testing',
      placeholder: 'unrated',
      photoAssessmentId,
      createdAt: at(0),
    });
    await happens(photoId, { type: 'PhotoPlacedInTesting', data: { photoAssessmentId, returnTo: 'bank' } });
    await happens(
      photoId,
      { type: 'PhotoRated', data: { photoAssessmentId } },
      { type: 'PhotoRated', data: { photoAssessmentId } },
    );
    expect(await place()).toMatchObject({ section: 'testing', placeholder: 'rated' });
    await happens(photoId, { type: 'ReturnPlaceChosen', data: { returnTo: 'profile' } });
    expect(await place()).toMatchObject({ placeholder: 'profile' });
    const ids = { photoId, userId };
    await happens(photoId, { type: 'PhotoTestEnded', data: { photoAssessmentId } });
    await happens(photoId, { type: 'PhotoPlacedInProfile', data: { ...ids, wasFirstProfileSet: true } });
    expect(await place()).toMatchObject({ section: 'profile', photoAssessmentId: null });
    await happens(photoId, { type: 'PhotoRatingsReset', data: { photoAssessmentId, removedRatings: 2 } });
    await happens(photoId, { type: 'PhotoReturnedToBank', data: { ...ids, wasInProfile: true } });
    expect(await place()).toMatchObject({ section: 'bank', placeholder: 'unrated' });
    const screened = { ...ids, findings: [], faces: 'several' as const, screenedAt: at(1) };
    await happens(photoId, { type: 'PhotoScreened', data: screened });
    await happens(photoId, { type: 'PhotoHeld', data: { caseId: 'case', heldAt: at(2) } });
    expect(await place()).toMatchObject({ moderation: 'held', facesSeen: 'several' });
    await happens(photoId, { type: 'CropWanted', data: { statementId: 'crop', decidedAt: at(3) } });
    expect(await place()).toMatchObject({ moderation: 'crop-wanted' });
    const undone = { undoneAt: at(4) };
    await happens(photoId, { type: 'CropNoLongerWanted', data: { ...undone, statementId: 'crop', isWanted: false } });
    const removal = { caseId: 'case', statementId: 'removal', isPassedOn: false, decidedAt: at(3) };
    await happens(photoId, { type: 'PhotoRemoved', data: removal });
    expect(await place()).toBeUndefined();
    await happens(photoId, { type: 'PhotoRestored', data: { ...undone, statementId: 'removal', isRemoved: false } });
    expect(await place()).toMatchObject({ section: 'bank', moderation: 'none' });
    await happens(photoId, { type: 'PhotoDeleted', data: ids });
    expect(await place()).toBeUndefined();
  });

  it('leaves other streams alone', async () => {
    const before = await rows();
    const event = { streamId: `owner-${userId}`, type: 'FirstTestReset', data: { photoAssessmentId } } as RecordedEvent;
    await orm.em.fork().transactional((em) => new PhotoProjection().apply(event, em as EntityManager));
    expect(await rows()).toEqual(before);
  });
});
