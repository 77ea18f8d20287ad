import type { WaitingSubmission } from '../api/submission-outbox';
import type { QueuedTest } from './test-queue';

/** Tests without those that this person has done already, though the server does not know of it yet. */
export function withoutWaiting(tests: readonly QueuedTest[], waiting: readonly WaitingSubmission[]): QueuedTest[] {
  const done = new Set(
    waiting
      .filter(({ refusal }) => !refusal)
      .map(({ content }) => (content.kind === 'profile' ? content.groupId : content.ownerId)),
  );
  return tests.filter(({ groupId, userId }) => !done.has(groupId ?? userId));
}
