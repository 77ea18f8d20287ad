import { z } from 'zod';
import { byUser, CaseId, PhotoId, ReportId, StatementId, SubmissionId, UserId } from '../ids.js';
import { CaseReason, Decision, GuidelineId, MODERATION, ReportReason } from '../moderation.js';
import { plainText } from '../plain-text.js';
import { anonymous, person, serviceOnly } from './access.js';
import { message, messagesOf } from './rpc.js';

/** Statement of reasons for a hold or a decision, addressed to the person concerned. Includes their appeal. */
export const Statement = z.object({
  statementId: StatementId,
  caseId: CaseId,
  /** `hold` is an interim measure before the decision. */
  decision: Decision.or(z.literal('hold')),
  /** The photo concerned; null if the statement is about the account. */
  photoId: PhotoId.nullable(),
  /** Reasons of the reports and findings. The statement never names the reporters. */
  about: z.array(CaseReason),
  /** Null for a hold. */
  rule: GuidelineId.nullable(),
  /** Text by the moderator; null for a hold, and after the appeal period. */
  reasons: z.string().nullable(),
  /** True if automated screening contributed. It never decides on its own. */
  usedScreening: z.boolean(),
  issuedAt: z.string(),
  /** End of a suspension; null for all other decisions. */
  until: z.string().nullable(),
  /** End of the appeal period; null for a hold, for `noViolation`, and for a decision undone without an appeal. */
  appealUntil: z.string().nullable(),
  appeal: z
    .object({
      filedAt: z.string(),
      /** Null until the appeal is decided. */
      outcome: z.enum(['granted', 'rejected']).nullable(),
      reasons: z.string().nullable(),
      decidedAt: z.string().nullable(),
    })
    .nullable(),
  /** Time at which the decision was undone or the hold ended; null while it is in force. */
  undoneAt: z.string().nullable(),
});
export type Statement = z.infer<typeof Statement>;

export const Block = z.object({
  /** The blocked owner. */
  userId: UserId,
  blockedAt: z.string(),
});
export type Block = z.infer<typeof Block>;

/** An assessor who no longer sees the owner, identified only by the rating that the owner received. */
export const HiddenAssessor = z.object({
  hideId: z.uuid(),
  photoId: PhotoId.nullable(),
  ratedAt: z.string(),
  hiddenAt: z.string(),
});
export type HiddenAssessor = z.infer<typeof HiddenAssessor>;

/** A report as its reporter sees it, with the outcome. */
export const OwnReport = z.object({
  reportId: ReportId,
  reason: ReportReason,
  /** Text by the reporter; null if there is none, or it was deleted. */
  text: z.string().nullable(),
  reportedAt: z.string(),
  outcome: z.enum(['open', 'upheld', 'rejected']),
});
export type OwnReport = z.infer<typeof OwnReport>;

export const ReportRequest = z.object({
  photoId: PhotoId,
  reason: ReportReason,
  /** Id of the reported rating; only with the reasons `comments` and `conduct`. */
  ratingId: SubmissionId.optional(),
  text: plainText(0, MODERATION.reportTextMax).optional(),
});

export const AppealRequest = z.object({
  token: z.string().max(200).optional(),
  statementId: StatementId.optional(),
  /** Stands for the newest decision of the case. */
  caseId: CaseId.optional(),
  text: plainText(1, MODERATION.appealTextMax),
});

const Self = byUser;
/** A page of a list, newest first, after the `nextCursor` of the page before. */
const ownPage = (limitMax: number) =>
  Self.extend({
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(limitMax).default(limitMax),
  });
const nextCursor = z.string().nullable();

/** Reports, blocks, statements and appeals of owners and assessors. Moderators use `moderationRpc`. */
export const reportsRpc = messagesOf('assessments', {
  /**
   * Records a report:
   * - by an assessor, about a photo that is open to them or was within the last day;
   * - by an owner, about a rating of an own photo (`ratingId`, with one of `RATING_REPORT_REASONS`).
   *
   * Fails with NOT_FOUND for anything else, and with ALREADY_REPORTED for a repeated report.
   */
  report: message(person('userId'), ReportRequest.extend({ userId: UserId }), z.object({ reportId: ReportId })),
  listOwnReports: message(person('userId'), ownPage(100), z.object({ reports: z.array(OwnReport), nextCursor })),
  /** Never offers this owner to the assessor again. Fails with NOT_FOUND for an owner never shown to them. */
  blockPerson: message(person('assessorId'), z.object({ assessorId: UserId, ownerId: UserId }), z.object({})),
  unblockPerson: message(person('assessorId'), z.object({ assessorId: UserId, ownerId: UserId }), z.object({})),
  /** Never offers the owner to the assessor of this rating again. The owner does not learn who the assessor is. */
  hideFromAssessor: message(
    person('userId'),
    z.object({ userId: UserId, ratingId: SubmissionId }),
    z.object({ hideId: z.uuid() }),
  ),
  showToAssessor: message(person('userId'), z.object({ userId: UserId, hideId: z.uuid() }), z.object({})),
  listBlocks: message(
    person('userId'),
    Self,
    z.object({ blocks: z.array(Block), hiddenAssessors: z.array(HiddenAssessor) }),
  ),
  /** With the reasons of the decision and of its appeal, 100 statements could exceed the 1 MiB of a message. */
  listStatements: message(person('userId'), ownPage(50), z.object({ statements: z.array(Statement), nextCursor })),
  /** Needs no log-in: the token from the mail grants access. Fails with NOT_FOUND for an invalid token. */
  getStatementByToken: message(anonymous, z.object({ token: z.string().max(200) }), z.object({ statement: Statement })),
  /**
   * Files an appeal against the decision of the token, or of a statement to the logged-in person; `caseId` names the
   * newest decision of their case. Fails with NOT_FOUND, ALREADY_APPEALED or APPEAL_EXPIRED.
   */
  appeal: message(anonymous, AppealRequest, z.object({})),
  /** Returns the content of a mail about a statement; null if the person may not be told about it. */
  getStatementMail: message(
    serviceOnly('identity-worker'),
    z.object({ statementId: StatementId }),
    z.object({ statement: Statement.nullable(), appealToken: z.string().nullable() }),
  ),
});
