import type { ReporterFacts } from './reporters.js';
import type { CaseReason, CaseSubject, Decision, Finding, NoticeReason } from './vocabulary.js';

/** `at` is the time of the command: ISO 8601 in UTC. `holdId` becomes the statement id if the command causes a hold. */
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
  /** Rating id if the report concerns a rating, then `photoId` is the rated photo; otherwise null. */
  ratingId: string | null;
  photoId: string;
  reporter: ReporterFacts;
  /** True if the owner has deleted the photo since the reporter had it open. */
  isPhotoDeleted: boolean;
}

export interface TakeNotice extends Arrival {
  type: 'TakeNotice';
  reportId: string;
  noticeId: string;
  reason: NoticeReason;
  /** Facts about the account that sent it; null if nobody knows who did. */
  sender: Omit<ReporterFacts, 'linkedReporterIds'> | null;
  /** Waiting notices about the same photo that came from other networks. */
  fromElsewhere: readonly string[];
  /** True if somebody who reads mails at the sender's address confirmed it. */
  isConfirmed: boolean;
  circumstances: Circumstances;
}

/** Facts outside the case that decide whether a notice may hold its photo. */
export interface Circumstances {
  isOwnerNew: boolean;
  /** True if notices have held too many photos lately, and further ones wait for a moderator. */
  isBreakerOpen: boolean;
}

export interface TakeScreening extends Arrival {
  type: 'TakeScreening';
  findings: readonly Finding[];
}

/** A moderator and the permissions beyond moderation. */
export interface Moderator {
  moderatorId: string;
  /** Whether the moderator may open, and act on, cases that were passed on to the authorities. */
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
