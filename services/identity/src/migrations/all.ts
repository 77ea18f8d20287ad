import { Accounts } from './20261121000000-accounts.js';
import { Moderation } from './20261125000000-moderation.js';
import { SuspensionEnds } from './20261125010000-suspension-ends.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';

/** In order; a released migration never changes. */
export const migrations = [Accounts, Moderation, SuspensionEnds, EventsByPosition];
