import { Assessments } from './20261121000000-assessments.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';

/** In order; a released migration never changes. */
export const migrations = [Assessments, EventsByPosition];
