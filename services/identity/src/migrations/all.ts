import { Schema } from './20261121000000-schema.js';
import { Bounces } from './20261201000000-bounces.js';

/** Migrations in the order of execution. A released migration never changes. */
export const migrations = [Schema, Bounces];
