import { Accounts } from './20261121000000-accounts.js';
import { PasswordResets } from './20261121010000-password-resets.js';
import { Analytics } from './20261121020000-analytics.js';
import { AccountDeletion } from './20261122000000-account-deletion.js';
import { SupportAudit } from './20261122010000-support-audit.js';
import { EventCorrelation } from './20261122050000-event-correlation.js';
import { CallsAndMailsByRequest } from './20261122201000-calls-and-mails-by-request.js';
import { PutAside } from './20261123000000-put-aside.js';
import { RefusedCalls } from './20261123042000-refused-calls.js';
import { WorkItemCauses } from './20261123080000-work-item-causes.js';

/** In the order in which they are applied. */
export const MIGRATIONS = [
  Accounts,
  PasswordResets,
  Analytics,
  AccountDeletion,
  SupportAudit,
  EventCorrelation,
  CallsAndMailsByRequest,
  PutAside,
  RefusedCalls,
  WorkItemCauses,
];
