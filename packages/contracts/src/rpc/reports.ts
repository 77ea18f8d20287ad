import { z } from 'zod';
import { byUser, CaseId, PhotoId, ReportId, StatementId, SubmissionId, UserId } from '../ids.js';
import { CaseReason, Decision, GuidelineId, MODERATION, ReportReason } from '../moderation.js';
import { plainText } from '../plain-text.js';
import { anonymous, person, serviceOnly } from './access.js';
import { message, messagesOf } from './rpc.js';

/** The reasons of a decision, addressed to the person concerned. */
export const Statement = z.object({
  statementId: StatementId,
  caseId: CaseId,
  /** `hold`: the photo is hidden until the decision. */
  decision: Decision.or(z.literal('hold')),
  /** The photo concerned; null if the statement is about the account. */
  photoId: PhotoId.nullable(),
  /** The statement never names the reporters. */
  about: z.array(CaseReason),
  /** Null for a hold. */
  rule: GuidelineId.nullable(),
  /** Text by the moderator; null for a hold, and after the appeal period. */
  reasons: z.string().nullable(),
  /** True if automated screening contributed. It never decides on its own. */
  usedScreening: z.boolean(),
  issuedAt: z.string(),
  /** End of a suspension; null for any other decision. */
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

export const Block = z.object({ userId: UserId, blockedAt: z.string() });
export type Block = z.infer<typeof Block>;

/** The assessor is identified only by the rating that the owner received. */
export const HiddenAssessor = z.object({
  hideId: z.uuid(),
  photoId: PhotoId.nullable(),
  ratedAt: z.string(),
  hiddenAt: z.string(),
});
export type HiddenAssessor = z.infer<typeof HiddenAssessor>;

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
  /** The appeal is against the newest decision of this case. */
  caseId: CaseId.optional(),
  text: plainText(1, MODERATION.appealTextMax),
});

const Self = byUser;
const ownPage = (limitMax: number) =>
  Self.extend({
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(limitMax).default(limitMax),
  });
const nextCursor = z.string().nullable();

export const reportsRpc = messagesOf('assessments', {
  /**
   * An assessor can report a photo if their slot on it is open or ended within the last day. An owner can report a
   * rating of their photo (`ratingId`). Fails with NOT_FOUND for anything else, ALREADY_REPORTED for a repeat.
   */
  report: message(person('userId'), ReportRequest.extend({ userId: UserId }), z.object({ reportId: ReportId })),
  listOwnReports: message(person('userId'), ownPage(100), z.object({ reports: z.array(OwnReport), nextCursor })),
  /** Fails with NOT_FOUND if the assessor never saw photos of the owner. */
  blockPerson: message(person('assessorId'), z.object({ assessorId: UserId, ownerId: UserId }), z.object({})),
  unblockPerson: message(person('assessorId'), z.object({ assessorId: UserId, ownerId: UserId }), z.object({})),
  /** The owner does not learn who the assessor is. */
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
  /** At most 50, because 100 statements with their reasons and appeals could exceed the 1 MiB of a message. */
  listStatements: message(person('userId'), ownPage(50), z.object({ statements: z.array(Statement), nextCursor })),
  /** Needs no log-in: the token from the mail grants access. Fails with NOT_FOUND for an invalid token. */
  getStatementByToken: message(anonymous, z.object({ token: z.string().max(200) }), z.object({ statement: Statement })),
  /** `caseId` selects the case's newest decision. Fails with NOT_FOUND, ALREADY_APPEALED or APPEAL_EXPIRED. */
  appeal: message(anonymous, AppealRequest, z.object({})),
  /** `statement` is null if the person may not learn of the decision. */
  getStatementMail: message(
    serviceOnly('identity-worker'),
    z.object({ statementId: StatementId }),
    z.object({ statement: Statement.nullable(), appealToken: z.string().nullable() }),
  ),
});
