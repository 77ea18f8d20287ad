import { Photos } from './20261121000000-photos.js';
import { ScreeningAndModeration } from './20261124000000-screening-and-moderation.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';

/** In order; a released migration never changes. */
export const migrations = [Photos, ScreeningAndModeration, EventsByPosition];
