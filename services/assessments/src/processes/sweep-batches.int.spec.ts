import { randomUUID } from 'node:crypto';
import type { SqlSession } from '@candid/event-store';
import { untilFew } from '@candid/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture } from '../assessments.fixture.spec.js';
import { requestJudgingOfExpired } from '../assessor-quality/openings.js';
import { BEFORE_LOST_STARTS, listLostStarts } from '../starting/open-start.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const IDS = Array.from({ length: 5 }, () => randomUUID()).sort();

/** All rows have this time, whose microseconds a JavaScript date cannot represent. */
const AT = '2026-01-01 12:00:00.123456+00';
const NOW = new Date('2026-01-01T12:30:00Z');

/** Each batch must begin after the last row of the previous batch, because queries still return handled rows. */
describe('batches of the sweep', () => {
  let assessments: AssessmentsFixture;
  let session: SqlSession;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    ({ session } = assessments);
  });
  afterAll(() => assessments.stop());

  it.each([1, 2, 5])('find each lost start once, %d at a time', async (limit) => {
    await session.query('delete from photo_assessment');
    for (const id of IDS)
      await session.query(
        `insert into photo_assessment (photo_assessment_id, owner_id, status, photo_ids, expires_at)
         values ($1::uuid, $1::uuid, 'opened', '[]', $2::timestamptz)`,
        [id, AT],
      );
    const found: string[] = [];
    let last = BEFORE_LOST_STARTS;
    await untilFew(limit, async () => {
      const batch = await listLostStarts(session, NOW, { after: last, limit });
      found.push(...batch.map(({ photoAssessmentId }) => photoAssessmentId));
      last = batch.at(-1) ?? last;
      return batch.length;
    });
    expect(found).toEqual(IDS);
  });

  it.each([1, 2, 5])('request the judging of each assessor with an expired slot, %d at a time', async (limit) => {
    await session.query('delete from opening');
    for (const id of IDS)
      await session.query(
        `insert into opening (opening_id, subject_id, assessor_id, owner_id, kind, opened_at, expires_at, slots, is_void)
         values ($1::uuid, $1::uuid, $1::uuid, $1::uuid, 'photos', $2::timestamptz, $2::timestamptz, 1, false)`,
        [id, AT],
      );
    const found: string[] = [];
    await untilFew(limit, async () => {
      const batch = await requestJudgingOfExpired(session, NOW, { after: found.at(-1) ?? NOBODY, limit });
      found.push(...batch);
      return batch.length;
    });
    expect(found).toEqual(IDS);
  });
});
