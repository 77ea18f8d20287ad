import { z } from 'zod';
import { UserId } from '../ids.js';
import { supportLookup } from './access.js';
import { defineRpc } from './rpc.js';

export const LinkReason = z.enum(['mutual-ratings', 'same-owners', 'shared-rewards']);

/** Accounts that mostly rate one another, or share a network and a habit, in the last 30 days. A hint, not a verdict. */
export const LinkedAccounts = z.object({
  groupId: z.uuid(),
  kind: z.enum(['mutual', 'network']),
  /** When the search first found them. */
  since: z.string(),
  /** How many submissions are part of it, and which share (0–1) of all submissions, or of all rewards, they are. */
  reasons: z.array(z.object({ reason: LinkReason, submissions: z.int(), share: z.number().min(0).max(1) })),
  userIds: z.array(UserId),
});
export type LinkedAccounts = z.infer<typeof LinkedAccounts>;

export const linkedAccountsRpc = {
  /** Newest first. */
  listLinkedAccounts: defineRpc(
    'assessments.listLinkedAccounts',
    supportLookup,
    z.object({ cursor: z.string().max(200).optional(), limit: z.int().min(1).max(100) }),
    z.object({ groups: z.array(LinkedAccounts), nextCursor: z.string().nullable() }),
  ),
  /** Empty for an account that is linked to none, and for nobody's id. */
  getLinkedAccounts: defineRpc(
    'assessments.getLinkedAccounts',
    supportLookup,
    z.object({ userId: UserId }),
    z.object({ groups: z.array(LinkedAccounts) }),
  ),
} as const;
