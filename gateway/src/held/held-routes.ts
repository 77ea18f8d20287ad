import { assessmentsRoutes, identityRoutes, type Route, tokensRoutes } from '@candid/contracts';

/** The same for everybody, and changed by a deployment only. */
const PUBLIC: ReadonlySet<string> = new Set([
  assessmentsRoutes.fetchComments.id,
  assessmentsRoutes.fetchGeneralComments.id,
  tokensRoutes.listTokenPacks.id,
]);

/** Of the caller alone, and changed by nothing but the events that ChangeWatch hears. */
const OWN: ReadonlySet<string> = new Set([identityRoutes.getUser.id]);

/** Sent with POST, and change nothing that is held. */
const HARMLESS: ReadonlySet<string> = new Set([
  identityRoutes.profile.id,
  identityRoutes.recordAnalytics.id,
  tokensRoutes.updateTokens.id,
]);

/** @returns whose answer the route's is; undefined where it must not be held */
export function heldAs(route: Route, callerId: string | undefined): { ownerId: string | undefined } | undefined {
  if (PUBLIC.has(route.id)) return { ownerId: undefined };
  return callerId !== undefined && OWN.has(route.id) ? { ownerId: callerId } : undefined;
}

export const isCommand = (route: Route): boolean => route.method !== 'GET' && !HARMLESS.has(route.id);
