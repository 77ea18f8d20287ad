import type { IncomingHttpHeaders } from 'node:http';
import { identityRoutes, type Route } from '@candid/contracts';

/** They read or set a cookie. */
const COOKIE_ROUTES: ReadonlySet<string> = new Set(
  [identityRoutes.signUp, identityRoutes.logIn, identityRoutes.refresh, identityRoutes.logOut].map(({ id }) => id),
);

/**
 * True for a call of a cookie route that a browser makes for a page of another origin. A client without `Sec-Fetch-Site` and
 * `Origin` is no browser, and has no cookie of anybody else.
 * @param host of the request, with its port
 */
export function isFromForeignPage(
  route: Pick<Route, 'id'>,
  { headers, host }: { headers: IncomingHttpHeaders; host: string },
  publicUrl: string,
): boolean {
  if (!COOKIE_ROUTES.has(route.id)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
