import { Photos } from './20261121000000-photos.js';

/** In order; a released migration never changes. */
export const migrations = [Photos];
