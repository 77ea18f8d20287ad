import { randomUUID } from 'node:crypto';
import { findThingsRpc } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId } from './assessments.fixture.spec.js';

describe('an assessment that support looks for', () => {
  let assessments: AssessmentsFixture;
  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const find = async (id: string, roles: 'support'[] = ['support']) =>
    (await assessments.rpc.call(findThingsRpc('assessments'), { id }, assessments.context(newUserId(), { roles })))
      .things;

  it('is found by its photo assessment, and by what is paid for in it', async () => {
    const { photoAssessmentId, ownerId: userId } = await assessments.startedAssessment();
    await eventually(async () =>
      expect(await find(photoAssessmentId)).toMatchObject([
        { kind: 'assessment', id: photoAssessmentId, userId, title: 'started' },
      ]),
    );
    const [paid] = await eventually(async () => {
      const sql = 'select assessment_id from photo_score where photo_assessment_id = $1';
      const rows = await assessments.session.query<{ assessment_id: string }>(sql, [photoAssessmentId]);
      expect(rows).toHaveLength(2);
      return rows;
    });
    const id = paid!.assessment_id;
    expect(await find(id)).toMatchObject([{ kind: 'assessment', id, userId, title: 'running' }]);
  });

  it('is nothing where there is none, and for nobody else', async () => {
    expect(await find(randomUUID())).toEqual([]);
    await expect(find(randomUUID(), [])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
