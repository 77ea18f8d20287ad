import { Photos } from './20261121000000-photos.js';
import { ScreeningAndModeration } from './20261124000000-screening-and-moderation.js';
import { InboxReach } from './20261126100000-inbox-reach.js';
import { InboxRecorded } from './20261126110000-inbox-recorded.js';
import { FreezeAtOnce } from './20261126120000-freeze-at-once.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';
import { RefusalsKept } from './20261128120000-refusals-kept.js';

/** In order; a released migration never changes. */
export const migrations = [
  Photos,
  ScreeningAndModeration,
  InboxReach,
  InboxRecorded,
  FreezeAtOnce,
  EventsByPosition,
  RefusalsKept,
];
