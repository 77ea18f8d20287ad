import { tokensEvents } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import { isUserAccount, type LedgerEvent } from '../ledger/transfer.js';

const transferPrefix = 'transfer-';

/** A spendable balance that moved; the rest is this service's own business. */
export function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  if (!recorded.streamId.startsWith(transferPrefix)) return undefined;
  const event = recorded as unknown as LedgerEvent;
  const userId = userOf(event);
  const { code, availableTokens } = event.data;
  if (userId === undefined || availableTokens === undefined) return undefined;
  const transferId = recorded.streamId.slice(transferPrefix.length);
  return integrationEventOf(recorded, {
    type: tokensEvents.BalanceChanged.type,
    data: { userId, transferId, code, availableTokens },
  });
}

/** Returns the user whose spendable balance the event changes. */
function userOf({ type, data }: LedgerEvent): string | undefined {
  switch (type) {
    case 'TransferPosted':
      return idOf(Object.keys(data.postings).find(isUserAccount));
    case 'HoldPlaced':
    case 'HoldVoided':
      return idOf(data.account);
    case 'HoldPosted':
      // The placing of the hold has changed it already.
      return undefined;
  }
}

const idOf = (account: string | undefined): string | undefined => account?.slice('user:'.length);
