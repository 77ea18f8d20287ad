import { identitySupportRoutes } from '@candid/contracts';
import { type Answer, call } from '../../../lib/api/call';
import { usePages } from './pages';

export type FeedbackEntry = Answer<typeof identitySupportRoutes.listFeedback>['entries'][number];
export type AuditEntry = Answer<typeof identitySupportRoutes.listAuditLog>['entries'][number];

export const useFeedback = () =>
  usePages(
    ['feedback'],
    (asked) => call(identitySupportRoutes.listFeedback, asked),
    ({ entries }) => entries,
  );

/** The whole address; who asked for it and why goes on record. */
export async function revealFeedbackEmail(
  { feedbackId, reason }: { feedbackId: string; reason: string },
  idempotencyKey: string,
): Promise<string> {
  const sent = { params: { feedbackId }, body: { reason }, idempotencyKey };
  return (await call(identitySupportRoutes.revealFeedback, sent)).email;
}

export const useAuditLog = () =>
  usePages(
    ['audit-log'],
    (asked) => call(identitySupportRoutes.listAuditLog, asked),
    ({ entries }) => entries,
  );
