import { MODERATION } from '@candid/contracts';
import { badCursor } from '../kernel/paging.js';
import type { Report } from './case-state.js';
import { casePolicy } from './hold-policy.js';

/**
 * Anybody can send notices, so a page begins with what they must not bury: reports that wait, then those that count
 * towards a hold, then by severity, then the oldest.
 *
 * @param cursor the last report of the page before
 * @throws DomainError VALIDATION_FAILED for a cursor that is no report of the case
 */
export function pageOfReports(
  reports: readonly Report[],
  cursor: string | undefined,
): { page: Report[]; nextReports: string | null } {
  const ordered = reports.toSorted((a, b) => rankOf(a) - rankOf(b));
  const start = ordered.findIndex(({ reportId }) => reportId === cursor) + 1;
  if (cursor !== undefined && start === 0) throw badCursor();
  const end = start + MODERATION.reportsPerPage;
  return {
    page: ordered.slice(start, end),
    nextReports: end < ordered.length ? ordered[end - 1]!.reportId : null,
  };
}

const rankOf = ({ answeredBy, isCounted, reason }: Report): number =>
  (answeredBy === null ? 0 : 100) + (isCounted ? 0 : 10) + casePolicy.urgency[reason].severity;
