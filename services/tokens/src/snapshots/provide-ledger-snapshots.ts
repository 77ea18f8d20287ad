import type { Provider } from '@nestjs/common';
import { provideLedgerFollower } from '../ledger/provide-ledger-follower.js';
import { extendSnapshots } from './extend-snapshots.js';
import { snapshotsName } from './snapshots-name.js';

/** Keeps the snapshots near the postings; how near changes no answer, only how long it takes. */
export function provideLedgerSnapshots(): Provider {
  return provideLedgerFollower({ name: snapshotsName, extend: extendSnapshots, failure: 'snapshots not extended' });
}
