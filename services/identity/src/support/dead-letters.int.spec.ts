import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  listDeadLettersRpc,
  listTimelineRpc,
  type RequestContext,
  replayDeadLetterRpc,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture } from '../identity.fixture.spec.js';

describe('a dead letter of the identity service', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const support = () => identity.caller({ userId: randomUUID() as never, roles: ['user', 'support'] });
  const list = async (context: RequestContext = support()) =>
    (await identity.rpc.call(listDeadLettersRpc('identity'), { limit: 10 }, context)).letters;
  const replay = (letterId: string, context: RequestContext = support()) =>
    identity.rpc.call(replayDeadLetterRpc('identity'), { letterId }, context);
  const { PhotoAssessmentCompleted } = assessmentsEvents;

  it('names its event and the reason, and fails again when it is requeued', async () => {
    await identity.publish(PhotoAssessmentCompleted, { userId: 'mia@example.org' } as never);
    const letters = await eventually(async () => {
      const found = await list();
      expect(found).toHaveLength(2);
      return found;
    });
    expect(letters.map(({ handler }) => handler).sort()).toEqual([
      'announce-on-photo-assessment-completed',
      'flag-on-photo-assessment-completed',
    ]);
    expect(letters[0]).toMatchObject({
      service: 'identity',
      subject: PhotoAssessmentCompleted.subject,
      attempts: 1,
      eventId: null,
    });
    expect(JSON.stringify(letters)).not.toContain('mia');
    const failed = replay(letters[0]!.letterId);
    await expect(failed).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^[^\n]*cannot be read[^\n]*$/),
    });
    expect(await list()).toHaveLength(2);
  });

  it('is handled once it can be read, and leaves the list', async () => {
    const letter = (await list()).find(({ handler }) => handler === 'announce-on-photo-assessment-completed')!;
    const { user } = await identity.signUp();
    const data = { photoAssessmentId: randomUUID(), userId: user.userId, photoIds: [], isFirstAssessment: false };
    const mended = { data: { ...data, completedAt: new Date().toISOString() }, correlationId: randomUUID() };
    await identity.session.query(
      'update dead_letters set payload = (payload::jsonb || $2::jsonb)::text where id = $1::text::bigint',
      [letter.letterId.split('.')[1], JSON.stringify(mended)],
    );
    expect(await replay(letter.letterId)).toEqual({ replayed: true });
    expect(await replay(letter.letterId)).toEqual({ replayed: true });
    expect((await list()).map(({ handler }) => handler)).toEqual(['flag-on-photo-assessment-completed']);
    const request = { requestIds: [mended.correlationId], limit: 10 };
    const { steps } = await identity.rpc.call(listTimelineRpc('identity'), request, support());
    expect(steps).toMatchObject([{ kind: 'mail', title: 'results', userId: user.userId, state: 'waiting' }]);
  });

  it('is found by its own id only, and is closed to everybody but support', async () => {
    for (const letterId of ['identity.99', 'identity.work.none', 'tokens.1', "identity.1' or true", 'identity.']) {
      expect(await codeOf(replay(letterId))).toBe('NOT_FOUND');
    }
    const stranger = identity.caller({ roles: ['user', 'assessor'] });
    expect([await codeOf(list(stranger)), await codeOf(replay('identity.1', stranger))]).toEqual(
      Array(2).fill('FORBIDDEN'),
    );
  });
});
