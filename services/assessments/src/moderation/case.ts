import {
  CASE_URGENCY,
  type CaseKind,
  type CaseReason,
  type Decision,
  type ScreeningFinding as Finding,
  type NoticeReason,
  type StandingName,
} from '@candid/contracts';
import { DomainError, uuidOf } from '@candid/event-store';
import type { ReporterFacts } from './reporter.js';

export type CaseOrigin = 'report' | 'notice' | 'screening';

export interface Answered {
  reportId: string;
  reporterId: string | null;
  noticeId: string | null;
  isUpheld: boolean;
}

/** A report or notice. Its text is in a row, not in the event. */
export interface CaseReported extends Urgency, Answered {
  caseId: string;
  reason: CaseReason;
  /** Id of the reported rating; `photoId` is then the rated photo. Null if the report concerns no rating. */
  ratingId: string | null;
  photoId: string | null;
  /** Facts about the reporter at the time of the report; a notice has none, unless an account sent it. */
  standing: StandingName | null;
  isNew: boolean;
  weight: number | null;
  linkedReporterIds: string[];
  isCounted: boolean;
  /** Ids of notices about the same photo from other networks; empty for a report. */
  fromElsewhere: string[];
  /** True if the sender of a notice confirmed it by mail; false for a report. */
  isConfirmed: boolean;
  /** Statement id of the decision in force that already answers the report; such a report opens no case. */
  answeredBy: string | null;
  reportedAt: string;
}

export interface OfDecision extends CaseSubject {
  caseId: string;
  statementId: string;
  decision: Decision;
  /** True if the person concerned may learn of the decision. */
  isTold: boolean;
}

export interface CaseDecided extends OfDecision, Urgency {
  rule: string | null;
  until: string | null;
  /** Reasons reported or found, most severe first. */
  about: CaseReason[];
  usedScreening: boolean;
  wasHeld: boolean;
  decidedBy: string;
  /** The moderator who confirmed a closure; null for other decisions. */
  confirmedBy: string | null;
  decidedAt: string;
  /** Time when the case began to wait. */
  openedAt: string;
  answered: Answered[];
}

interface LateReportAnswered extends Pick<CaseDecided, 'caseId' | 'statementId' | 'decision' | 'decidedAt'> {
  answered: Answered;
  answeredAt: string;
}

/** A closure that awaits another moderator's confirmation. */
export interface ClosureProposed {
  caseId: string;
  statementId: string;
  rule: string;
  proposedBy: string;
  proposedAt: string;
}

interface DecisionUndone extends OfDecision {
  /** The moderator who undid the decision; null if an appeal was granted. */
  undoneBy: string | null;
  undoneAt: string;
  /** True if the case waits again as before the decision; false after a granted appeal. */
  isReopened: boolean;
}

interface AppealDecided extends OfDecision {
  isGranted: boolean;
  answerId: string;
  decidedBy: string;
  decidedAt: string;
  answered: Answered[];
}

interface OfPhoto {
  caseId: string;
  photoId: string;
  subjectId: string;
}

interface CasePhotoHeld extends OfPhoto, Pick<CaseDecided, 'statementId' | 'about' | 'usedScreening'> {
  reason: CaseReason;
  heldAt: string;
}

/** Events of a case, on stream `moderation-case-<caseId>`. Dates are ISO 8601 in UTC and can be compared as text. */
export type CaseEvent =
  | { type: 'CaseOpened'; data: { caseId: string; origin: CaseOrigin; openedAt: string } & CaseSubject & Urgency }
  /** A new report, notice or finding arrived, so a decided case waits again. */
  | { type: 'CaseReopened'; data: { caseId: string; origin: CaseOrigin; openedAt: string } & Urgency }
  | { type: 'CaseReported'; data: CaseReported }
  | { type: 'DeletedPhotoReported'; data: OfPhoto & { reportedAt: string } }
  | { type: 'CaseNoticeConfirmed'; data: { caseId: string; reportId: string; confirmedAt: string } }
  | { type: 'CaseScreened'; data: { caseId: string; findings: Finding[]; screenedAt: string } & Urgency }
  | { type: 'CasePhotoHeld'; data: CasePhotoHeld }
  | { type: 'CaseHoldReleased'; data: OfPhoto & { statementId: string; releasedAt: string } }
  | { type: 'CaseClaimed'; data: { caseId: string; moderatorId: string; until: string } }
  | { type: 'CaseGivenBack'; data: { caseId: string; moderatorId: string } }
  | { type: 'ClosureProposed'; data: ClosureProposed }
  | { type: 'ClosureDropped'; data: { caseId: string; statementId: string; droppedBy: string; droppedAt: string } }
  | { type: 'CaseDecided'; data: CaseDecided }
  /** A report arrived after a decision in force, which answers the report. */
  | { type: 'LateReportAnswered'; data: LateReportAnswered }
  | { type: 'DecisionUndone'; data: DecisionUndone }
  | { type: 'AppealFiled'; data: OfDecision & { filedAt: string; dueAt: string } }
  | { type: 'AppealDecided'; data: AppealDecided };

export const caseStreamId = (caseId: string): string => `moderation-case-${caseId}`;
export const isOfCase = (streamId: string): boolean => streamId.startsWith('moderation-case-');

/** `at` is the time of the command: ISO 8601 in UTC. `holdId` becomes the statement id if the command causes a hold. */
interface Arrival {
  caseId: string;
  subject: CaseSubject;
  holdId: string;
  at: string;
}

export interface TakeReport extends Arrival, Pick<CaseReported, 'reportId' | 'reason' | 'ratingId'> {
  type: 'TakeReport';
  reporterId: string;
  photoId: string;
  reporter: ReporterFacts;
  /** True if the owner has deleted the photo since the reporter had it open. */
  isPhotoDeleted: boolean;
}

export interface TakeNotice extends Arrival, Pick<CaseReported, 'reportId' | 'isConfirmed'> {
  type: 'TakeNotice';
  noticeId: string;
  reason: NoticeReason;
  /** Facts about the account that sent the notice; null if the sender is unknown. */
  sender: Omit<ReporterFacts, 'linkedReporterIds'> | null;
  fromElsewhere: readonly string[];
  circumstances: Circumstances;
}

export interface Circumstances {
  isOwnerNew: boolean;
  /** True if notices have held too many photos lately, so that further notices wait for a moderator. */
  isBreakerOpen: boolean;
}

export interface TakeScreening extends Arrival {
  type: 'TakeScreening';
  findings: readonly Finding[];
}

export interface Moderator {
  moderatorId: string;
  /** True if the moderator may read and change cases that were passed on to the authorities. */
  isEvidenceStaff: boolean;
}

export interface Decide extends Moderator {
  type: 'Decide';
  decision: Decision;
  rule: string | null;
  days: number | null;
  statementId: string;
  at: string;
}

export type CaseCommand =
  | TakeReport
  | TakeNotice
  | TakeScreening
  | (Moderator & { type: 'Claim'; at: string })
  | (Moderator & { type: 'GiveBack'; at: string })
  | Decide
  | (Moderator & { type: 'ConfirmClosure'; isConfirmed: boolean; at: string })
  | (Moderator & { type: 'Undo'; holdId: string; at: string })
  | { type: 'RecordPhotoDeleted'; at: string }
  | { type: 'FileAppeal'; statementId: string; at: string }
  | (Moderator & { type: 'DecideAppeal'; isGranted: boolean; answerId: string; at: string });

/** The subject of a case: one photo, one assessor, or one notice that names no known photo but may name an account. */
export interface CaseSubject {
  kind: CaseKind;
  /** Owner of the photo, the assessor, or the account that the notice names; null if that account is unknown. */
  subjectId: string | null;
  photoId: string | null;
}

export interface Urgency {
  /** 1 is the most severe. */
  severity: (typeof CASE_URGENCY)[CaseReason]['severity'];
  /** Deadline of the decision. */
  dueAt: string;
}

/**
 * Returns whether the person concerned may learn of a decision, through statements, mails, live events or appeals.
 * - The person learns of a favourable decision only if it ended a hold. Otherwise even the report stays secret.
 * - The person learns nothing if only the words of a notice were passed on, because this restricts nobody.
 */
export function isTold({
  decision,
  subjectId,
  photoId,
  wasHeld,
}: Pick<CaseDecided, 'decision' | 'subjectId' | 'photoId' | 'wasHeld'>): boolean {
  if (subjectId === null) return false;
  if (decision === 'noViolation') return wasHeld;
  return decision !== 'passOn' || photoId !== null;
}

export const conflict = (message: string): DomainError => new DomainError('CONFLICT', message);
export const caseUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such case.');

export const ownMatter = (): DomainError =>
  new DomainError('FORBIDDEN', 'You cannot act on a case about yourself, or on your own report.');

export const ownDecision = (): DomainError =>
  new DomainError('FORBIDDEN', 'You took part in this decision: another moderator has to look at it.');

export const notWaiting = (): DomainError => conflict('This case does not wait for a decision.');
export const awaitsAppeal = (): DomainError => conflict('Please decide the appeal first.');
export const awaitsSecond = (): DomainError => conflict('This case waits for a second moderator.');

export const nothingToAppeal = (): DomainError =>
  new DomainError('NOT_FOUND', 'There is no decision that you can appeal against.');

export const invalid = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ field, message }]);

/** Reasons without duplicates, the most severe first. */
export function byGravity(reasons: Iterable<CaseReason>): CaseReason[] {
  const order = Object.keys(CASE_URGENCY);
  return [...new Set(reasons)].toSorted(
    (a, b) => CASE_URGENCY[a].severity - CASE_URGENCY[b].severity || order.indexOf(a) - order.indexOf(b),
  );
}

/** Urgency of the most severe reason known. A later reason never extends the deadline. */
export function urgencyWith(reason: CaseReason, at: string, before?: Urgency): Urgency {
  const { severity, targetMs } = CASE_URGENCY[reason];
  const urgency = { severity, dueAt: new Date(Date.parse(at) + targetMs).toISOString() };
  return before ? mostUrgent(urgency, before) : urgency;
}

export const mostUrgent = (one: Urgency, other: Urgency): Urgency => ({
  severity: Math.min(one.severity, other.severity) as Urgency['severity'],
  dueAt: [one.dueAt, other.dueAt].toSorted()[0]!,
});

/** Derives the case id from the subject, so that everything about the same subject enters one stream. */
export const caseOfPhoto = (photoId: string): string => uuidOf(`case of photo ${photoId}`);
export const caseOfAssessor = (assessorId: string): string => uuidOf(`case of assessor ${assessorId}`);
export const caseOfNotice = (noticeId: string): string => uuidOf(`case of notice ${noticeId}`);
