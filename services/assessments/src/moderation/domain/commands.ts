import type { ReporterFacts } from './reporters.js';
import type { CaseReason, CaseSubject, Decision, Finding, NoticeReason } from './vocabulary.js';

/** `at` is the moment of the command: ISO 8601 in UTC. `holdId`: the statement of a hold that may follow. */
interface Arrival {
  caseId: string;
  subject: CaseSubject;
  holdId: string;
  at: string;
}

export interface TakeReport extends Arrival {
  type: 'TakeReport';
  reportId: string;
  reporterId: string;
  reason: CaseReason;
  /** Of a report about a rating: which one, and on which photo. */
  ratingId: string | null;
  photoId: string;
  reporter: ReporterFacts;
}

export interface TakeNotice extends Arrival {
  type: 'TakeNotice';
  reportId: string;
  noticeId: string;
  reason: NoticeReason;
}

export interface TakeScreening extends Arrival {
  type: 'TakeScreening';
  findings: readonly Finding[];
}

/** A moderator, with what the person's roles allow beyond moderating. */
export interface Moderator {
  moderatorId: string;
  /** May open what was passed on. */
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
  | { type: 'FileAppeal'; statementId: string; at: string }
  | (Moderator & { type: 'DecideAppeal'; isGranted: boolean; answerId: string; at: string });
