import { expect, it } from '@jest/globals';
import { withoutWaiting } from './assessment-queue';
import type { WaitingSubmission } from './submission-outbox';

const waiting = (content: object, refusal?: object) =>
  ({ idempotencyKey: 'k', userId: 'me', savedAt: '', content, refusal }) as WaitingSubmission;
const photos = { userId: 'ann', isProfileEvaluation: false };
const profile = { userId: 'ann', isProfileEvaluation: true, groupId: 'g' };

it('does not offer again what waits to be sent, a person apart from their profile', () => {
  expect(withoutWaiting([photos, profile], [waiting({ kind: 'photos', ownerId: 'ann' })])).toEqual([profile]);
  expect(withoutWaiting([photos, profile], [waiting({ kind: 'profile', groupId: 'g', ownerId: 'ann' })])).toEqual([
    photos,
  ]);
});

it('offers what was refused', () => {
  const refused = waiting({ kind: 'photos', ownerId: 'ann' }, { code: 'NOT_FOUND', message: '' });
  expect(withoutWaiting([photos], [refused])).toEqual([photos]);
});
