import { Schema } from './20261121000000-schema.js';

/** In order; a released migration never changes. */
export const migrations = [Schema];
