import { z } from 'zod';
import { CaseId, NoticeId, PhotoId, ReportId, StatementId, UserId } from '../ids.js';
import {
  CaseKind,
  CaseReason,
  Decision,
  GuidelineId,
  MODERATION,
  NoticeReason,
  ScreeningFinding,
} from '../moderation.js';
import { plainText } from '../plain-text.js';
import { anonymous, evidenceLookup, moderatorAct, moderatorLookup, moderatorLookupOrOperator } from './access.js';
import { StandingName } from './assessor-standing.js';
import { message, messagesOf } from './rpc.js';

/**
 * `open`: claimed or not. `awaiting-second`: a second moderator has to confirm a closure. `appealed`: only an appeal is
 * undecided.
 */
const CaseStatus = z.enum(['open', 'awaiting-second', 'decided', 'appealed']);

export const ModerationCase = z.object({
  caseId: CaseId,
  kind: CaseKind,
  status: CaseStatus,
  /** 1 is the most severe. */
  severity: z.int().min(1).max(4),
  /** Reasons of the case's reports, notices and findings, the most severe first. */
  reasons: z.array(CaseReason),
  reports: z.int(),
  /** All findings of the screening; under a legal hold, only `getEvidence` returns them. */
  screening: z.array(ScreeningFinding),
  isHeld: z.boolean(),
  openedAt: z.string(),
  /** Target time for the decision or for the answer to an appeal, whichever is earlier. */
  dueAt: z.string(),
  claimedBy: UserId.nullable(),
  claimedUntil: z.string().nullable(),
  /** Owner of the photo, the assessor, or the account that a notice names; null if a notice's content was not found. */
  subjectId: UserId.nullable(),
  photoId: PhotoId.nullable(),
  /** The newest decision; null before the first one, and if the newest one was undone. */
  decision: Decision.nullable(),
  /** True if only the evidence roles see the content of the case. */
  isUnderLegalHold: z.boolean(),
  /**
   * False if the calling moderator
   * - is the subject or a reporter of the case;
   * - proposed the closure that awaits confirmation;
   * - took part in the decision under appeal, and only the appeal is undecided;
   * - has no evidence role and the case is under legal hold, or reads the case with `getEvidence`.
   */
  mayDecide: z.boolean(),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

/** `earlier`: decisions against the subject in other cases of the last twelve months, the newest first, at most ten. */
export const QueuedCase = ModerationCase.extend({ earlier: z.array(Decision) });
export type QueuedCase = z.infer<typeof QueuedCase>;

/** Fields that every listed case matches. `reason` is one of the case's `reasons`. */
export const caseFilter = {
  status: z.enum(['waiting', 'decided', 'all']),
  reason: CaseReason.optional(),
  kind: CaseKind.optional(),
  subjectId: UserId.optional(),
};

const ReporterHistory = z.object({
  upheld: z.int(),
  rejected: z.int(),
  /** Weight of the person's next report, from 0 to 2. It starts at 1 and returns to 1 over time. */
  weight: z.number(),
  standing: StandingName,
  isNew: z.boolean(),
  linkedReporters: z.int(),
});

export const CaseReport = z.object({
  reportId: ReportId,
  reason: CaseReason,
  /** Null if the report has no text, or the text was deleted. */
  text: z.string().nullable(),
  reportedAt: z.string(),
  /** Null for a notice. */
  reporterId: UserId.nullable(),
  noticeId: NoticeId.nullable(),
  /** True if the report counts towards a hold, which requires two reporters, or one reporter and a finding. */
  isCounted: z.boolean(),
  /** True if this report, or this notice with its evidence, is enough for a hold, even if `isCounted` is false. */
  holdsAtOnce: z.boolean(),
  history: ReporterHistory.nullable(),
});

export const CaseDecision = z.object({
  statementId: StatementId,
  decision: Decision,
  rule: GuidelineId.nullable(),
  /** Text to the person. This text and the two below are null after their removal, or under a legal hold. */
  reasons: z.string().nullable(),
  /** Why a second moderator confirmed or dropped the closure; null for all other decisions. */
  secondReasons: z.string().nullable(),
  /** Why a moderator undid the decision or withdrew the closure; null while it stands, and after a granted appeal. */
  undoReasons: z.string().nullable(),
  decidedBy: UserId,
  decidedAt: z.string(),
  until: z.string().nullable(),
  /** The second moderator of a closure; null while it waits for confirmation, and for all other decisions. */
  confirmedBy: UserId.nullable(),
  undoneAt: z.string().nullable(),
  canBeUndone: z.boolean(),
  appeal: z
    .object({
      text: z.string().nullable(),
      filedAt: z.string(),
      outcome: z.enum(['granted', 'rejected']).nullable(),
      reasons: z.string().nullable(),
      decidedBy: UserId.nullable(),
      decidedAt: z.string().nullable(),
    })
    .nullable(),
});

/** Covers the last twelve months, newest first. */
const SubjectHistory = z.object({
  decisions: z.array(
    z.object({ caseId: CaseId, decision: Decision, rule: GuidelineId.nullable(), decidedAt: z.string() }),
  ),
  openCases: z.int(),
  suspendedUntil: z.string().nullable(),
  isClosed: z.boolean(),
});

const ReportPattern = z.object({
  reporters: z.int(),
  newAccounts: z.int(),
  paused: z.int(),
  linked: z.int(),
  /** True if most reporters are linked accounts, or if far more reporters are uncounted than counted. */
  looksArranged: z.boolean(),
});

const ReportedRating = z.object({
  ratingId: z.uuid(),
  photoId: PhotoId,
  score: z.int().nullable(),
  comments: z.array(z.tuple([z.int(), z.int(), z.int()])),
  ratedAt: z.string(),
});

export const CaseDetail = ModerationCase.extend({
  /** One page of reports: undecided ones first, then counted ones, then the most severe, then the oldest. */
  detail: z.array(CaseReport),
  nextReports: ReportId.nullable(),
  decisions: z.array(CaseDecision),
  subject: SubjectHistory.nullable(),
  pattern: ReportPattern,
  ratings: z.array(ReportedRating),
  /** If a notice names a whole account: the photos of this account that were assessed. */
  accountPhotoIds: z.array(PhotoId),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

const reasons = plainText(1, MODERATION.reasonsMax);
const ofCase = { caseId: CaseId };
const pageOfCase = z.object({ ...ofCase, cursor: ReportId.optional() });
const noticesOfPage = z.object({ noticeIds: z.array(NoticeId).max(MODERATION.reportsPerPage) });
const Decided = z.object({ case: CaseDetail });

export const DecideRequest = z.object({
  decision: Decision,
  /** Required for every decision except `noViolation`. */
  rule: GuidelineId.optional(),
  reasons,
  days: z.int().min(1).max(MODERATION.suspensionDaysMax).optional(),
});

export const Amount = z.object({ key: z.string(), count: z.int() });

/** Covers the day `from` to the day before `to` (UTC). */
export const TransparencyReport = z.object({
  from: z.string(),
  to: z.string(),
  reportsByReason: z.array(Amount),
  noticesByReason: z.array(Amount),
  casesByOrigin: z.array(Amount),
  holds: z.int(),
  decisions: z.array(Amount),
  decisionsByRule: z.array(Amount),
  /** Null without decisions. */
  medianMsToDecide: z.number().nullable(),
  p95MsToDecide: z.number().nullable(),
  decidedLate: z.int(),
  appeals: z.int(),
  appealsGranted: z.int(),
  appealsRejected: z.int(),
  medianMsToDecideAppeals: z.number().nullable(),
  undone: z.int(),
  openAtEnd: z.int(),
});
export type TransparencyReport = z.infer<typeof TransparencyReport>;

/** Fails with FORBIDDEN if the case is about the caller, or if the caller acts on a case that they reported. */
export const moderationRpc = messagesOf('assessments', {
  /**
   * Sorted by severity and due time (`waiting`), or newest first by decision (`decided`) or opening (`all`). `waiting`
   * and `overdue` count the whole queue.
   */
  listCases: message(
    moderatorLookup,
    z.object({
      ...caseFilter,
      status: caseFilter.status.default('waiting'),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    z.object({ cases: z.array(QueuedCase), nextCursor: z.string().nullable(), waiting: z.int(), overdue: z.int() }),
  ),
  getCase: message(moderatorLookup, pageOfCase, Decided),
  /** The claim lasts `MODERATION.claimMs`; `release` ends it. Fails with CASE_CLAIMED if another moderator has it. */
  claimCase: message(moderatorAct, z.object({ ...ofCase, release: z.boolean().default(false) }), Decided),
  /** Requires the claim, and an open case. If only an appeal waits, use `decideAppeal`. */
  decideCase: message(moderatorAct, DecideRequest.extend(ofCase), Decided),
  /** A second moderator confirms the closure of an account, or drops it (`isConfirmed: false`). */
  confirmClosure: message(moderatorAct, z.object({ ...ofCase, isConfirmed: z.boolean(), reasons }), Decided),
  /**
   * The newest decision must not be under appeal. While a closure awaits confirmation, only its proposer can withdraw
   * it. Fails with CASE_CLAIMED while another moderator has the claim. Undoing `passOn` requires an evidence role,
   * unless the moderator undoes their own decision within `MODERATION.passOnUndoMs`.
   */
  undoDecision: message(moderatorAct, z.object({ ...ofCase, reasons }), Decided),
  /** Requires a moderator who did not take part in the decision. */
  decideAppeal: message(moderatorAct, z.object({ ...ofCase, isGranted: z.boolean(), reasons }), Decided),
  getEvidence: message(evidenceLookup, pageOfCase, Decided),
  transparencyReport: message(
    moderatorLookupOrOperator,
    z.object({ from: z.iso.date(), to: z.iso.date() }),
    TransparencyReport,
  ),
});

/** The sender's name and address stay in the identity service, which sends the mails. */
export const Notice = z.object({
  noticeId: NoticeId,
  reason: NoticeReason,
  location: z.string(),
  text: z.string(),
  receivedAt: z.string(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticeRequest = z.object({
  reason: NoticeReason,
  /** URL of a page or a picture, or a description. */
  location: plainText(1, 1_000),
  text: plainText(1, MODERATION.noticeTextMax),
  /** Name and address of the sender, required unless the reason is one of `ANONYMOUS_NOTICE_REASONS`. */
  name: plainText(0, 200).optional(),
  email: z.string().max(320).optional(),
  /** The sender states that the notice is accurate and complete to the best of their knowledge. */
  isGoodFaith: z.literal(true),
});

export const noticesRpc = messagesOf('identity', {
  sendNotice: message(anonymous, NoticeRequest, z.object({ noticeId: NoticeId })),
  /** The token is from the receipt. A repeat changes nothing. Fails with NOT_FOUND for an invalid token. */
  confirmNotice: message(anonymous, z.object({ token: z.string().max(200) }), z.object({})),
  getNotices: message(moderatorLookup, noticesOfPage, z.object({ notices: z.array(Notice) })),
  /** Returns only notices of cases that were passed on. */
  getEvidenceNotices: message(evidenceLookup, noticesOfPage, z.object({ notices: z.array(Notice) })),
});
