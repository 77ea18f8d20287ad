import { type ReportReason, reportsRoutes } from '@candid/contracts';
import { call } from '../../lib/api/call';

export interface Report {
  readonly photoId: string;
  readonly reason: ReportReason;
  /** Of an own photo, with a reason about ratings. */
  readonly ratingId?: string;
  readonly text?: string;
}

export async function sendReport(body: Report, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.report, { body, idempotencyKey });
}
