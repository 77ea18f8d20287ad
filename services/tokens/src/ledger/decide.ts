import type { TransferCode } from '@candid/contracts';
import type { Decider } from '@candid/event-store';
import {
  type AccountKind,
  evolve,
  type HoldPlaced,
  holdPosted,
  holdVoided,
  initialState,
  isUserAccount,
  keyReused,
  kindOf,
  type LedgerCommand,
  type LedgerEvent,
  type PlaceHold,
  type PostHold,
  type Postings,
  type PostTransfer,
  type TransferPosted,
  type TransferState,
  unknownHold,
  type VoidHold,
} from './transfer.js';

/**
 * A repeat causes no event; another command with the same id is refused. Only the ledger, which locks the accounts,
 * decides whether they have the tokens.
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

/** For each code, the accounts that a transfer may debit and credit. A hold moves tokens only when it is posted. */
const chart: Record<TransferCode, readonly Rule[]> = {
  grant: [{ from: ['platform:grants'], to: ['user'] }],
  purchase: [{ from: ['platform:sales'], to: ['user'] }],
  hold: [{ from: ['user'], to: ['escrow'] }],
  consume: [{ from: ['escrow'], to: ['platform:revenue'] }],
  reward: [{ from: ['platform:rewards'], to: ['user'] }],
  refund: [
    { from: ['escrow'], to: ['user'] },
    // Tokens of a rating that no longer counts return to the owner, or to the escrow for a replacement.
    { from: ['platform:revenue'], to: ['escrow', 'user'] },
  ],
  restart: [{ from: ['platform:revenue'], to: ['user'] }],
  correction: [
    { from: ['user'], to: ['platform:grants'] },
    { from: ['platform:grants'], to: ['user'] },
  ],
  expiry: [],
};

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
  const hold: HoldPlaced['data'] = {
    ...{ code: 'hold', idempotencyKey, account, amountTokens, legs: postingsOf(legs), expiresAt, effectiveAt },
  };
  if (state.status === 'none') {
    assertPostings('hold', { ...hold.legs, [account]: -amountTokens });
    return [{ type: 'HoldPlaced', data: hold } as const];
  }
  if (state.status === 'posted' || !isSameHold(hold, state.hold)) throw keyReused();
  // The repeat of a hold that has ended must not look like a pending hold.
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

/** Throws a RangeError for two legs into one escrow. */
function postingsOf(legs: PlaceHold['legs']): Postings {
  const byAccount: Record<string, number> = {};
  for (const { account, amountTokens } of legs) {
    if (account in byAccount) throw new RangeError(`two legs for ${account}`);
    byAccount[account] = amountTokens;
  }
  return byAccount;
}

/** A repeat may have another time, because it is a later request for the same transfer. */
const comparedFields = ['code', 'idempotencyKey', 'reason', 'ticket', 'corrects'] as const;

function isSameTransfer(one: TransferPosted['data'], other: TransferPosted['data']): boolean {
  return comparedFields.every((field) => one[field] === other[field]) && areSamePostings(one.postings, other.postings);
}

function isSameHold(one: HoldPlaced['data'], other: HoldPlaced['data']): boolean {
  return one.account === other.account && areSamePostings(one.legs, other.legs);
}

function areSamePostings(one: Postings, other: Postings): boolean {
  const accounts = Object.keys(one);
  return accounts.length === Object.keys(other).length && accounts.every((account) => one[account] === other[account]);
}

interface Rule {
  readonly from: readonly AccountKind[];
  readonly to: readonly AccountKind[];
}

/**
 * Throws a RangeError if postings are empty or unbalanced, have fractions of tokens, violate the chart, or concern
 * several users. User input cannot cause this; the caller has a bug.
 */
function assertPostings(code: TransferCode, postings: Postings): void {
  const entries = Object.entries(postings);
  let sumTokens = 0;
  let users = 0;
  for (const [account, amountTokens] of entries) {
    if (!Number.isSafeInteger(amountTokens) || amountTokens === 0) {
      throw new RangeError(`${amountTokens} is no amount for ${account}`);
    }
    sumTokens += amountTokens;
    if (isUserAccount(account)) users += 1;
  }
  if (entries.length < 2) throw new RangeError('a transfer has at least two postings');
  if (sumTokens !== 0) throw new RangeError(`the postings of a ${code} sum to ${sumTokens}`);
  if (users > 1) throw new RangeError(`a ${code} is between one user and the platform`);
  if (!chart[code].some((rule) => follows(rule, entries))) throw new RangeError(`no ${code} has these accounts`);
}

function follows({ from, to }: Rule, entries: readonly [string, number][]): boolean {
  return entries.every(([account, amountTokens]) => (amountTokens < 0 ? from : to).includes(kindOf(account)));
}
