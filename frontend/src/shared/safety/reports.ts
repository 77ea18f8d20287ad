import { type ReportReason, reportsRoutes } from '@candid/contracts';
import { call } from '../../lib/api/call';

export interface Report {
  readonly photoId: string;
  readonly reason: ReportReason;
  /** Id of the reported rating of an own photo; only with a reason about ratings. */
  readonly ratingId?: string;
  readonly text?: string;
}

export async function sendReport(body: Report, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.report, { body, idempotencyKey });
}
