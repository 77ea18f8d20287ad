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
import { defineRpc } from './rpc.js';

/** `open` also while claimed. `awaiting-second`: a closure that a second moderator has to confirm. */
export const CaseStatus = z.enum(['open', 'awaiting-second', 'decided', 'appealed']);
export type CaseStatus = z.infer<typeof CaseStatus>;

export const ModerationCase = z.object({
  caseId: CaseId,
  kind: CaseKind,
  status: CaseStatus,
  /** 1 is the gravest. */
  severity: z.int().min(1).max(4),
  /** Of its reports, notices and findings, the gravest first. */
  reasons: z.array(CaseReason),
  reports: z.int(),
  isHeld: z.boolean(),
  openedAt: z.string(),
  /** By when it is to be decided. */
  dueAt: z.string(),
  /** Who works on it now; null for nobody. */
  claimedBy: UserId.nullable(),
  claimedUntil: z.string().nullable(),
  /** Whose photo it is, or which assessor it is about; null for a notice that names no photo. */
  subjectId: UserId.nullable(),
  photoId: PhotoId.nullable(),
  /** What was passed on is shown to the evidence roles only. */
  isUnderLegalHold: z.boolean(),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

/** How much a person's reports can be relied on. */
export const ReporterHistory = z.object({
  upheld: z.int(),
  rejected: z.int(),
  /** 0–2, 1 for somebody without decided reports. Both ways it decays back to 1. */
  weight: z.number(),
  standing: StandingName,
  isNew: z.boolean(),
  /** Accounts that the search for linked accounts links to this one and that reported the same. */
  linkedReporters: z.int(),
});

export const CaseReport = z.object({
  reportId: ReportId,
  reason: CaseReason,
  /** Null once the words are removed, or where there were none. */
  text: z.string().nullable(),
  reportedAt: z.string(),
  /** Null for a notice. */
  reporterId: UserId.nullable(),
  noticeId: NoticeId.nullable(),
  /** Whether it counts towards a hold. */
  isCounted: z.boolean(),
  history: ReporterHistory.nullable(),
});
export type CaseReport = z.infer<typeof CaseReport>;

export const CaseDecision = z.object({
  statementId: StatementId,
  decision: Decision,
  rule: GuidelineId.nullable(),
  reasons: z.string().nullable(),
  decidedBy: UserId,
  decidedAt: z.string(),
  until: z.string().nullable(),
  /** Of a closure; null while it waits, and for all other decisions. */
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
export type CaseDecision = z.infer<typeof CaseDecision>;

/** Decisions against one person in the last twelve months, newest first. */
export const SubjectHistory = z.object({
  decisions: z.array(
    z.object({ caseId: CaseId, decision: Decision, rule: GuidelineId.nullable(), decidedAt: z.string() }),
  ),
  openCases: z.int(),
  suspendedUntil: z.string().nullable(),
  isClosed: z.boolean(),
});

/** Signs of many reports that were arranged. */
export const ReportPattern = z.object({
  reporters: z.int(),
  newAccounts: z.int(),
  paused: z.int(),
  linked: z.int(),
  /** More reports than one would expect come from accounts that do not count. */
  looksArranged: z.boolean(),
});

/** A rating that an owner reports: what was said, and what its assessor did lately. */
export const ReportedRating = z.object({
  ratingId: z.uuid(),
  photoId: PhotoId,
  score: z.int().nullable(),
  comments: z.array(z.tuple([z.int(), z.int(), z.int()])),
  ratedAt: z.string(),
});

export const CaseDetail = ModerationCase.extend({
  detail: z.array(CaseReport),
  screening: z.array(ScreeningFinding),
  decisions: z.array(CaseDecision),
  subject: SubjectHistory.nullable(),
  pattern: ReportPattern,
  ratings: z.array(ReportedRating),
  /** Whether this moderator may decide: not about an own photo, nor on the appeal of an own decision. */
  mayDecide: z.boolean(),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

const reasons = plainText(1, MODERATION.reasonsMax);
const ofCase = { caseId: CaseId };
const Decided = z.object({ case: CaseDetail });

export const DecideRequest = z.object({
  decision: Decision,
  /** Needed for every decision but `noViolation`. */
  rule: GuidelineId.optional(),
  reasons,
  /** Of a suspension. */
  days: z.int().min(1).max(MODERATION.suspensionDaysMax).optional(),
});

export const Amount = z.object({ key: z.string(), count: z.int() });

/** What a transparency report needs, of a span of days (UTC; `to` is not part of it). */
export const TransparencyReport = z.object({
  from: z.string(),
  to: z.string(),
  reportsByReason: z.array(Amount),
  noticesByReason: z.array(Amount),
  casesByOrigin: z.array(Amount),
  holds: z.int(),
  decisions: z.array(Amount),
  decisionsByRule: z.array(Amount),
  /** From the case's opening to its decision, in milliseconds; null without decisions. */
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

/** The moderation desk. A moderator acts on nothing of their own: FORBIDDEN. */
export const moderationRpc = {
  /** The gravest first, then the oldest; decided ones by their decision, newest first. */
  listCases: defineRpc(
    'assessments.listCases',
    moderatorLookup,
    z.object({
      status: z.enum(['waiting', 'decided', 'all']).default('waiting'),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    z.object({
      cases: z.array(ModerationCase),
      nextCursor: z.string().nullable(),
      waiting: z.int(),
      overdue: z.int(),
    }),
  ),
  getCase: defineRpc('assessments.getCase', moderatorLookup, z.object(ofCase), Decided),
  /** Nobody else can decide for half an hour. CASE_CLAIMED if somebody else works on it. `release` gives it back. */
  claimCase: defineRpc(
    'assessments.claimCase',
    moderatorAct,
    z.object({ ...ofCase, release: z.boolean().default(false) }),
    Decided,
  ),
  /** Needs the claim. For a case with an open appeal see `decideAppeal`. */
  decideCase: defineRpc('assessments.decideCase', moderatorAct, DecideRequest.extend(ofCase), Decided),
  /** Of a closure, by another moderator; `isConfirmed` false drops it. */
  confirmClosure: defineRpc(
    'assessments.confirmClosure',
    moderatorAct,
    z.object({ ...ofCase, isConfirmed: z.boolean(), reasons }),
    Decided,
  ),
  /** Of the newest decision, until it was appealed. */
  undoDecision: defineRpc('assessments.undoDecision', moderatorAct, z.object({ ...ofCase, reasons }), Decided),
  /** By a moderator who did not take part in the decision. */
  decideAppeal: defineRpc(
    'assessments.decideAppeal',
    moderatorAct,
    z.object({ ...ofCase, isGranted: z.boolean(), reasons }),
    Decided,
  ),
  /** Reports and words of a case that was passed on. */
  getEvidence: defineRpc('assessments.getEvidence', evidenceLookup, z.object(ofCase), Decided),
  transparencyReport: defineRpc(
    'assessments.transparencyReport',
    moderatorLookupOrOperator,
    z.object({ from: z.iso.date(), to: z.iso.date() }),
    TransparencyReport,
  ),
} as const;

/** A notice as a moderator reads it. The name and the address stay with the identity service, which writes the mails. */
export const Notice = z.object({
  noticeId: NoticeId,
  reason: NoticeReason,
  /** Where the content is, as the person says. */
  location: z.string(),
  text: z.string(),
  receivedAt: z.string(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticeRequest = z.object({
  reason: NoticeReason,
  /** An address of a page or a picture, or a description. */
  location: plainText(1, 1_000),
  text: plainText(1, MODERATION.noticeTextMax),
  /** Both may be left out for content that shows a child (Digital Services Act, article 16). */
  name: plainText(0, 200).optional(),
  email: z.string().max(320).optional(),
  /** That the notice is right and complete, as far as the person knows. */
  isGoodFaith: z.literal(true),
});

/** Notices of anybody, kept by the identity service. */
export const noticesRpc = {
  /** A receipt goes to the address by mail. */
  sendNotice: defineRpc('identity.sendNotice', anonymous, NoticeRequest, z.object({ noticeId: NoticeId })),
  getNotices: defineRpc(
    'identity.getNotices',
    moderatorLookup,
    z.object({ noticeIds: z.array(NoticeId).max(100) }),
    z.object({ notices: z.array(Notice) }),
  ),
  /** Of cases that were passed on; all others are left out. */
  getEvidenceNotices: defineRpc(
    'identity.getEvidenceNotices',
    evidenceLookup,
    z.object({ noticeIds: z.array(NoticeId).max(100) }),
    z.object({ notices: z.array(Notice) }),
  ),
} as const;
