import { Ledger } from './20261121000000-ledger.js';

/** In order; a released migration never changes. */
export const migrations = [Ledger];
