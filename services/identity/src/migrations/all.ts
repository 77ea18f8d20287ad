import { Accounts } from './20261121000000-accounts.js';
import { PasswordResets } from './20261121010000-password-resets.js';
import { Analytics } from './20261121020000-analytics.js';
import { AccountDeletion } from './20261122000000-account-deletion.js';
import { SupportAudit } from './20261122010000-support-audit.js';
import { ResetLinksSideBySide } from './20261122182000-reset-links-side-by-side.js';
import { EndedSessions } from './20261122184000-ended-sessions.js';
import { StaffLookups } from './20261122191000-staff-lookups.js';
import { WelcomedMailboxes } from './20261122193500-welcomed-mailboxes.js';
import { CallsAndMailsByRequest } from './20261122201000-calls-and-mails-by-request.js';
import { PersonalPasskeys } from './20261122222000-personal-passkeys.js';
import { SecondFactors } from './20261122223000-second-factors.js';
import { MailPreferences } from './20261122224000-mail-preferences.js';
import { UnseenRatings } from './20261122230400-unseen-ratings.js';
import { RefusedCalls } from './20261123042000-refused-calls.js';
import { UnseenGeneralRatings } from './20261123100000-unseen-general-ratings.js';

/** In the order in which they are applied. */
export const MIGRATIONS = [
  Accounts,
  PasswordResets,
  Analytics,
  AccountDeletion,
  SupportAudit,
  CallsAndMailsByRequest,
  RefusedCalls,
  ResetLinksSideBySide,
  EndedSessions,
  WelcomedMailboxes,
  StaffLookups,
  PersonalPasskeys,
  SecondFactors,
  UnseenRatings,
  MailPreferences,
  UnseenGeneralRatings,
];
