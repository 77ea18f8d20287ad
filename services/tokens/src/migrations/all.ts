import { Tokens } from './20261121000000-tokens.js';
import { RewardDays } from './20261125000000-reward-days.js';
import { ClosedDays } from './20261126000000-closed-days.js';
import { TransfersRecorded } from './20261126010000-transfers-recorded.js';
import { SnapshotsRecorded } from './20261126020000-snapshots-recorded.js';
import { InboxReach } from './20261126100000-inbox-reach.js';
import { InboxRecorded } from './20261126110000-inbox-recorded.js';
import { FreezeAtOnce } from './20261126120000-freeze-at-once.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';
import { PaymentFacts } from './20261128000000-payment-facts.js';
import { RefusalsKept } from './20261128120000-refusals-kept.js';

/** In order; a released migration never changes. */
export const migrations = [
  Tokens,
  RewardDays,
  ClosedDays,
  TransfersRecorded,
  SnapshotsRecorded,
  InboxReach,
  InboxRecorded,
  FreezeAtOnce,
  EventsByPosition,
  PaymentFacts,
  RefusalsKept,
];
