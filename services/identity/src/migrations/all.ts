import { Accounts } from './20261121000000-accounts.js';

/** In order; a released migration never changes. */
export const migrations = [Accounts];
