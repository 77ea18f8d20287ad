import { z } from 'zod';
import { CaseId, NoticeId, PhotoId, ReportId, StatementId, UserId } from '../ids.js';
import { CaseKind, CaseReason, Decision, GuidelineId } from '../moderation.js';
import { defineEvent } from './envelope.js';

/** Whose report or notice a decision answers. Words are in no event. */
const Answered = z.object({
  reportId: ReportId,
  /** Who reported it in the app; null for a notice. */
  reporterId: UserId.nullable(),
  noticeId: NoticeId.nullable(),
  /** Whether the decision found a violation. */
  isUpheld: z.boolean(),
});

const decided = {
  caseId: CaseId,
  statementId: StatementId,
  kind: CaseKind,
  decision: Decision,
  /** Whom the decision concerns. Null for a notice that led to nobody. */
  userId: UserId.nullable(),
  photoId: PhotoId.nullable(),
};

/** Moderation, from the assessments service. */
export const moderationEvents = {
  /** Assessors do not see the photo any more. Its assessments pause; their tokens stay in escrow. */
  PhotoHeld: defineEvent(
    'assessments',
    'PhotoHeld',
    1,
    z.object({
      caseId: CaseId,
      statementId: StatementId,
      photoId: PhotoId,
      userId: UserId,
      reason: CaseReason,
      heldAt: z.string(),
    }),
  ),
  PhotoHoldReleased: defineEvent(
    'assessments',
    'PhotoHoldReleased',
    1,
    z.object({ caseId: CaseId, photoId: PhotoId, userId: UserId, releasedAt: z.string() }),
  ),
  /** A decision that takes effect: one that awaits a second moderator is published when that one confirms it. */
  CaseDecided: defineEvent(
    'assessments',
    'CaseDecided',
    1,
    z.object({
      ...decided,
      rule: GuidelineId.nullable(),
      /** Of a suspension. */
      until: z.string().nullable(),
      decidedAt: z.string(),
      answered: z.array(Answered),
    }),
  ),
  /** By a moderator, or because an appeal was granted: everything that the decision did is undone. */
  DecisionUndone: defineEvent('assessments', 'DecisionUndone', 1, z.object({ ...decided, undoneAt: z.string() })),
  /** What the decision removed is kept until the appeal is decided. */
  AppealFiled: defineEvent('assessments', 'AppealFiled', 1, z.object({ ...decided, filedAt: z.string() })),
  /** A granted appeal also undoes the decision. */
  AppealDecided: defineEvent(
    'assessments',
    'AppealDecided',
    1,
    z.object({
      ...decided,
      isGranted: z.boolean(),
      /** Of the answer to the appeal. */
      answerId: StatementId,
      decidedAt: z.string(),
      answered: z.array(Answered),
    }),
  ),
} as const;
