import type { Decider } from '@candid/event-store';
import { assertPostings } from './chart.js';
import type { HoldLeg, LedgerCommand, PlaceHold, PostHold, PostTransfer, VoidHold } from './commands.js';
import { holdPosted, holdVoided, keyReused, unknownHold } from './errors.js';
import type { HoldPlaced, LedgerEvent, Postings, TransferPosted } from './events.js';
import { evolve, initialState, type TransferState } from './state.js';

/**
 * Decides about one transfer by itself. The same command again causes nothing; another under the same id is refused.
 * Whether the accounts bear it is decided where they are locked, by the ledger.
 */
export function decide(command: LedgerCommand, state: TransferState): LedgerEvent[] {
  switch (command.type) {
    case 'PostTransfer':
      return postTransfer(command, state);
    case 'PlaceHold':
      return placeHold(command, state);
    case 'PostHold':
      return postHold(command, state);
    case 'VoidHold':
      return voidHold(command, state);
  }
}

export const ledgerDecider: Decider<TransferState, LedgerCommand, LedgerEvent> = { initialState, evolve, decide };

function postTransfer({ type: _, ...transfer }: PostTransfer, state: TransferState): LedgerEvent[] {
  if (state.status === 'none') {
    assertPostings(transfer.code, transfer.postings);
    return [{ type: 'TransferPosted', data: transfer }];
  }
  if (state.status === 'posted' && isSameTransfer(transfer, state.transfer)) return [];
  throw keyReused();
}

function placeHold({ idempotencyKey, account, legs, expiresAt, effectiveAt }: PlaceHold, state: TransferState) {
  const amountTokens = legs.reduce((sum, leg) => sum + leg.amountTokens, 0);
  const byAccount = postingsOf(legs);
  const hold: HoldPlaced['data'] = {
    code: 'hold',
    idempotencyKey,
    account,
    amountTokens,
    legs: byAccount,
    expiresAt,
    effectiveAt,
  };
  if (state.status === 'none') {
    assertPostings('hold', { ...byAccount, [account]: -amountTokens });
    return [{ type: 'HoldPlaced', data: hold } as const];
  }
  if (state.status === 'posted' || !isSameHold(hold, state.hold)) throw keyReused();
  // A repeat must not look like a live hold where there is none any more.
  if (state.status === 'voided') throw holdVoided();
  return [];
}

function postHold({ account, effectiveAt }: PostHold, state: TransferState): LedgerEvent[] {
  if (state.status === 'none' || state.status === 'posted' || state.hold.account !== account) throw unknownHold();
  if (state.status === 'held and posted') return [];
  if (state.status === 'voided') throw holdVoided();
  const { amountTokens, legs } = state.hold;
  const postings = { ...legs, [account]: -amountTokens };
  return [{ type: 'HoldPosted', data: { code: 'hold', account, amountTokens, postings, effectiveAt } }];
}

function voidHold({ account, reason, effectiveAt }: VoidHold, state: TransferState): LedgerEvent[] {
  if (state.status === 'none' || state.status === 'posted') throw unknownHold();
  if (account !== undefined && state.hold.account !== account) throw unknownHold();
  if (state.status === 'voided') return [];
  if (state.status === 'held and posted') throw holdPosted();
  const code = reason === 'expired' ? 'expiry' : 'hold';
  const { account: holder, amountTokens } = state.hold;
  return [{ type: 'HoldVoided', data: { code, account: holder, amountTokens, effectiveAt } }];
}

/** Throws a RangeError for two legs into one escrow: each is for an assessment of its own. */
function postingsOf(legs: readonly HoldLeg[]): Postings {
  const byAccount: Record<string, number> = {};
  for (const { account, amountTokens } of legs) {
    if (account in byAccount) throw new RangeError(`two legs for ${account}`);
    byAccount[account] = amountTokens;
  }
  return byAccount;
}

/** The time may differ: a repeat is a later request for the same thing. */
function isSameTransfer(one: TransferPosted['data'], other: TransferPosted['data']): boolean {
  return (
    one.code === other.code &&
    one.idempotencyKey === other.idempotencyKey &&
    one.reason === other.reason &&
    one.ticket === other.ticket &&
    one.corrects === other.corrects &&
    areSamePostings(one.postings, other.postings)
  );
}

function isSameHold(one: HoldPlaced['data'], other: HoldPlaced['data']): boolean {
  return one.account === other.account && areSamePostings(one.legs, other.legs);
}

function areSamePostings(one: Postings, other: Postings): boolean {
  const accounts = Object.keys(one);
  return accounts.length === Object.keys(other).length && accounts.every((account) => one[account] === other[account]);
}
