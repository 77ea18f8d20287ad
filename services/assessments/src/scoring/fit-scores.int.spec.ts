import { randomUUID } from 'node:crypto';
import { EventStore, inTransaction, OwnSession, type SqlSession, sessionOfClient } from '@candid/event-store';
import { type Database, runMigrations } from '@candid/platform/orm';
import { fitScoreModel, priorAudience, priorScoreModel } from '@candid/scores';
import { migratedDatabase, sessionUrlOf, type TestDatabase } from '@candid/testing';
import { randomOf } from '@candid/testing/random';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { LIMITS } from '../kernel/config.js';
import { migrations } from '../migrations/all.js';
import { AdjustedScoresQuery } from './adjusted-scores.query.js';
import { loadScoreModel, refreshAdjustedScores, storeScoreModel } from './adjusted-scores.rows.js';
import { correctSeverities, FitScores, severityCorrections } from './fit-scores.js';
import { readRatings } from './read-ratings.js';
import { writeMessages } from './write-messages.js';

describe('adjusted scores in the database', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let session: SqlSession;
  let store: EventStore;
  let fit: FitScores;
  const now = new Date('2026-03-01T10:00:00Z');

  beforeAll(async () => {
    database = await migratedDatabase({ migrations, runMigrations });
    pool = new pg.Pool({ connectionString: database.applicationUrl, max: 8 });
    session = sessionOfClient(pool);
    store = new EventStore({ pool });
    fit = new FitScores(store, new OwnSession({ connectionString: sessionUrlOf(database.applicationUrl) }));
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

  const rescore = (photoId: string) => inTransaction(pool, (within) => refreshAdjustedScores(within, [photoId]));
  const scoresOf = (photoIds: string[]) => new AdjustedScoresQuery(session as Database).byPhotoIds(photoIds);
  const scoreOf = async (photoId: string) => (await scoresOf([photoId])).get(photoId)?.score;
  const severity = async (assessorId: string) => {
    const [row] = await session.query<{ ratings: number; mean: number }>(
      'select ratings, shift / precision as mean from assessor_severity where assessor_id = $1',
      [assessorId],
    );
    return row!;
  };

  async function rate(assessorId: string, photoId: string, score: number, acceptedAt = new Date()): Promise<string> {
    const submissionId = randomUUID();
    await session.query(
      `insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
       values ($1, $2, $3, $3, $4, $5, '[]', $6)`,
      [submissionId, photoId, randomUUID(), assessorId, score, acceptedAt.toISOString()],
    );
    return submissionId;
  }

  /** Stores all ratings one after the other and rescores the photo after each, as the worker does. */
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
    await expectBalance();
  });

  /** Expects each severity to be the prior plus the assessor's messages, and to count all the assessor's evidence. */
  async function expectBalance(): Promise<void> {
    const balance = await session.query<{ off: number; ratings: number; evidence: string }>(
      `select r.ratings, e.ratings as evidence,
              greatest(abs(r.precision - 1 / (m.model->>'severityVariance')::float8 - e.precision), abs(r.shift - e.shift)) as off
         from assessor_severity r, score_model m, lateral (
           select count(*) as ratings, sum(message_precision) as precision, sum(message_shift) as shift
             from rating_evidence where assessor_id = r.assessor_id) e`,
    );
    for (const { off, ratings, evidence } of balance) {
      expect(Number(off)).toBeLessThan(1e-6);
      expect(Number(ratings)).toBe(Number(evidence));
    }
  }

  const evidenceOf = (photoId: string) =>
    session.query<{ submission_id: string; message_precision: number; message_shift: number }>(
      'select submission_id, message_precision, message_shift from rating_evidence where photo_id = $1 order by 1',
      [photoId],
    );

  it('aggregates ratings while a fit runs, and loses none of them', async () => {
    const { assessors, photos } = await simulated(8, 30, 4);
    let isFitting = true;
    const fitting = fit.run(now).finally(() => {
      isFitting = false;
    });
    let arrived = 0;
    for (; isFitting || arrived < 10; arrived += 1) {
      const photo = photos[arrived % photos.length]!;
      await rate(assessors[arrived % assessors.length]!.id, photo.id, 1 + (arrived % 20));
      await rescore(photo.id);
    }
    expect(await fitting).toBeGreaterThanOrEqual(120);
    const [row] = await session.query<{ received: string; evidence: string }>(
      `select (select count(*) from received_rating) as received, (select count(*) from rating_evidence where message_precision > 0) as evidence`,
    );
    expect([Number(row!.received), Number(row!.evidence)]).toEqual([120 + arrived, 120 + arrived]);
    await expectBalance();
  });

  it('keeps what later ratings have updated since its snapshot, and brings nothing back', async () => {
    const { assessors, photos } = await simulated(6, 8, 4);
    const [rated, removed, waiting, spoiled, other] = photos.map(({ id }) => id);
    const stale = await rate(assessors[0]!.id, waiting!, 20);
    const wanted = { since: new Date(0) };
    const ratings = await inTransaction(pool, (within) => readRatings(within, wanted));
    const { model, ...rest } = fitScoreModel(ratings.columns);
    const write = () =>
      inTransaction(pool, (within) => writeMessages(within, ratings, { model, ...rest }, 0, photos.length));

    await rate(assessors[1]!.id, rated!, 20);
    await rescore(rated!);
    await session.query('delete from received_rating where photo_id = $1', [removed]);
    await rescore(removed!);
    const { submission_id } = (await evidenceOf(spoiled!))[0]!;
    await session.query('insert into spoiled_submission (submission_id, assessor_id) values ($1, $2)', [
      submission_id,
      assessors[0]!.id,
    ]);
    await rescore(spoiled!);
    const [ofRated, ofSpoiled, ofOther] = await Promise.all([rated!, spoiled!, other!].map(evidenceOf));
    await write();

    expect(await evidenceOf(rated!)).toEqual(ofRated);
    expect(await evidenceOf(removed!)).toEqual([]);
    expect(await evidenceOf(spoiled!)).toEqual(ofSpoiled);
    expect((await evidenceOf(waiting!)).map((row) => row.submission_id)).toContain(stale);
    const written = await evidenceOf(other!);
    expect(written).not.toEqual(ofOther);
    await write();
    expect(await evidenceOf(other!)).toEqual(written);
    await storeScoreModel(session, { model, audience: priorAudience, fittedAt: now, ratings: 0 });
    await inTransaction(pool, async (within) => {
      for await (const page of severityCorrections(within, model.severityVariance)) {
        await correctSeverities(session, page);
      }
    });
    await expectBalance();
  });

  it('repairs severities that a fit left when its process ended before it had settled them', async () => {
    const { assessors } = await simulated(6, 8, 4);
    await session.query('update assessor_severity set precision = precision + 1, ratings = ratings + 1');
    await session.query('delete from assessor_severity where assessor_id = $1', [assessors[0]!.id]);
    await fit.run(now);
    await expectBalance();
  });

  it('forgets the severity of a past year, except that of an assessor who has not rated since', async () => {
    const [active, gone] = [randomUUID(), randomUUID()];
    const past = new Date(Date.now() - LIMITS.fitWindowMs - 60_000);
    const [oldPhotos, newPhotos] = [Array.from({ length: 6 }, () => randomUUID()), [randomUUID(), randomUUID()]];
    for (const photo of oldPhotos) {
      for (const [assessor, score] of [
        [active, 4],
        [gone, 16],
      ] as const)
        await rate(assessor, photo, score, past);
    }
    for (const photo of newPhotos) await rate(active, photo, 15);
    // Fits as of a year ago, when the ratings of the old photos were new.
    await fit.run(past);
    const before = { active: await severity(active), gone: await severity(gone) };
    expect(before.active.mean).toBeLessThan(before.gone.mean);
    expect(await fit.run(new Date())).toBe(2);
    const after = { active: await severity(active), gone: await severity(gone) };
    expect(after.gone.mean).toBeCloseTo(before.gone.mean, 9);
    expect(after.active.mean).toBeGreaterThan(before.active.mean + 1);
    const scores = await scoresOf(oldPhotos);
    await rescore(oldPhotos[0]!);
    expect((await severity(active)).mean).toBeCloseTo(after.active.mean, 9);
    expect(scores.size).toBe(6);
    // Two years later there are no recent ratings, so the model is the prior.
    expect(await fit.run(new Date(Date.now() + 2 * LIMITS.fitWindowMs))).toBe(0);
    expect((await loadScoreModel(session)).model.mean).toBeCloseTo(priorScoreModel.mean, 9);
  });

  it.each([
    { name: 'countries', countries: `array['NO', 'FR', null]` },
    { name: 'parts of a country', countries: `array['NO', 'NO', 'NO']` },
  ])('fits $name apart once ratings are more than a block, each photo once', async ({ countries }) => {
    const { photos } = await simulated(10, 20, 5);
    await session.query(
      `insert into participant (user_id, country)
       select owner_id, (${countries})[1 + row_number() over () % 3] from received_rating on conflict do nothing`,
    );
    const photoIds = photos.map(({ id }) => id);
    expect(await fit.run(now)).toBe(100);
    const whole = await scoresOf(photoIds);
    expect(await fit.run(now, 40)).toBe(100);
    await expectBalance();
    for (const [photoId, { score }] of await scoresOf(photoIds)) {
      expect(Math.abs(score - whole.get(photoId)!.score)).toBeLessThan(1.5);
    }
  });
});
