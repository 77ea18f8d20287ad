import { type KnownCase, waitingFindings, waitingReports } from './state.js';
import type { CasePolicy, CaseReason, Severity, Urgency } from './vocabulary.js';

/** Each once, the gravest first. */
export function byGravity(reasons: Iterable<CaseReason>, { urgency }: CasePolicy): CaseReason[] {
  const order = Object.keys(urgency);
  return [...new Set(reasons)].toSorted(
    (a, b) => urgency[a].severity - urgency[b].severity || order.indexOf(a) - order.indexOf(b),
  );
}

/** What a decision would be about now. */
export function reasonsWaiting(state: KnownCase, policy: CasePolicy): CaseReason[] {
  const found: CaseReason[] = waitingFindings(state).length > 0 ? ['screening'] : [];
  return byGravity([...waitingReports(state).map(({ reason }) => reason), ...found], policy);
}

/** As urgent as the gravest of what is known; what comes later never gives a case more time. */
export function urgencyWith(reason: CaseReason, at: string, { urgency }: CasePolicy, before?: Urgency): Urgency {
  const { severity, targetMs } = urgency[reason];
  const dueAt = new Date(Date.parse(at) + targetMs).toISOString();
  if (!before) return { severity, dueAt };
  return {
    severity: Math.min(severity, before.severity) as Severity,
    dueAt: [dueAt, before.dueAt].toSorted()[0]!,
  };
}
