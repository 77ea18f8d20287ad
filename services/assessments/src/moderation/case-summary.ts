import type { ModerationCase } from '@candid/contracts';
import { casePolicy } from './case-policy.js';
import { tookPart } from './domain/appeals.js';
import type { Moderator } from './domain/commands.js';
import { isOwnMatter, liveClaim } from './domain/moderators.js';
import { dueOf, isUnderLegalHold, type KnownCase, openAppeal, standingDecision } from './domain/state.js';
import { byGravity, reasonsWaiting } from './domain/urgency.js';

export function summaryOf(state: KnownCase, viewer: Moderator, at: string): ModerationCase {
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
    mayDecide: mayDecide(state, viewer),
  } as ModerationCase;
}

function mayDecide(state: KnownCase, { moderatorId, isEvidenceStaff }: Moderator): boolean {
  if (isOwnMatter(state, moderatorId) || (isUnderLegalHold(state) && !isEvidenceStaff)) return false;
  if (state.proposal) return state.proposal.proposedBy !== moderatorId;
  const appealed = state.isOpen ? undefined : openAppeal(state);
  return !appealed || !tookPart(appealed, moderatorId);
}

export function statusOf(state: KnownCase): ModerationCase['status'] {
  if (state.proposal) return 'awaiting-second';
  if (state.isOpen) return 'open';
  return openAppeal(state) ? 'appealed' : 'decided';
}
