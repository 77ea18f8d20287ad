import { type CaseKind, type Decision, MODERATION } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import {
  awaitsAppeal,
  awaitsSecond,
  type CaseCommand,
  type CaseDecided,
  type CaseEvent,
  type ClosureProposed,
  conflict,
  type Decide,
  invalid,
  isTold,
  type Moderator,
  notWaiting,
  ownDecision,
} from './case.js';
import {
  type DecisionRecord,
  isAboutAccount,
  isUnderLegalHold,
  type KnownCase,
  newestDecision,
  openAppeal,
  reasonsWaiting,
  standingDecision,
  waitingFindings,
  waitingReports,
} from './case-state.js';
import { isGrave } from './hold-policy.js';

type CommandOf<Type extends CaseCommand['type']> = Extract<CaseCommand, { type: Type }>;

const DECISIONS_ON: Readonly<Record<CaseKind, readonly Decision[]>> = {
  photo: ['noViolation', 'removePhoto', 'askForCrop', 'suspendAccount', 'closeAccount', 'passOn'],
  assessor: ['noViolation', 'suspendAccount', 'closeAccount'],
  notice: ['noViolation', 'suspendAccount', 'closeAccount', 'passOn'],
};

const DAY_MS = 24 * 3_600_000;

/** Takes effect immediately, except for a closure, which awaits a second moderator. A repeat emits nothing. */
export function decideCase(command: Decide, state: KnownCase): CaseEvent[] {
  const { moderatorId, decision, rule, days, statementId, at } = command;
  if (isSameAgain(command, state)) return [];
  if (state.proposal) throw awaitsSecond();
  if (!state.isOpen) throw openAppeal(state) ? awaitsAppeal() : notWaiting();
  refuseClaimedByAnother(state, command, at);
  const claim = liveClaim(state, at);
  if (!claim) throw conflict('Please claim the case first.');
  if (decision === 'noViolation' && hasUnseenGraveReport(state, claim))
    throw conflict('A grave report came after you claimed the case. Please give it back, claim it again and look.');
  if (!DECISIONS_ON[state.kind].includes(decision) || (isAboutAccount(decision) && state.subjectId === null))
    throw invalid('decision', 'This cannot be decided about such a case.');
  if (decision !== 'noViolation' && rule === null) throw invalid('rule', 'Please name the rule.');
  if (decision === 'suspendAccount' && days === null) throw invalid('days', 'Please say for how many days.');
  const { caseId } = state;
  if (decision === 'closeAccount' && rule !== null)
    return [{ type: 'ClosureProposed', data: { caseId, statementId, rule, proposedBy: moderatorId, proposedAt: at } }];
  const until =
    decision === 'suspendAccount' && days !== null ? new Date(Date.parse(at) + days * DAY_MS).toISOString() : null;
  const named = decision === 'noViolation' ? null : rule;
  const taken = { statementId, decision, rule: named, until, decidedBy: moderatorId, confirmedBy: null, decidedAt: at };
  return decisionEvents(state, taken);
}

/** Requires a moderator other than the proposer. A confirmed closure takes effect; a dropped one leaves the case waiting. */
export function confirmClosure(command: CommandOf<'ConfirmClosure'>, state: KnownCase): CaseEvent[] {
  const { moderatorId, isConfirmed, at } = command;
  const { proposal, caseId } = state;
  if (!proposal) {
    if (isConfirmed && standingDecision(state)?.confirmedBy === moderatorId) return [];
    throw conflict('There is no closure to confirm.');
  }
  const { statementId, rule, proposedBy } = proposal;
  if (proposedBy === moderatorId) throw ownDecision();
  if (!isConfirmed)
    return [{ type: 'ClosureDropped', data: { caseId, statementId, droppedBy: moderatorId, droppedAt: at } }];
  const parties = { decidedBy: proposedBy, confirmedBy: moderatorId, decidedAt: at };
  return decisionEvents(state, { statementId, decision: 'closeAccount', rule, until: null, ...parties });
}

/**
 * Reopens the case as it was before the decision: a photo that was held is held again. While a closure awaits a second
 * moderator, undoing withdraws the closure.
 */
export function undo(command: CommandOf<'Undo'>, state: KnownCase): CaseEvent[] {
  const { moderatorId, holdId, at } = command;
  const { caseId, proposal } = state;
  if (proposal) {
    requireOwnProposal(proposal, state, command, at);
    const { statementId } = proposal;
    return [{ type: 'ClosureDropped', data: { caseId, statementId, droppedBy: moderatorId, droppedAt: at } }];
  }
  if (newestDecision(state)?.undoneBy === moderatorId) return [];
  const newest = undoableDecision(state, command, at);
  const undone = { ...ofDecision(newest), undoneBy: moderatorId, undoneAt: at, isReopened: true };
  const events: CaseEvent[] = [{ type: 'DecisionUndone', data: undone }];
  const { photoId, subjectId, about, usedScreening } = newest;
  const reason = about[0];
  if (newest.wasHeld && !state.hold && photoId !== null && subjectId !== null && reason !== undefined) {
    const held = { caseId, statementId: holdId, photoId, subjectId, reason, about, usedScreening, heldAt: at };
    events.push({ type: 'CasePhotoHeld', data: held });
  }
  return events;
}

/** True if this moderator may undo the pending closure or, if none is pending, the newest decision. */
export function canUndo(state: KnownCase, moderator: Moderator, at: string): boolean {
  if (isOwnMatter(state, moderator.moderatorId)) return false;
  try {
    if (state.proposal) requireOwnProposal(state.proposal, state, moderator, at);
    else undoableDecision(state, moderator, at);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function requireOwnProposal({ proposedBy }: ClosureProposed, state: KnownCase, moderator: Moderator, at: string): void {
  if (proposedBy !== moderator.moderatorId) throw awaitsSecond();
  refuseClaimedByAnother(state, moderator, at);
}

function undoableDecision(state: KnownCase, moderator: Moderator, at: string): DecisionRecord {
  const newest = standingDecision(state);
  if (!newest) throw conflict('There is no decision to undo.');
  if (newest.appeal) throw conflict('This decision was appealed: it can no longer be undone.');
  const age = Date.parse(at) - Date.parse(newest.decidedAt);
  const isOwnMistake = newest.decidedBy === moderator.moderatorId && age <= MODERATION.passOnUndoMs;
  if (!isOwnMistake) requireEvidenceStaff(state, moderator);
  refuseClaimedByAnother(state, moderator, at);
  return newest;
}

export const ofDecision = ({ caseId, statementId, kind, decision, subjectId, photoId, isTold }: DecisionRecord) => ({
  ...{ caseId, statementId, kind, decision, subjectId, photoId, isTold },
});

type Taken = Pick<
  CaseDecided,
  'statementId' | 'decision' | 'rule' | 'until' | 'decidedBy' | 'confirmedBy' | 'decidedAt'
>;

/**
 * A decision about the account keeps the photo held while in force. Any other decision ends the hold. In the same
 * transaction, `moderate.ts` enforces the decision, for example with `endHeldPhoto`, which ends and refunds.
 */
function decisionEvents(state: KnownCase, taken: Taken): CaseEvent[] {
  const { caseId, kind, subjectId, photoId, openedAt, dueAt, severity, hold } = state;
  const isUpheld = taken.decision !== 'noViolation';
  const answered = waitingReports(state).map(({ reportId, reporterId, noticeId }) => ({
    ...{ reportId, reporterId, noticeId, isUpheld },
  }));
  const about = reasonsWaiting(state);
  const usedScreening = waitingFindings(state).length > 0;
  const of = { caseId, kind, subjectId, photoId, openedAt, dueAt, severity };
  const wasHeld = hold !== null;
  const told = isTold({ ...of, ...taken, wasHeld });
  const decided = { ...of, ...taken, about, usedScreening, wasHeld, isTold: told, answered };
  const events: CaseEvent[] = [{ type: 'CaseDecided', data: decided }];
  // Only `noViolation` shows the photo again: a removed photo, or one that needs another crop, stays hidden.
  return taken.decision === 'noViolation' ? [...events, ...releaseHold(state, taken.decidedAt)] : events;
}

export function releaseHold({ hold, caseId, photoId, subjectId }: KnownCase, releasedAt: string): CaseEvent[] {
  if (!hold || photoId === null || subjectId === null) return [];
  return [
    { type: 'CaseHoldReleased', data: { caseId, statementId: hold.statementId, photoId, subjectId, releasedAt } },
  ];
}

/** True if a grave report is newer than the claim. A clearance would answer this report before anybody has read it. */
function hasUnseenGraveReport(state: KnownCase, claim: { until: string }): boolean {
  // Time when the claim was made or last renewed.
  const claimedMs = Date.parse(claim.until) - MODERATION.claimMs;
  return waitingReports(state).some(({ reason, reportedAt }) => isGrave(reason) && Date.parse(reportedAt) > claimedMs);
}

function isSameAgain({ moderatorId, decision, rule }: Decide, state: KnownCase): boolean {
  if (state.proposal)
    return decision === 'closeAccount' && state.proposal.proposedBy === moderatorId && state.proposal.rule === rule;
  const standing = standingDecision(state);
  return (
    !state.isOpen &&
    standing?.decision === decision &&
    standing.decidedBy === moderatorId &&
    (decision === 'noViolation' || standing.rule === rule)
  );
}

/** Renewing a claim within this time emits nothing, so a second click is harmless. */
const RENEWED_AFTER_MS = 60_000;

/** Returns true if the moderator owns the photo or account, or sent a report of the case. Such a moderator may not decide it. */
export function isOwnMatter({ subjectId, reports }: KnownCase, moderatorId: string): boolean {
  return subjectId === moderatorId || reports.some(({ reporterId }) => reporterId === moderatorId);
}

export const liveClaim = ({ claim }: KnownCase, at: string) => (claim && claim.until > at ? claim : undefined);

export function refuseClaimedByAnother(state: KnownCase, { moderatorId }: Moderator, at: string): void {
  const claim = liveClaim(state, at);
  if (claim && claim.moderatorId !== moderatorId)
    throw new DomainError('CASE_CLAIMED', 'Another moderator works on this case.');
}

/** Only evidence staff may change a case under legal hold. */
export function requireEvidenceStaff(state: KnownCase, { isEvidenceStaff }: Moderator): void {
  if (isUnderLegalHold(state) && !isEvidenceStaff)
    throw new DomainError('FORBIDDEN', 'This case was passed on: only the safety lead and legal staff can change it.');
}

export function claim(command: CommandOf<'Claim'>, state: KnownCase): CaseEvent[] {
  const { moderatorId, at } = command;
  if (!state.isOpen && !openAppeal(state)) throw notWaiting();
  requireEvidenceStaff(state, command);
  refuseClaimedByAnother(state, command, at);
  const before = liveClaim(state, at);
  const until = new Date(Date.parse(at) + MODERATION.claimMs).toISOString();
  if (before && Date.parse(until) - Date.parse(before.until) < RENEWED_AFTER_MS) return [];
  return [{ type: 'CaseClaimed', data: { caseId: state.caseId, moderatorId, until } }];
}

export function giveBack(command: CommandOf<'GiveBack'>, state: KnownCase): CaseEvent[] {
  const { moderatorId, at } = command;
  refuseClaimedByAnother(state, command, at);
  if (!liveClaim(state, at)) return [];
  return [{ type: 'CaseGivenBack', data: { caseId: state.caseId, moderatorId } }];
}
