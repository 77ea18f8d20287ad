import { Ledger } from './20261121000000-ledger.js';
import { Payments } from './20261122000000-payments.js';

/** In order; a released migration never changes. */
export const migrations = [Ledger, Payments];
