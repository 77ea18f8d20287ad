import { accountRoutes, secondFactorRoutes } from './account.js';
import { assessmentSettingsRoutes } from './assessment-settings.js';
import { assessmentsRoutes } from './assessments.js';
import { evaluationGroupsRoutes } from './evaluation-groups.js';
import { identityRoutes, mailsRoutes, pushRoutes } from './identity.js';
import { identitySupportRoutes } from './identity-support.js';
import { liveRoutes } from './live.js';
import { moderationRoutes } from './moderation.js';
import { photosRoutes } from './photos.js';
import { ratersRoutes } from './raters.js';
import { reportsRoutes } from './reports.js';
import type { Route } from './route.js';
import { linkedAccountsRoutes, supportAccountRoutes } from './support-accounts.js';
import { supportCorrectionsRoutes } from './support-corrections.js';
import { supportLedgerRoutes } from './support-ledger.js';
import { supportDeadLettersRoutes, supportTraceRoutes } from './support-trace.js';
import { supportRoutes, tokensRoutes } from './tokens.js';

/** A group that is missing here is not served, and `routes.unit.spec.ts` fails. */
export const ROUTE_GROUPS = {
  identityRoutes,
  mailsRoutes,
  pushRoutes,
  accountRoutes,
  secondFactorRoutes,
  photosRoutes,
  assessmentsRoutes,
  assessmentSettingsRoutes,
  evaluationGroupsRoutes,
  linkedAccountsRoutes,
  ratersRoutes,
  reportsRoutes,
  moderationRoutes,
  tokensRoutes,
  supportRoutes,
  identitySupportRoutes,
  supportAccountRoutes,
  supportLedgerRoutes,
  supportTraceRoutes,
  supportDeadLettersRoutes,
  supportCorrectionsRoutes,
  liveRoutes,
} as const;

export const ROUTES: readonly Route[] = Object.values(ROUTE_GROUPS).flatMap((group) => Object.values(group) as Route[]);
