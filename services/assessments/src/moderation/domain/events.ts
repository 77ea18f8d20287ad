import type { StandingName } from './reporters.js';
import type { CaseKind, CaseReason, CaseSubject, Decision, Finding, Severity, Urgency } from './vocabulary.js';

export type CaseOrigin = 'report' | 'notice' | 'screening';

/** Whose report or notice a decision answers. */
export interface Answered {
  reportId: string;
  /** Null for a notice. */
  reporterId: string | null;
  noticeId: string | null;
  isUpheld: boolean;
}

export interface CaseOpened extends CaseSubject, Urgency {
  caseId: string;
  origin: CaseOrigin;
  openedAt: string;
}

/** A report or notice. Its words are in a row. */
export interface CaseReported extends Urgency {
  caseId: string;
  reportId: string;
  reporterId: string | null;
  noticeId: string | null;
  reason: CaseReason;
  /** Of a report about a rating: which one, and on which photo. */
  ratingId: string | null;
  photoId: string | null;
  /** What was known of the reporter then; of a notice nothing is. */
  standing: StandingName | null;
  isNew: boolean;
  weight: number | null;
  linkedReporterIds: string[];
  /** Whether it counts towards a hold. */
  isCounted: boolean;
  /** What a decision that stands says about it: such a report opens nothing. */
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
  /** What was reported or found, the gravest first. */
  about: CaseReason[];
  usedScreening: boolean;
  /** The photo was held when it was decided. */
  wasHeld: boolean;
  decidedBy: string;
  /** Of a closure. */
  confirmedBy: string | null;
  decidedAt: string;
  /** Since when the case had waited, and by when it was to be decided. */
  openedAt: string;
  dueAt: string;
  severity: Severity;
  answered: Answered[];
}

/** A closure that another moderator has to confirm. */
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
}

export interface DecisionUndone extends OfDecision {
  /** Null: an appeal was granted. */
  undoneBy: string | null;
  undoneAt: string;
  /** The case waits again as it did before the decision. False after a granted appeal. */
  isReopened: boolean;
}

export interface AppealDecided extends OfDecision {
  isGranted: boolean;
  answerId: string;
  decidedBy: string;
  decidedAt: string;
  answered: Answered[];
}

/** What happened to a case, on stream `moderation-case-<caseId>`. Dates are ISO 8601 in UTC and compare as text. Words are in rows. */
export type CaseEvent =
  | { type: 'CaseOpened'; data: CaseOpened }
  /** A decided case waits again because of something new. */
  | { type: 'CaseReopened'; data: { caseId: string; origin: CaseOrigin; openedAt: string } & Urgency }
  | { type: 'CaseReported'; data: CaseReported }
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
  | { type: 'DecisionUndone'; data: DecisionUndone }
  | { type: 'AppealFiled'; data: OfDecision & { filedAt: string; dueAt: string } }
  | { type: 'AppealDecided'; data: AppealDecided };

export const caseStreamId = (caseId: string): string => `moderation-case-${caseId}`;
export const isOfCase = (streamId: string): boolean => streamId.startsWith('moderation-case-');
