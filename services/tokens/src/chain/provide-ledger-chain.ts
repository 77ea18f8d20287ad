import type { Provider } from '@nestjs/common';
import { provideLedgerFollower } from '../ledger/provide-ledger-follower.js';
import { chainName, extendChain } from './extend-chain.js';

/** Links and checkpoint are one transaction: an event that comes again after a crash has no link yet. */
export function provideLedgerChain(): Provider {
  return provideLedgerFollower({ name: chainName, extend: extendChain, failure: 'chain not extended' });
}
