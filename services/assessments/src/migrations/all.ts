import { Schema } from './20261121000000-schema.js';

/** Migrations in the order in which they run. A released migration never changes. */
export const migrations = [Schema];
