import { Assessments } from './20261121000000-assessments.js';

/** In order; a released migration never changes. */
export const migrations = [Assessments];
