import { z } from 'zod';
import { success } from './route.js';

export const SubmissionTaken = z.object({
  success,
  tokensEarned: z.int(),
  /** False if the assessor held no slot when it arrived: it counts and earns nothing. */
  isRewarded: z.boolean(),
  /** Rewards above the cap of a day, this one or earlier ones: paid on the days after. */
  payableTokens: z.int(),
  /** The balance. */
  tokenCount: z.int(),
});
