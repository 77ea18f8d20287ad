import type { ModerationCase } from '@candid/contracts';
import { casePolicy } from './case-policy.js';
import { liveClaim } from './domain/moderators.js';
import { dueOf, isUnderLegalHold, type KnownCase, openAppeal, standingDecision } from './domain/state.js';
import { byGravity, reasonsWaiting } from './domain/urgency.js';

export function summaryOf(state: KnownCase, at: string): ModerationCase {
  const { caseId, kind, severity, hold, openedAt, subjectId, photoId } = state;
  const claim = liveClaim(state, at);
  const waiting = reasonsWaiting(state, casePolicy);
  const found = state.findings.length > 0 ? (['screening'] as const) : [];
  const all = byGravity([...state.reports.map(({ reason }) => reason), ...found], casePolicy);
  return {
    caseId,
    kind,
    status: statusOf(state),
    severity,
    reasons: waiting.length > 0 ? waiting : all,
    reports: state.reports.length,
    isHeld: hold !== null,
    openedAt,
    dueAt: dueOf(state),
    claimedBy: claim?.moderatorId ?? null,
    claimedUntil: claim?.until ?? null,
    subjectId,
    photoId,
    decision: standingDecision(state)?.decision ?? null,
    isUnderLegalHold: isUnderLegalHold(state),
  } as ModerationCase;
}

export function statusOf(state: KnownCase): ModerationCase['status'] {
  if (state.proposal) return 'awaiting-second';
  if (state.isOpen) return 'open';
  return openAppeal(state) ? 'appealed' : 'decided';
}
