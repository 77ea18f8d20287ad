import { Tokens } from './20261121000000-tokens.js';
import { RewardDays } from './20261125000000-reward-days.js';
import { ClosedDays } from './20261126000000-closed-days.js';
import { TransfersRecorded } from './20261126010000-transfers-recorded.js';
import { SnapshotsRecorded } from './20261126020000-snapshots-recorded.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';

/** In order; a released migration never changes. */
export const migrations = [Tokens, RewardDays, ClosedDays, TransfersRecorded, SnapshotsRecorded, EventsByPosition];
