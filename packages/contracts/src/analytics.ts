import { z } from 'zod';

const ANALYTICS_EVENTS_MAX = 50;

const ANALYTICS_NAMES = ['session', 'page_view', 'photo_upload', 'first_profile'] as const;
export type AnalyticsName = (typeof ANALYTICS_NAMES)[number];

/** An event does not identify the person. The server counts events by name and page, and does not store `props`. */
export const AnalyticsEvent = z.object({
  name: z.enum(ANALYTICS_NAMES),
  path: z.string().max(512).nullish(),
  props: z
    .record(z.string().regex(/^[A-Za-z]\w{0,39}$/), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))
    .refine((props) => Object.keys(props).length <= 20, { message: 'at most 20 props' })
    .optional(),
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

export const AnalyticsBatch = z.object({ events: z.array(AnalyticsEvent).max(ANALYTICS_EVENTS_MAX) });

/** Paths of the app's pages; `*` stands for the rest of a path. */
export const COUNTED_PAGES: ReadonlySet<string> = new Set([
  ...['/', '/landing', '/signup', '/login', '/reset-password', '/unsubscribe'],
  ...['/privacy-policy', '/terms-of-service', '/guidelines', '/appeal', '/feedback'],
  ...['/profile', '/approve', '/feed', '/test', '/test/*', '/compare', '/pay'],
  ...['/account', '/account/statement', '/account/preferences', '/account/decisions'],
  ...['/account/security', '/account/your-data'],
  ...['/support/*', '/navbar', '/carousel/*', '/testing/*'],
]);

/** Returns the page to which a path belongs; `*` if the app has no such page. */
export function countedPage(path: string): string {
  const [page = ''] = path.split(/[?#]/);
  const parts = page.split('/').filter((part) => part !== '');
  const [first = ''] = parts;
  return [`/${parts.join('/')}`, `/${first}/*`].find((known) => COUNTED_PAGES.has(known)) ?? '*';
}
