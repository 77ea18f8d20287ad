import { z } from 'zod';
import { AssessmentId, TransferId, UserId } from '../ids.js';
import { supportLookup } from './access.js';
import { defineRpc } from './rpc.js';
import { Balance, TransferCode } from './tokens.js';

/** Held tokens that are not posted yet. */
export const PendingHold = z.object({ transferId: TransferId, amount: z.int(), expiresAt: z.string(), at: z.string() });

/** Sum of all entries of one code; negative if more was taken than given. */
export const CodeTotal = z.object({ code: TransferCode, count: z.int(), amount: z.int() });

/** Tokens that are paid for and not yet consumed by ratings. */
export const OpenEscrow = z.object({ assessmentId: AssessmentId, tokens: z.int() });

const AccountFigures = z.object({
  balance: Balance,
  holds: z.array(PendingHold),
  totals: z.array(CodeTotal),
  escrows: z.array(OpenEscrow),
  /** Tokens that the caller may still give or take of it without a second person, within these 24 hours. */
  aloneLeft: z.int().min(0),
});

export const supportAccountRpc = {
  /** Support only. Zeros and nothing for whoever never had a token. */
  getAccount: defineRpc('tokens.getAccount', supportLookup, z.object({ userId: UserId }), AccountFigures),
} as const;
