import { z } from 'zod';
import { AssessmentId, byUser, PhotoAssessmentId, TransferId, UserId } from '../ids.js';
import { supportLookup } from './access.js';
import { JudgedAssessor } from './assessor-standing.js';
import { ModerationCase } from './moderation.js';
import { message, messagesOf } from './rpc.js';
import { Balance, TransferCode } from './tokens.js';

const PendingHold = z.object({ transferId: TransferId, amount: z.int(), expiresAt: z.string(), at: z.string() });

/** Sum of all entries of one code; negative if more tokens were taken than given. */
const CodeTotal = z.object({ code: TransferCode, count: z.int(), amount: z.int() });

const OpenEscrow = z.object({ assessmentId: AssessmentId, tokens: z.int() });

export const AccountFigures = z.object({
  balance: Balance,
  holds: z.array(PendingHold),
  totals: z.array(CodeTotal),
  escrows: z.array(OpenEscrow),
  /** Tokens that the caller may still book on the account in these 24 hours without approval. */
  aloneLeft: z.int().min(0),
});

export const supportAccountRpc = messagesOf('tokens', {
  /** Zeros for an account that never had a token. */
  getAccount: message(supportLookup, byUser, AccountFigures),
});

const Progress = z.object({
  /** Ratings accepted so far, and ratings asked for. */
  ratings: z.int(),
  limit: z.int(),
  since: z.string(),
  /** True while moderation or screening pauses it. */
  isHeld: z.boolean(),
});

/** Running assessments, standing and cases of an account. Reporters and evidence under legal hold are left out. */
export const AccountAssessing = z.object({
  assessments: z.array(Progress.extend({ photoAssessmentId: PhotoAssessmentId, photos: z.int() })),
  profiles: z.array(Progress),
  /** Null for an account that was never judged. */
  standing: JudgedAssessor.nullable(),
  /** Moderation cases about the account and its photos, newest first. Empty for the caller's own account. */
  cases: z.array(ModerationCase.pick({ caseId: true, kind: true, status: true, openedAt: true, isHeld: true })),
});

export const accountAssessingRpc = messagesOf('assessments', {
  getAccountAssessing: message(supportLookup, byUser, AccountAssessing),
});

export const LinkReason = z.enum(['mutual-ratings', 'same-owners', 'shared-rewards']);

/** Accounts that mostly rate one another, or share a network and a habit, in the last 30 days. A hint, not a verdict. */
export const LinkedAccounts = z.object({
  groupId: z.uuid(),
  kind: z.enum(['mutual', 'network']),
  /** Time at which the search first found this group. */
  since: z.string(),
  /**
   * For each reason: the number of submissions that it concerns, and their share (0–1) of the group's submissions.
   * For `shared-rewards`, `share` is a share of the group's rewards.
   */
  reasons: z.array(z.object({ reason: LinkReason, submissions: z.int(), share: z.number().min(0).max(1) })),
  userIds: z.array(UserId),
});
export type LinkedAccounts = z.infer<typeof LinkedAccounts>;

export const linkedAccountsRpc = messagesOf('assessments', {
  /** Newest first. */
  listLinkedAccounts: message(
    supportLookup,
    z.object({ cursor: z.string().max(200).optional(), limit: z.int().min(1).max(100) }),
    z.object({ groups: z.array(LinkedAccounts), nextCursor: z.string().nullable() }),
  ),
  /** Empty if the account is linked to no other, or if no account has this id. */
  getLinkedAccounts: message(supportLookup, byUser, z.object({ groups: z.array(LinkedAccounts) })),
});
