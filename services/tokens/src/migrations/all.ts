import { Ledger } from './20261121000000-ledger.js';
import { Payments } from './20261122000000-payments.js';
import { LedgerChain } from './20261122040000-ledger-chain.js';
import { Reconciliations } from './20261122060000-reconciliations.js';
import { CheckoutsByUser } from './20261122070000-checkouts-by-user.js';
import { TransportMarks } from './20261122190000-transport-marks.js';
import { PayableRewards } from './20261122190500-payable-rewards.js';
import { GivenAloneAppendOnly } from './20261122192000-given-alone-append-only.js';
import { PutAside } from './20261123000000-put-aside.js';
import { Corrections } from './20261123010000-corrections.js';
import { VerifiedLedger } from './20261123020000-verified-ledger.js';
import { GivenAlone } from './20261123041000-given-alone.js';
import { LedgerSnapshots } from './20261123050000-ledger-snapshots.js';
import { WorkItemCauses } from './20261123080000-work-item-causes.js';
import { SupportActs } from './20261123090000-support-acts.js';
import { OneItemPerReward } from './20261123091000-one-item-per-reward.js';
import { DoneWork } from './20261123101000-done-work.js';

/** In order; a released migration never changes. */
export const migrations = [
  ...[Ledger, Payments, LedgerChain, Reconciliations, CheckoutsByUser, PutAside, Corrections, WorkItemCauses],
  ...[VerifiedLedger, GivenAlone, LedgerSnapshots],
  ...[TransportMarks, PayableRewards, GivenAloneAppendOnly],
  ...[SupportActs, OneItemPerReward, DoneWork],
];
