import { Schema } from './20261121000000-schema.js';

/** Migrations in order. A released migration never changes. */
export const migrations = [Schema];
