import { z } from 'zod';
import { TransferId, UserId } from '../ids.js';
import { TransferCode } from '../rpc/tokens.js';
import { liveEventsOf } from './envelope.js';

export const tokensEvents = liveEventsOf('tokens', {
  /** The spendable balance of a user changed. `availableTokens` is the balance right after this transfer. */
  BalanceChanged: z.object({ userId: UserId, transferId: TransferId, code: TransferCode, availableTokens: z.int() }),
});
