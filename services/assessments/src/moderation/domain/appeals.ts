import type { CaseCommand } from './commands.js';
import { ofDecision } from './decisions.js';
import { alreadyAppealed, appealExpired, noAppeal, nothingToAppeal, ownDecision } from './errors.js';
import type { Answered, CaseEvent } from './events.js';
import { refuseClaimedByAnother, refuseOwnMatter, requireEvidenceStaff } from './moderators.js';
import {
  type DecisionRecord,
  decisionOf,
  isAboutAccount,
  type KnownCase,
  newestDecision,
  openAppeal,
} from './state.js';
import type { CasePolicy } from './vocabulary.js';

type FileAppeal = Extract<CaseCommand, { type: 'FileAppeal' }>;
type DecideAppeal = Extract<CaseCommand, { type: 'DecideAppeal' }>;

/**
 * Accepts one appeal per decision, within six months of it. A decision in the person's favour cannot be appealed, nor one
 * that the person may not learn of.
 */
export function fileAppeal({ statementId, at }: FileAppeal, state: KnownCase, policy: CasePolicy): CaseEvent[] {
  const decision = decisionOf(state, statementId);
  if (!decision?.isTold) throw nothingToAppeal();
  if (decision.appeal) throw alreadyAppealed();
  if (decision.decision === 'noViolation' || decision.undoneAt !== null) throw nothingToAppeal();
  if (Date.parse(at) - Date.parse(decision.decidedAt) > policy.appealMs) throw appealExpired();
  const dueAt = new Date(Date.parse(at) + policy.appealTargetMs).toISOString();
  return [{ type: 'AppealFiled', data: { ...ofDecision(decision), filedAt: at, dueAt } }];
}

/**
 * Requires a moderator who took no part in the decision. A granted appeal undoes the decision; the case stays decided.
 */
export function decideAppeal(command: DecideAppeal, state: KnownCase): CaseEvent[] {
  const { moderatorId, isGranted, answerId, at } = command;
  refuseOwnMatter(state, command);
  const appealed = openAppeal(state);
  if (!appealed) {
    if (isSameAgain(command, state)) return [];
    throw noAppeal();
  }
  if (tookPart(appealed, moderatorId)) throw ownDecision();
  requireEvidenceStaff(state, command);
  refuseClaimedByAnother(state, command, at);
  const answered = answeredBy(state, appealed, !isGranted);
  const of = ofDecision(appealed);
  const events: CaseEvent[] = [
    { type: 'AppealDecided', data: { ...of, isGranted, answerId, decidedBy: moderatorId, decidedAt: at, answered } },
  ];
  if (!isGranted) return events;
  events.push({ type: 'DecisionUndone', data: { ...of, undoneBy: null, undoneAt: at, isReopened: false } });
  const { hold, caseId, photoId, subjectId } = state;
  // A hold of an open case is of newer reports, and one of a newer decision stays with that.
  const ownsHold = isAboutAccount(appealed.decision) && appealed === newestDecision(state) && !state.isOpen;
  if (hold && ownsHold && photoId !== null && subjectId !== null) {
    const released = { caseId, statementId: hold.statementId, photoId, subjectId, releasedAt: at };
    events.push({ type: 'CaseHoldReleased', data: released });
  }
  return events;
}

export const tookPart = (
  { decidedBy, confirmedBy }: Pick<DecisionRecord, 'decidedBy' | 'confirmedBy'>,
  moderatorId: string,
): boolean => decidedBy === moderatorId || confirmedBy === moderatorId;

const answeredBy = ({ reports }: KnownCase, { statementId }: DecisionRecord, isUpheld: boolean): Answered[] =>
  reports
    .filter((report) => report.answeredBy === statementId)
    .map(({ reportId, reporterId, noticeId }) => ({ reportId, reporterId, noticeId, isUpheld }));

function isSameAgain({ moderatorId, isGranted }: DecideAppeal, { decisions }: KnownCase): boolean {
  const appeal = decisions.findLast((decision) => decision.appeal !== null)?.appeal;
  return appeal?.decidedBy === moderatorId && appeal.outcome === (isGranted ? 'granted' : 'rejected');
}
