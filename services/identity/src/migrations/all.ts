import { Accounts } from './20261121000000-accounts.js';
import { Moderation } from './20261125000000-moderation.js';
import { SuspensionEnds } from './20261125010000-suspension-ends.js';
import { InboxReach } from './20261126100000-inbox-reach.js';
import { InboxRecorded } from './20261126110000-inbox-recorded.js';
import { FreezeAtOnce } from './20261126120000-freeze-at-once.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';
import { SealedChoices } from './20261127020000-sealed-choices.js';
import { NoticeSupport } from './20261128020000-notice-support.js';
import { NoticeSenders } from './20261128021000-notice-senders.js';
import { AnalyticsTotals } from './20261128100000-analytics-totals.js';
import { SessionEnds } from './20261128110000-session-ends.js';
import { RefusalsKept } from './20261128120000-refusals-kept.js';
import { SessionsListed } from './20261128130000-sessions-listed.js';

/** In order; a released migration never changes. */
export const migrations = [
  Accounts,
  Moderation,
  SuspensionEnds,
  InboxReach,
  InboxRecorded,
  FreezeAtOnce,
  EventsByPosition,
  SealedChoices,
  NoticeSupport,
  NoticeSenders,
  AnalyticsTotals,
  SessionEnds,
  RefusalsKept,
  SessionsListed,
];
