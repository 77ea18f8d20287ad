import type { StandingName } from './reporters.js';
import type { CaseKind, CaseReason, CaseSubject, Decision, Finding, Severity, Urgency } from './vocabulary.js';

export type CaseOrigin = 'report' | 'notice' | 'screening';

/** A report or notice that a decision answers. */
export interface Answered {
  reportId: string;
  /** Reporter's user id; null for a notice. */
  reporterId: string | null;
  noticeId: string | null;
  isUpheld: boolean;
}

export interface CaseOpened extends CaseSubject, Urgency {
  caseId: string;
  origin: CaseOrigin;
  openedAt: string;
}

/** A report or notice. A row holds its text. */
export interface CaseReported extends Urgency {
  caseId: string;
  reportId: string;
  reporterId: string | null;
  noticeId: string | null;
  reason: CaseReason;
  /** Rating id if the report concerns a rating, then `photoId` is the rated photo; otherwise null. */
  ratingId: string | null;
  photoId: string | null;
  /** Facts about the reporter at the time of the report; a notice has none, unless an account sent it. */
  standing: StandingName | null;
  isNew: boolean;
  weight: number | null;
  linkedReporterIds: string[];
  /** Whether the report counts towards a hold. */
  isCounted: boolean;
  /** Notices about the same photo that came from other networks; empty for a report. */
  fromElsewhere: string[];
  /** True if the sender of a notice confirmed it by mail; false for a report. */
  isConfirmed: boolean;
  /** Statement id of the decision in force that already answers the report; such a report opens no case. */
  answeredBy: string | null;
  isUpheld: boolean;
  reportedAt: string;
}

export interface CaseDecided {
  caseId: string;
  statementId: string;
  kind: CaseKind;
  decision: Decision;
  subjectId: string | null;
  photoId: string | null;
  rule: string | null;
  until: string | null;
  /** Reasons reported or found, most severe first. */
  about: CaseReason[];
  usedScreening: boolean;
  /** Whether the photo was held at the time of the decision. */
  wasHeld: boolean;
  /** True if the person concerned may learn of it. */
  isTold: boolean;
  decidedBy: string;
  /** The moderator who confirmed a closure; null for other decisions. */
  confirmedBy: string | null;
  decidedAt: string;
  /** Time since which the case waited, and its target time. */
  openedAt: string;
  dueAt: string;
  severity: Severity;
  answered: Answered[];
}

export interface LateReportAnswered {
  caseId: string;
  statementId: string;
  decision: Decision;
  decidedAt: string;
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

interface OfDecision {
  caseId: string;
  statementId: string;
  kind: CaseKind;
  decision: Decision;
  subjectId: string | null;
  photoId: string | null;
  isTold: boolean;
}

export interface DecisionUndone extends OfDecision {
  /** The moderator who undid it; null if an appeal was granted. */
  undoneBy: string | null;
  undoneAt: string;
  /** Whether the case waits again as before the decision; false after a granted appeal. */
  isReopened: boolean;
}

export interface AppealDecided extends OfDecision {
  isGranted: boolean;
  answerId: string;
  decidedBy: string;
  decidedAt: string;
  answered: Answered[];
}

/**
 * Events of a case, on stream `moderation-case-<caseId>`. Dates are ISO 8601 in UTC and compare as text. Rows hold the
 * texts.
 */
export type CaseEvent =
  | { type: 'CaseOpened'; data: CaseOpened }
  /** Something new arrived, so a decided case waits again. */
  | { type: 'CaseReopened'; data: { caseId: string; origin: CaseOrigin; openedAt: string } & Urgency }
  | { type: 'CaseReported'; data: CaseReported }
  /** The case needs the pictures of a photo that its owner has deleted. */
  | {
      type: 'DeletedPhotoReported';
      data: { caseId: string; photoId: string; subjectId: string; reportedAt: string };
    }
  | { type: 'CaseNoticeConfirmed'; data: { caseId: string; reportId: string; confirmedAt: string } }
  | { type: 'CaseScreened'; data: { caseId: string; findings: Finding[]; screenedAt: string } & Urgency }
  | {
      type: 'CasePhotoHeld';
      data: {
        caseId: string;
        statementId: string;
        photoId: string;
        subjectId: string;
        reason: CaseReason;
        about: CaseReason[];
        usedScreening: boolean;
        heldAt: string;
      };
    }
  | {
      type: 'CaseHoldReleased';
      data: { caseId: string; statementId: string; photoId: string; subjectId: string; releasedAt: string };
    }
  | { type: 'CaseClaimed'; data: { caseId: string; moderatorId: string; until: string } }
  | { type: 'CaseGivenBack'; data: { caseId: string; moderatorId: string } }
  | { type: 'ClosureProposed'; data: ClosureProposed }
  | {
      type: 'ClosureDropped';
      data: { caseId: string; statementId: string; droppedBy: string; droppedAt: string };
    }
  | { type: 'CaseDecided'; data: CaseDecided }
  /** A report came after a decision in force, which answers it. */
  | { type: 'LateReportAnswered'; data: LateReportAnswered }
  | { type: 'DecisionUndone'; data: DecisionUndone }
  | { type: 'AppealFiled'; data: OfDecision & { filedAt: string; dueAt: string } }
  | { type: 'AppealDecided'; data: AppealDecided };

export const caseStreamId = (caseId: string): string => `moderation-case-${caseId}`;
export const isOfCase = (streamId: string): boolean => streamId.startsWith('moderation-case-');
