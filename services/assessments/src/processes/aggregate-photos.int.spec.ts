import { assessmentsEvents } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment } from '../assessments.fixture.spec.js';

interface Result {
  revision: number;
  range_low: number;
  range_high: number;
  level: string;
  ranked_comments: number[][];
}

describe('the aggregation', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());
  afterEach(() => assessments.stopWorker());

  const resultsOf = ({ photoIds }: OwnAssessment) =>
    assessments.session.query<Result>('select * from photo_result where photo_id = any ($1::uuid[])', [photoIds]);
  const openItems = () =>
    assessments.session.query(
      `select id from work_items where queue = 'aggregate-photos' and (completed_at is null or failed_at is not null)`,
    );
  const toldOf = async ({ photoIds }: OwnAssessment) => {
    const events = await Promise.all(photoIds.map((photoId) => assessments.eventsOf(`results-${photoId}`)));
    return events.map((stream) => stream.length);
  };
  async function rated(count: number): Promise<OwnAssessment> {
    const photoAssessment = await assessments.startedAssessment();
    for (const assessorId of await assessments.assessors(count)) await assessments.submit(photoAssessment, assessorId);
    return photoAssessment;
  }
  const done = (photoAssessment: OwnAssessment, revision: number) =>
    eventually(async () => {
      const results = await resultsOf(photoAssessment);
      expect(results.map((result) => result.revision)).toEqual([revision, revision]);
      expect(await openItems()).toEqual([]);
    });

  it('writes range, level and ranked comments, and tells of them', async () => {
    await assessments.startWorker();
    const photoAssessment = await rated(2);
    await done(photoAssessment, 2);
    const [result] = await resultsOf(photoAssessment);
    expect(result).toMatchObject({
      range_low: 1,
      range_high: 20,
      level: 'Low',
      ranked_comments: [
        [7, 45, 16],
        [7, 45, 16],
      ],
    });
    const [photo] = await assessments.scoresOf(photoAssessment.photoIds);
    expect(photo).toMatchObject({
      originalRange: [1, 20],
      comments: [
        [7, 45, 16],
        [7, 45, 16],
      ],
    });
    const published = await assessments.published(assessmentsEvents.PhotoResultsUpdated, 2);
    for (const { data } of published) expect(assessmentsEvents.PhotoResultsUpdated.data.parse(data)).toEqual(data);
  });

  it('does what has piled up in one go per photo', async () => {
    const photoAssessment = await rated(4);
    expect(await openItems()).toHaveLength(4);
    await assessments.startWorker();
    await done(photoAssessment, 4);
    for (const told of await toldOf(photoAssessment)) expect(told).toBeLessThanOrEqual(4);
  });

  it('handles the items of an earlier version, one photo each', async () => {
    const photoAssessment = await rated(1);
    await assessments.session.query(
      `with former as (delete from work_items where queue = 'aggregate-photos' and completed_at is null returning payload)
       insert into work_items (id, queue, payload)
       select 'aggregate-photo-' || (photo->>'photoId'), 'aggregate-photo', photo
         from former, jsonb_array_elements(payload->'photos') photo`,
    );
    await assessments.startWorker();
    await done(photoAssessment, 1);
    expect(await toldOf(photoAssessment)).toEqual([1, 1]);
  });

  it('goes on while Redis is away, and after it has lost everything', async () => {
    await assessments.startWorker();
    await assessments.redis.kill();
    await done(await rated(3), 3);
    await assessments.redis.restart({ wiped: true });
    await done(await rated(3), 3);
  });

  it('wiped between two workers is done by the second', async () => {
    await assessments.startWorker();
    const photoAssessment = await rated(1);
    await assessments.stopWorker();
    await assessments.redis.kill();
    await assessments.redis.restart({ wiped: true });
    await assessments.startWorker();
    await done(photoAssessment, 1);
  });

  it('follows a reset back to no results', async () => {
    await assessments.startWorker();
    const photoAssessment = await rated(2);
    await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[0]!);
    await done(photoAssessment, 3);
    const [result] = await resultsOf(photoAssessment);
    expect(result).toMatchObject({ range_low: 1, range_high: 20, level: 'Low', ranked_comments: [] });
  });

  it('of a revision that is covered changes nothing', async () => {
    await assessments.startWorker();
    const photoAssessment = await rated(2);
    await done(photoAssessment, 2);
    const before = await toldOf(photoAssessment);
    await assessments.stopWorker();
    await assessments.session.query(
      `update work_items set completed_at = null where queue = 'aggregate-photos' and payload::text like '%' || $1::text || '%'`,
      [photoAssessment.photoIds[0]],
    );
    await assessments.startWorker();
    await done(photoAssessment, 2);
    expect(await toldOf(photoAssessment)).toEqual(before);
  });
});
