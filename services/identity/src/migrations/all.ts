import { Accounts } from './20261121000000-accounts.js';
import { PasswordResets } from './20261121010000-password-resets.js';
import { Analytics } from './20261121020000-analytics.js';

/** In the order in which they are applied. */
export const MIGRATIONS = [Accounts, PasswordResets, Analytics];
