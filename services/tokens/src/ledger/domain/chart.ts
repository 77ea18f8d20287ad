import { type AccountKind, isUserAccount, kindOf } from './accounts.js';
import type { Postings, TransferCode } from './events.js';

interface Rule {
  readonly from: readonly AccountKind[];
  readonly to: readonly AccountKind[];
}

/** Which accounts a transfer of each code may take from and give to. A hold moves only when it is posted. */
const chart: Record<TransferCode, readonly Rule[]> = {
  grant: [{ from: ['platform:grants'], to: ['user'] }],
  purchase: [{ from: ['platform:sales'], to: ['user'] }],
  hold: [{ from: ['user'], to: ['escrow'] }],
  consume: [{ from: ['escrow'], to: ['platform:revenue'] }],
  reward: [{ from: ['platform:rewards'], to: ['user'] }],
  refund: [
    { from: ['escrow'], to: ['user'] },
    // Of a rating that counts no more: into its escrow for another, or to its owner.
    { from: ['platform:revenue'], to: ['escrow', 'user'] },
  ],
  restart: [{ from: ['platform:revenue'], to: ['user'] }],
  correction: [
    { from: ['user'], to: ['platform:grants'] },
    { from: ['platform:grants'], to: ['user'] },
  ],
  expiry: [],
};

/**
 * Throws a RangeError for postings that no transfer of this code may have: unbalanced, empty, not whole tokens, against
 * the chart, or for more than one user. No input of a user leads there: it is the caller's fault.
 */
export function assertPostings(code: TransferCode, postings: Postings): void {
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
