import { supportDeadLettersRoutes } from '@candid/contracts';
import { type Answer, call } from '../../../lib/api/call';
import { usePages } from './pages';

export type DeadLetter = Answer<typeof supportDeadLettersRoutes.listDeadLetters>['letters'][number];

export const useDeadLetters = () =>
  usePages(
    ['dead-letters'],
    (asked) => call(supportDeadLettersRoutes.listDeadLetters, asked),
    ({ letters }) => letters,
  );

/** Rejects with CONFLICT and the reason where it fails again. */
export async function replayDeadLetter(
  { letterId, reason }: { letterId: string; reason: string },
  idempotencyKey: string,
): Promise<void> {
  await call(supportDeadLettersRoutes.replayDeadLetter, { params: { letterId }, body: { reason }, idempotencyKey });
}
