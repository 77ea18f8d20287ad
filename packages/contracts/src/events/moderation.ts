import { z } from 'zod';
import { CaseId, NoticeId, PhotoId, ReportId, StatementId, UserId } from '../ids.js';
import { CaseKind, CaseReason, Decision, GuidelineId } from '../moderation.js';
import { eventsOf } from './envelope.js';

/** A report or notice that a decision answers. Events never contain its text. */
const Answered = z.object({
  reportId: ReportId,
  /** The person who reported it in the app; null for a notice. */
  reporterId: UserId.nullable(),
  noticeId: NoticeId.nullable(),
  isUpheld: z.boolean(),
});

const decided = {
  caseId: CaseId,
  statementId: StatementId,
  kind: CaseKind,
  decision: Decision,
  /** Null for a notice whose content could not be found. */
  userId: UserId.nullable(),
  /** The person to notify: `userId`, or null if that person may not learn of the decision. */
  toldTo: UserId.nullable().default(null),
  photoId: PhotoId.nullable(),
};

export const moderationEvents = eventsOf('assessments', {
  /** A photo is hidden from assessors. Its assessments pause, and their tokens stay in escrow. */
  PhotoHeld: z.object({
    caseId: CaseId,
    statementId: StatementId,
    photoId: PhotoId,
    userId: UserId,
    reason: CaseReason,
    heldAt: z.string(),
  }),
  /** A case needs a deleted photo's pictures. They stay for `MODERATION.retentionMs` after the decision. */
  DeletedPhotoReported: z.object({ caseId: CaseId, photoId: PhotoId, userId: UserId, reportedAt: z.string() }),
  PhotoHoldReleased: z.object({ caseId: CaseId, photoId: PhotoId, userId: UserId, releasedAt: z.string() }),
  /** A decision takes effect. The closure of an account is published only after a second moderator confirms it. */
  CaseDecided: z.object({
    ...decided,
    rule: GuidelineId.nullable(),
    until: z.string().nullable(),
    decidedAt: z.string(),
    answered: z.array(Answered),
  }),
  /** A report or notice came after a decision that is in force. That decision answers it automatically. */
  LateReportAnswered: z.object({
    caseId: CaseId,
    statementId: StatementId,
    decision: Decision,
    decidedAt: z.string(),
    answered: Answered,
    answeredAt: z.string(),
  }),
  /** A moderator or a granted appeal undid a decision with all its effects. */
  DecisionUndone: z.object({ ...decided, undoneAt: z.string() }),
  /** Subscribers keep everything that the decision removed for as long as the appeal is open. */
  AppealFiled: z.object({ ...decided, filedAt: z.string() }),
  /** If the appeal is granted, DecisionUndone is published as well. */
  AppealDecided: z.object({
    ...decided,
    isGranted: z.boolean(),
    answerId: StatementId,
    decidedAt: z.string(),
    answered: z.array(Answered),
  }),
});
