import { randomUUID } from 'node:crypto';
import { EventStore, inTransaction, type SqlSession, sessionOfClient } from '@candid/event-store';
import { runMigrations } from '@candid/platform/orm';
import { createDatabase, type TestDatabase } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { LIMITS } from '../config.js';
import { migrations } from '../migrations/all.js';
import { randomOf } from '../study/random.js';
import { FairScoresQuery } from './fair-scores.query.js';
import { rescoreFairly } from './fair-scores.rows.js';
import { FitScores } from './fit-scores.js';
import { loadScoreModel } from './score-model.rows.js';

describe('fair scores in the database', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let session: SqlSession;
  let store: EventStore;
  let fit: FitScores;
  const now = new Date('2026-03-01T10:00:00Z');

  beforeAll(async () => {
    database = await createDatabase();
    await runMigrations({ migrationUrl: database.url, applicationUrl: database.applicationUrl, migrations });
    pool = new pg.Pool({ connectionString: database.applicationUrl, max: 8 });
    session = sessionOfClient(pool);
    store = new EventStore({ pool });
    fit = new FitScores(store);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  beforeEach(async () => {
    for (const table of ['received_rating', 'rating_evidence', 'assessor_severity', 'score_model']) {
      await session.query(`delete from ${table}`);
    }
    await session.query('delete from spoiled_submission');
  });

  const rescore = (photoId: string) => inTransaction(pool, (within) => rescoreFairly(within, photoId));
  const scoresOf = (photoIds: string[]) => new FairScoresQuery(store).byPhotoIds(photoIds);
  const scoreOf = async (photoId: string) => (await scoresOf([photoId])).get(photoId)?.score;
  const severity = async (assessorId: string) => {
    const [row] = await session.query<{ ratings: number; mean: number }>(
      'select ratings, shift / precision as mean from assessor_severity where assessor_id = $1',
      [assessorId],
    );
    return row!;
  };

  async function rate(assessorId: string, photoId: string, score: number): Promise<string> {
    const submissionId = randomUUID();
    await session.query(
      `insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
       values ($1, $2, $3, $3, $4, $5, '[]', now())`,
      [submissionId, photoId, randomUUID(), assessorId, score],
    );
    return submissionId;
  }

  /** Everybody's ratings one after the other, each followed by its photo's rescoring, as the worker does. */
  async function simulated(assessorCount: number, photoCount: number, perPhoto: number) {
    const random = randomOf(11);
    const assessors = Array.from({ length: assessorCount }, () => ({
      id: randomUUID(),
      severity: 2.6 * random.normal(),
    }));
    const photos = Array.from({ length: photoCount }, () => ({ id: randomUUID(), score: 11 + 2.4 * random.normal() }));
    for (const photo of photos) {
      for (const assessor of random.shuffled(assessors).slice(0, perPhoto)) {
        const score = Math.round(photo.score + assessor.severity + 3 * random.normal());
        await rate(assessor.id, photo.id, Math.min(20, Math.max(1, score)));
        await rescore(photo.id);
      }
    }
    return { assessors, photos };
  }

  it('corrects for who rated: the same votes from severe and from mild assessors differ', async () => {
    const [severe, mild] = [randomUUID(), randomUUID()];
    for (let photo = 0; photo < 12; photo += 1) {
      const [one, other] = [randomUUID(), randomUUID()];
      await rate(severe, one, 5 + (photo % 2));
      await rate(mild, other, 15 + (photo % 2));
      await rescore(one);
      await rescore(other);
    }
    const [bySevere, byMild] = [randomUUID(), randomUUID()];
    await rate(severe, bySevere, 10);
    await rate(mild, byMild, 10);
    await rescore(bySevere);
    await rescore(byMild);
    expect(await scoreOf(bySevere)).toBeGreaterThan((await scoreOf(byMild))! + 2);
  });

  it('changes nothing when the same is done twice, and forgets what is gone or does not count', async () => {
    const { assessors, photos } = await simulated(6, 8, 4);
    const photoIds = photos.map(({ id }) => id);
    const before = await scoresOf(photoIds);
    for (const id of photoIds) await rescore(id);
    for (const [id, { score }] of await scoresOf(photoIds)) expect(score).toBeCloseTo(before.get(id)!.score, 0);
    const [victim, spoiler] = [photos[0]!.id, assessors[0]!.id];
    const counted = (await severity(spoiler)).ratings;
    const spoiled = await rate(spoiler, victim, 20);
    await rescore(victim);
    const raised = await scoreOf(victim);
    await session.query('insert into spoiled_submission (submission_id, assessor_id) values ($1, $2)', [
      spoiled,
      spoiler,
    ]);
    await rescore(victim);
    expect(await scoreOf(victim)).toBeLessThan(raised!);
    expect((await severity(spoiler)).ratings).toBe(counted);
    await session.query('delete from received_rating where photo_id = $1', [victim]);
    await rescore(victim);
    expect(await scoreOf(victim)).toBeUndefined();
    expect(await session.query('select from rating_evidence where photo_id = $1', [victim])).toEqual([]);
  });

  it('agrees with the full fit, before which it assumed and after which it knows the variances', async () => {
    const { photos, assessors } = await simulated(20, 50, 6);
    expect(await fit.isDue(now)).toBe(true);
    expect(await fit.run(now)).toBe(300);
    const photoIds = photos.map(({ id }) => id);
    const fitted = await scoresOf(photoIds);
    const { model } = await loadScoreModel(session);
    expect(Math.abs(model.severityVariance - 2.6 ** 2)).toBeLessThan(4);
    for (const id of photoIds) await rescore(id);
    const again = await scoresOf(photoIds);
    for (const id of photoIds) expect(Math.abs(again.get(id)!.score - fitted.get(id)!.score)).toBeLessThan(0.25);
    const errors = photos.map(({ id, score }) => again.get(id)!.score - score);
    expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(1.6);
    expect(await severity(assessors[0]!.id)).toMatchObject({ ratings: expect.any(Number) });
  });

  it('is fitted once a day, earlier while ratings grow fast, and by one process at a time', async () => {
    await simulated(10, 10, 5);
    const both = await Promise.all([fit.run(now), fit.run(now)]);
    expect(both.filter((ratings) => ratings !== undefined).length).toBeGreaterThanOrEqual(1);
    expect(await fit.isDue(now)).toBe(false);
    expect(await fit.isDue(new Date(now.getTime() + LIMITS.fitEveryMs))).toBe(true);
    await simulated(10, 10, 5);
    expect(await fit.isDue(now)).toBe(true);
  });

  it('stays whole while many photos of the same assessors are rescored at once and the fit runs', async () => {
    const { photos } = await simulated(8, 20, 4);
    await Promise.all([...photos.map(({ id }) => rescore(id)), fit.run(now), ...photos.map(({ id }) => rescore(id))]);
    const [sums] = await session.query<{ ratings: string; evidence: string }>(
      'select (select sum(ratings) from assessor_severity) as ratings, (select count(*) from rating_evidence) as evidence',
    );
    expect([Number(sums!.ratings), Number(sums!.evidence)]).toEqual([80, 80]);
    const balance = await session.query<{ off: number }>(
      `select abs(r.precision - 1 / (m.model->>'severityVariance')::float8 - e.message) as off
         from assessor_severity r, score_model m,
              lateral (select sum(message_precision) as message from rating_evidence where assessor_id = r.assessor_id) e`,
    );
    for (const { off } of balance) expect(Number(off)).toBeLessThan(1e-6);
  });
});
