import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { TransferCode } from '../rpc/tokens.js';
import { defineEvent } from './envelope.js';

export const tokensEvents = {
  /** A user's spendable balance moved; `availableTokens` is the figure right after this transfer. */
  BalanceChanged: defineEvent(
    'tokens',
    'BalanceChanged',
    1,
    z.object({ userId: UserId, transferId: TransferId, code: TransferCode, availableTokens: z.int() }),
  ),
} as const;
