import { z } from 'zod';
import { CaseId, PhotoId, ReportId, StatementId, SubmissionId, UserId } from '../ids.js';
import { CaseReason, Decision, GuidelineId, MODERATION, ReportReason } from '../moderation.js';
import { plainText } from '../plain-text.js';
import { anonymous, person, serviceOnly } from './access.js';
import { defineRpc } from './rpc.js';

/** What a person is told about a hold, a decision or the answer to an appeal that concerns them (statement of reasons). */
export const Statement = z.object({
  statementId: StatementId,
  caseId: CaseId,
  /** A hold is not a decision yet. */
  decision: Decision.or(z.literal('hold')),
  /** The photo, or null where it is about the account. */
  photoId: PhotoId.nullable(),
  /** What was reported or found; never by whom. */
  about: z.array(CaseReason),
  /** Null for a hold. */
  rule: GuidelineId.nullable(),
  /** In the moderator's words; null for a hold, and after the time for an appeal. */
  reasons: z.string().nullable(),
  /** Whether screening by a machine had a part in it. A machine never decides. */
  usedScreening: z.boolean(),
  issuedAt: z.string(),
  /** Of a suspension; null for all others. */
  until: z.string().nullable(),
  /** Until when it can be appealed; null where it cannot: a hold, or a decision in the person's favour. */
  appealUntil: z.string().nullable(),
  appeal: z
    .object({
      filedAt: z.string(),
      /** Null while it waits. */
      outcome: z.enum(['granted', 'rejected']).nullable(),
      reasons: z.string().nullable(),
      decidedAt: z.string().nullable(),
    })
    .nullable(),
  /** When it was undone or, for a hold, ended; null while it stands. */
  undoneAt: z.string().nullable(),
});
export type Statement = z.infer<typeof Statement>;

export const Block = z.object({
  /** As the assessor knows the person. */
  userId: UserId,
  blockedAt: z.string(),
});
export type Block = z.infer<typeof Block>;

/** An assessor whom an owner hides from, by the rating that the owner knows. */
export const HiddenAssessor = z.object({
  hideId: z.uuid(),
  photoId: PhotoId.nullable(),
  ratedAt: z.string(),
  hiddenAt: z.string(),
});
export type HiddenAssessor = z.infer<typeof HiddenAssessor>;

/** A person's own report, and what became of it. */
export const OwnReport = z.object({
  reportId: ReportId,
  reason: ReportReason,
  /** In the person's own words. Null without any, and once they are removed. */
  text: z.string().nullable(),
  reportedAt: z.string(),
  outcome: z.enum(['open', 'upheld', 'rejected']),
});
export type OwnReport = z.infer<typeof OwnReport>;

const Self = z.object({ userId: UserId });

/** Reports, blocks, statements and appeals: what people do. */
export const reportsRpc = {
  /**
   * An assessor reports a photo that is, or was in the last day, open to them; an owner reports a rating of an own photo
   * (`ratingId`, with a reason about ratings). NOT_FOUND for anything else, ALREADY_REPORTED for a second report of the same.
   */
  report: defineRpc(
    'assessments.report',
    person,
    z.object({
      userId: UserId,
      photoId: PhotoId,
      reason: ReportReason,
      ratingId: SubmissionId.optional(),
      text: plainText(0, MODERATION.reportTextMax).optional(),
    }),
    z.object({ reportId: ReportId }),
  ),
  listOwnReports: defineRpc('assessments.listOwnReports', person, Self, z.object({ reports: z.array(OwnReport) })),
  /** The assessor is never shown this person again. NOT_FOUND for somebody who was never shown. */
  blockPerson: defineRpc(
    'assessments.blockPerson',
    person,
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({}),
  ),
  unblockPerson: defineRpc(
    'assessments.unblockPerson',
    person,
    z.object({ assessorId: UserId, ownerId: UserId }),
    z.object({}),
  ),
  /** Whoever gave this rating is never shown the owner again. The owner does not learn who that is. */
  hideFromAssessor: defineRpc(
    'assessments.hideFromAssessor',
    person,
    z.object({ userId: UserId, ratingId: SubmissionId }),
    z.object({ hideId: z.uuid() }),
  ),
  showToAssessor: defineRpc(
    'assessments.showToAssessor',
    person,
    z.object({ userId: UserId, hideId: z.uuid() }),
    z.object({}),
  ),
  listBlocks: defineRpc(
    'assessments.listBlocks',
    person,
    Self,
    z.object({ blocks: z.array(Block), hiddenAssessors: z.array(HiddenAssessor) }),
  ),
  /** Newest first, at most 100. */
  listStatements: defineRpc('assessments.listStatements', person, Self, z.object({ statements: z.array(Statement) })),
  /** By the token of the statement's mail, without a log-in. NOT_FOUND for one that is not ours. */
  getStatementByToken: defineRpc(
    'assessments.getStatementByToken',
    anonymous,
    z.object({ token: z.string().max(200) }),
    z.object({ statement: Statement }),
  ),
  /** By the token, or by the logged-in person about the newest decision of a case. ALREADY_APPEALED, APPEAL_EXPIRED. */
  appeal: defineRpc(
    'assessments.appeal',
    anonymous,
    z.object({
      token: z.string().max(200).optional(),
      caseId: CaseId.optional(),
      text: plainText(1, MODERATION.appealTextMax),
    }),
    z.object({}),
  ),
  /** What a mail about a statement says; null once it may not be told any more. */
  getStatementMail: defineRpc(
    'assessments.getStatementMail',
    serviceOnly('identity-worker'),
    z.object({ statementId: StatementId }),
    z.object({ statement: Statement.nullable(), appealToken: z.string().nullable() }),
  ),
} as const;
